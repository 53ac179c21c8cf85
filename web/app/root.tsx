// Root of all routes: the document title and the offline notice.
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabTitle } from '#web/text/common.ts'
import { OfflineNotice } from './offline-notice.tsx'

/** Title of the current page. */
export function useTitle(): string {
  return useMatches({
    select: (matches) => {
      const last = matches.at(-1)
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
