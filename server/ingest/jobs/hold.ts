// Holds a claimed run while its work lasts: heartbeats renew the lease, and every write checks it.
import { hostname } from 'node:os'
import { withFence } from '#server/store/fence.ts'
import type { Store } from '#server/store/store.ts'
import { assertHeld, heartbeat, type RunKey } from './job-runs.ts'
import type { RunProgress } from './run-progress.ts'

/** Who runs a job, for the operator. */
export const HOLDER = `${hostname()}:${process.pid}`

/** Interval of progress reports; without news, every third report is sent as a heartbeat. */
const REPORT_MS = 1000
const QUIET_REPORTS = 3

/** `onLost` aborts the work when another server has taken it over; its writes fail in any case. */
export async function hold<T>(
  store: Store,
  run: RunKey,
  { progress, onLost }: { readonly progress: RunProgress; readonly onLost: () => void },
  work: () => Promise<T>,
): Promise<T> {
  const heart = startHeartbeat(store, run, progress, onLost)
  try {
    return await withFence((tx) => assertHeld(tx, run), work)
  } finally {
    await heart.stop()
  }
}

function startHeartbeat(store: Store, run: RunKey, { standing }: RunProgress, onLost: () => void) {
  let last = ''
  let quiet = 0
  let sending: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    const now = standing()
    const text = JSON.stringify(now)
    // A slow write is not queued twice.
    if (busy || (text === last && ++quiet < QUIET_REPORTS)) return
    last = text
    quiet = 0
    busy = true
    sending = heartbeat(store, run, now)
      .then((held) => {
        if (held) return
        clearInterval(timer)
        onLost()
      })
      // Without the database, the lease expires.
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }, REPORT_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await sending
    },
  }
}
