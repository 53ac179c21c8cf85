// A quiet line at the foot of the window while the browser has no connection.
import { useSyncExternalStore } from 'react'
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
  return (
    <div role="status" className={classes.place} data-no-print>
      {online ? null : <p className={classes.notice}>{text.offline}</p>}
    </div>
  )
}
