// A quiet line at the foot of the window while the browser has no connection, or the server does not answer.
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
  const answers = useServerReached()
  const problem = online ? (answers ? null : text.noAnswer) : text.offline
  return (
    <div role="status" className={classes.place} data-no-print>
      {problem ? <p className={classes.notice}>{problem}</p> : null}
    </div>
  )
}
