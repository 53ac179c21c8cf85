// Notice at the bottom of the window while the browser is offline or the server does not respond.
import { useSyncExternalStore } from 'react'
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
  const problem = online ? (reached ? null : text.noAnswer) : text.offline
  return (
    <div role="status" className={classes.place} data-no-print>
      {problem ? <p className={classes.notice}>{problem}</p> : null}
    </div>
  )
}
