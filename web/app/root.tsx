// Root of all routes: the document title and the offline notice.
import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { useServerBusy } from '#web/api/busy-server.ts'
import { useServerReached } from '#web/api/live.ts'
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

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

function OfflineNotice() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const reached = useServerReached()
  const busy = useServerBusy()
  const problem = !online ? text.offline : !reached ? text.noAnswer : busy ? text.busy : null
  return (
    <div role="status" className={classes.place} data-no-print>
      {problem ? <p className={classes.notice}>{problem}</p> : null}
    </div>
  )
}
