// What stands on every page: the tab's title and the notice that the connection is gone.
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabTitle } from '#web/text/common.ts'
import { OfflineNotice } from './offline-notice.tsx'

/** Title of the page that is open. */
export function useTitle(): string {
  return useMatches({
    select: (matches) => {
      const { screen, title } = matches.at(-1)?.staticData ?? {}
      return screen?.title ?? title ?? ''
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
