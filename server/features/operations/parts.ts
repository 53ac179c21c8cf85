import type { DataOf } from '#contract/endpoint.ts'
import type { readiness } from '#contract/settings.ts'
import type { ReadingJob } from '#server/domain/shop-reading.ts'
import type { Backlog } from '#server/outbox/messages.ts'
import type { LaneLoad } from '#server/store/concurrency.ts'
import type { Store } from '#server/store/store.ts'

export type JobFacts = ReadingJob

/** What readiness and metrics report of the rest of the server. */
export interface Parts {
  readonly version: string
  readonly store: Pick<Store, 'load' | 'isFull' | 'isReadOnly'>
  readonly jobs: {
    health(): DataOf<typeof readiness>['jobs']
    states(): Promise<readonly JobFacts[]>
  }
  readonly shop: { isConnected(): Promise<boolean> }
  /** Records named by webhooks that are not yet read again. */
  readonly webhooks: { waiting(): number }
  readonly outbox: { backlogs(): Promise<readonly Backlog[]> }
  /** Calls in progress. */
  readonly calls: () => LaneLoad
  readonly webRoot: string | undefined
  /** Whether the server is stopping: it still answers, but readiness fails. */
  readonly isDraining: () => boolean
}

/** The database's own timeouts suit people; probes give up earlier. */
const PROBE_MS = 3000

/** Rejects if the probe takes longer than its caller waits. */
export async function probed<T>(probe: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), PROBE_MS)
  try {
    return await Promise.race([probe, late])
  } finally {
    clearTimeout(timer)
  }
}
