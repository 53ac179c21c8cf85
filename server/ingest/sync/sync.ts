import { DEFAULT_CURRENCY } from '#server/domain/money.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { acquireLock } from '#server/store/locks.ts'
import { readSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dataKind } from '../data-source.ts'
import { type ImportJob, openImportJob } from '../import-job.ts'
import { NO_RUN } from '../import-run.ts'
import type { JobsDeps } from '../jobs/job.ts'
import { isRunning } from '../jobs/job-runs.ts'
import { JOB_TEXT } from '../jobs/text.ts'
import type { Progress } from '../progress.ts'
import { type Changes, type Rules, type Source, SourceError } from '../source.ts'
import { isFollowedElsewhere } from './cursors.ts'

/** What the steps of one round have in common; also the job of a full listing. */
export interface SyncJob extends ImportJob {
  readonly assertCurrent: (tx: Queries) => Promise<void>
  readonly source: Source
  readonly currency: string
  readonly timeZone: string
}

/** A round with a source that reports changes. */
export interface Sync extends SyncJob {
  readonly changes: Changes
  /** Wall clock of `timeZone`. */
  readonly clock: (utc: string) => string
}

export type SyncDeps = Pick<JobsDeps, 'store' | 'timeZone' | 'now'>

export async function openSyncJob(
  { store, timeZone, now }: SyncDeps,
  source: Source,
  rules: Rules,
  progress: Progress,
): Promise<SyncJob> {
  const currency = await currencyOf(store, source)
  const job = openImportJob({ store, run: NO_RUN, progress, rules, currency, timeZone, now })
  const before = await importRun(store)
  const assertCurrent = async (tx: Queries) => {
    const { run_id, holder } = await importRun(tx)
    if (holder !== '' || run_id !== before.run_id) throw new Superseded()
  }
  return { ...job, source, currency, timeZone, assertCurrent }
}

/** A full import began since: it may follow another mapping, currency or address, and reads everything itself. */
export class Superseded extends SourceError {
  constructor() {
    super('refused', JOB_TEXT.importing)
  }
}

const importRun = async (queries: Pick<Queries, 'one'>) =>
  (await queries.one<{ run_id: number | null; holder: string }>(
    sql`select run_id, holder from jobs where job_key = 'import'`,
  )) ?? { run_id: null, holder: '' }

/** Undefined for a source that does not report changes. */
export function openSync(job: SyncJob): Sync | undefined {
  const { changes } = job.reader
  return changes && { ...job, changes, clock: wallClock(job.timeZone) }
}

/** From the last full import; requested only where there was none. */
async function currencyOf(queries: Queries, source: Source): Promise<string> {
  const currency = (await readSetting(queries, 'currency')) ?? (await source.currency())
  return typeof currency === 'string' ? currency.trim().toUpperCase() : DEFAULT_CURRENCY
}

/**
 * `importing`: no full import of this kind of source was completed, and synchronising must not hide that; or one is running.
 * `elsewhere`: what was imported is from another address.
 */
export async function importState(
  store: Store,
  { kind, origin }: Source,
): Promise<'done' | 'importing' | 'elsewhere'> {
  const [imported, isImportRunning] = await Promise.all([dataKind(store), isRunning(store, 'import')])
  if (imported !== kind || isImportRunning) return 'importing'
  return (await isFollowedElsewhere(store, origin)) ? 'elsewhere' : 'done'
}

const queues = new WeakMap<Store, Promise<unknown>>()

/** Runs one batch at a time in this process, from request to write, so that older records never overwrite newer ones. */
export function inSequence<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const turn = (queues.get(store) ?? Promise.resolve()).then(work)
  queues.set(
    store,
    turn.catch(() => {}),
  )
  return turn
}

/** The same across processes, for one transaction; an embedded database has a single writer anyway. */
export const lockSync = (tx: Queries): Promise<void> => acquireLock(tx, 'sync', 'exclusive')
