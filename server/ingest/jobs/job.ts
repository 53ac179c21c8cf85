import type { CronKey } from '#contract/cron-states.ts'
import type { Month } from '#contract/month.ts'
import type { Store } from '#server/store/store.ts'
import type { Progress } from '../progress.ts'
import type { Source } from '../source.ts'

export interface JobsDeps {
  readonly store: Store
  readonly timeZone: string
  readonly now: () => Date
  /** Writes and verifies a copy of the database; undefined for one in memory. */
  readonly writeBackup?: () => Promise<Backup>
  /** Opens the shop that is connected now, which may change while the server runs; undefined if none is. */
  readonly openSource?: () => Promise<Source | undefined> | Source | undefined
  /** Whether `openSource` would open one; by default, whether there is an `openSource`. */
  readonly isConnected?: () => Promise<boolean>
  /** Receives what the messages of a failed run conceal. */
  readonly onFailure?: (error: unknown, key: CronKey) => unknown
  /** Undefined if no webhooks were set up. Throws an error with a Spanish message. */
  readonly restartWebhooks?: () => Promise<WebhookCheck | undefined>
}

export interface Backup {
  readonly file: string
  readonly bytes: number
  readonly rows: number
  /** Older backups that were removed. */
  readonly removed: readonly string[]
}

/** Topics of the shop's webhooks to this installation. */
export interface WebhookCheck {
  /** Number of active ones, restarted ones included. */
  readonly active: number
  /** The shop had disabled them. */
  readonly restarted: readonly string[]
  /** Why they are still disabled: one Spanish sentence. */
  readonly disabled: readonly string[]
  readonly reason: string
  readonly missing: readonly string[]
}

export const isConnected = async (deps: Pick<JobsDeps, 'openSource' | 'isConnected'>): Promise<boolean> =>
  deps.isConnected ? deps.isConnected() : deps.openSource !== undefined

export interface JobContext extends JobsDeps {
  /** The requested month; undefined for the range of the schedule. */
  readonly month: Month | undefined
  /** Started by a person: also performs the checks that the schedule performs only occasionally. */
  readonly thorough: boolean
  /** Every month and every account. */
  readonly all: boolean
  readonly progress: Progress
  /** Registers what aborts the run when the server stops. */
  onStop(stop: () => void): void
}

export interface Outcome {
  /** `waiting`: postponed to the next run; `warning`: done or impossible, with something to look at. */
  readonly state: 'success' | 'warning' | 'waiting' | 'failed'
  /** Spanish, one sentence. */
  readonly message: string
  /** Number of records, months or bytes, depending on the job. */
  readonly processed: number
  /** Findings of the run, stored as JSON. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Nothing changed: a frequent job leaves no log line and runs less often. */
  readonly quiet?: boolean
}

export interface Job {
  readonly key: CronKey
  /** Cron pattern, to the minute, in the time zone of the shop; empty: only on demand. */
  readonly schedule: string
  /** Restarted as often as its runs are interrupted, also while the shop does not answer. */
  readonly retries?: true
  /** The schedule starts it only if a shop is connected. */
  readonly needsShop: boolean
  run(context: JobContext): Promise<Outcome>
}
