// What a job is: one piece of recurring work with a schedule. Room ingest: may import contract, domain, sources, store and rollups.
import type { CronKey } from '#contract/crons-columns.ts'
import type { Month } from '#contract/month.ts'
import type { Shop } from '#server/sources/woocommerce/shop.ts'
import type { Store } from '#server/store/store.ts'
import type { Progress } from '../progress.ts'

/** What jobs need from outside. */
export interface JobsDeps {
  readonly store: Store
  readonly timeZone: string
  readonly now: () => Date
  /** Folder of the embedded database; backups go below it. */
  readonly dataDir?: string
  /** File of the mapping; without it, or where it is missing, the stored one or the defaults. */
  readonly mappingFile?: string
  /** Opens the shop that is connected now, which may change while the server runs; undefined where none is. */
  readonly openSource?: () => Promise<Shop | undefined> | Shop | undefined
  /** Whether `openSource` has one to open; without it, whether there is an `openSource`. */
  readonly isConnected?: () => Promise<boolean>
}

export const isConnected = async (setting: Pick<JobsDeps, 'openSource' | 'isConnected'>): Promise<boolean> =>
  setting.isConnected ? setting.isConnected() : setting.openSource !== undefined

export interface JobContext extends JobsDeps {
  /** The month asked for; without it the job does what its schedule wants. */
  readonly month: Month | undefined
  /** Asked for by a person: everything is looked at, also what the schedule does only now and then. */
  readonly thorough: boolean
  /** Every month, every account. */
  readonly all: boolean
  readonly progress: Progress
  /** Called when the server stops: what takes long ends with an error. */
  onStop(stop: () => void): void
}

export interface Outcome {
  /** `waiting`: not done now, the next run will; `warning`: done, or not doable, with something to look at. */
  readonly state: 'success' | 'warning' | 'waiting'
  /** Spanish, one sentence. */
  readonly message: string
  /** Records, months or bytes, as the job counts. */
  readonly processed: number
  /** What the run found, kept as JSON. */
  readonly detail?: Readonly<Record<string, unknown>>
  /** Nothing was found and nothing changed: a job that looks often leaves no line in the log, and looks less often. */
  readonly quiet?: boolean
}

export interface Job {
  readonly key: CronKey
  /** Cron pattern, to the minute, in the time zone of the shop; empty: only on demand. */
  readonly schedule: string
  /** On demand, but taken up again by the clock while the shop does not answer. */
  readonly insists?: true
  /** Starts by itself only where a shop is connected. */
  readonly needsShop: boolean
  run(context: JobContext): Promise<Outcome>
}
