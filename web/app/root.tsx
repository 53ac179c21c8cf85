// Root of all routes: the document title and the offline notice.
import { Outlet, rootRouteId, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabTitle } from '#web/text/common.ts'
import { OfflineNotice } from './offline-notice.tsx'

const NOT_FOUND = 'Page not found'

/** Title of the current page. */
export function useTitle(): string {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1)
      // Only an unknown address matches nothing but the root.
      if (last?.routeId === rootRouteId) return NOT_FOUND
      return last?.staticData.screen?.title ?? last?.staticData.title ?? ''
    },
  })
}

export function Root() {
  const title = useTitle()
  useEffect(() => {
    document.title = tabTitle(title)
  }, [title])
  return (
    <>
      <Outlet />
      <OfflineNotice />
    </>
  )
}
