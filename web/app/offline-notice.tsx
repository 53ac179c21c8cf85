// Notice at the bottom of the window while the browser is offline or the server does not respond or is busy.
import { useSyncExternalStore } from 'react'
import { useServerBusy } from '#web/api/busy-server.ts'
import { useServerReached } from '#web/api/live.ts'
import classes from './offline-notice.module.css'
import { text } from './text.ts'

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineNotice() {
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
