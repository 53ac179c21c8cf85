// Root of all routes: the document title and the offline notice.
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useServerBusy } from '#web/api/busy-server.ts'
import { useOnline, useServerReached } from '#web/api/live.ts'
import { tabTitle } from '#web/text/common.ts'
import classes from './offline-notice.module.css'
import { text } from './text.ts'

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

function OfflineNotice() {
  const online = useOnline()
  const reached = useServerReached()
  const busy = useServerBusy()
  const problem = !online ? text.offline : !reached ? text.noAnswer : busy ? text.busy : null
  return (
    <div role="status" className={classes.place} data-no-print>
      {problem ? <p className={classes.notice}>{problem}</p> : null}
    </div>
  )
}
