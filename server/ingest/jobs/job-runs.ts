// The tables jobs and job_runs: one run of a job at a time among all processes, and one row per run. A run is a lease: its
// holder renews it, and its id is the token that each of its writes checks (hold.ts).
import { setTimeout as sleep } from 'node:timers/promises'
import type { CronKey, CronLogStatus, CronState } from '#contract/cron-states.ts'
import { StoreError } from '#server/store/errors.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { JOB_TEXT } from './text.ts'

/** Largest difference between servers' clocks; a later time was written before a clock correction. */
const AHEAD_MS = 10 * 60_000
const ahead = (now: Date) => utc(new Date(now.getTime() + AHEAD_MS))

/** Log lines kept per job. */
const KEPT_RUNS = 1000

/** Seconds without a heartbeat after which another server takes a run over. */
const LEASE_S = 15
const LEASE = sql.raw(`interval '${LEASE_S} seconds'`)

/** Seconds that a transaction of a run may wait for its process. */
const FROZEN_S = 30

const SILENCE_CHECK_MS = 500

/** Uses the database's clock, since those of servers differ. */
const CLOCK = sql`cast(now() as timestamp)`

/** Runs of this process, by store: alive regardless of their heartbeats. */
const active = new WeakMap<Store, Set<number>>()

export interface JobState {
  readonly job_key: string
  readonly state: CronState
  readonly message: string
  readonly progress: number
  readonly started_at: string | null
  /** End of the last run that reached its end. */
  readonly succeeded_at: string | null
}

export interface RunResult {
  readonly state: Exclude<CronState, 'ready' | 'runing'>
  readonly message: string
  readonly processed: number
  readonly detail: Readonly<Record<string, unknown>>
  /** Adds no log line if the start added none. */
  readonly quiet?: boolean
}

const LOGGED: Record<RunResult['state'], CronLogStatus> = {
  success: 'processed',
  failed: 'failed',
  warning: 'warning',
  waiting: 'warning',
}

export const jobStates = (queries: Pick<Queries, 'all'>): Promise<JobState[]> =>
  queries.all<JobState>(
    sql`select job_key, state, message, progress, started_at, succeeded_at from jobs order by job_key`,
  )

export interface ClaimOptions {
  readonly key: CronKey
  readonly holder: string
  readonly now: Date
  /** Claims only if no run started since this time, so that one process runs a scheduled job. */
  readonly due?: Date | undefined
  /** Adds its log line only at the end. */
  readonly silent?: boolean
  /** Another server may restart it after an interruption. */
  readonly resumable?: boolean
  /** Runs in the same transaction. */
  readonly also?: ((tx: Queries) => Promise<void>) | undefined
}

/** Claims the job with one guarded update, which only one process can make. Returns the run's id, or undefined if it is running. */
export function claim(
  store: Store,
  { key, holder, now, due, also, silent = false, resumable = false }: ClaimOptions,
): Promise<number | undefined> {
  return store.transaction(async (tx) => {
    const fresh = due
      ? sql`and (started_at is null or started_at < ${utc(due)} or started_at > ${ahead(now)})`
      : sql.empty
    const taken = await tx.run(sql`
      update jobs set holder = ${holder}, run_id = nextval('job_run_ids'), state = 'runing',
        message = ${JOB_TEXT.started}, progress = 0, started_at = ${utc(now)}, finished_at = null, heartbeat_at = ${CLOCK},
        resumable = ${resumable}
      where job_key = ${key} and holder = '' ${fresh}`)
    if (taken === 0) return undefined
    const job = await tx.one<{ run_id: number }>(sql`select run_id from jobs where job_key = ${key}`)
    const runId = job?.run_id ?? 0
    // Before the commit makes it visible to a reclaim.
    active.set(store, (active.get(store) ?? new Set()).add(runId))
    if (!silent) {
      await tx.run(sql`
        insert into job_runs (run_id, job_key, status, started_at, finished_at, message, processed, detail)
        select ${runId}, ${key}, 'processing', ${utc(now)}, null, '', 0, '{}'`)
      await bumpVersions(tx, ['jobs'])
    }
    await also?.(tx)
    return runId
  })
}

const forgetOld = (tx: Queries, key: string) =>
  tx.run(sql`
    delete from job_runs where job_key = ${key} and run_id <= (
      select run_id from job_runs where job_key = ${key} order by run_id desc limit 1 offset ${KEPT_RUNS})`)

/**
 * Like `claim`, but waits while the present holder may be dead, until its lease expires or a heartbeat proves it alive.
 * `giveUp` ends the wait.
 */
export async function claimFromSilent(
  store: Store,
  options: ClaimOptions,
  giveUp: () => boolean = () => false,
): Promise<number | undefined> {
  const beat = () =>
    store.one(sql`select run_id, heartbeat_at from jobs where job_key = ${options.key} and holder <> ''`)
  const before = JSON.stringify(await beat())
  for (;;) {
    await reclaimStale(store, options.now)
    const runId = await claim(store, options)
    if (runId !== undefined || store.engine === 'duckdb' || giveUp()) return runId
    const now = JSON.stringify(await beat())
    if (now !== undefined && now !== before) return undefined
    await sleep(SILENCE_CHECK_MS)
  }
}

/** Fails unless the run still holds its job, and keeps it from being taken over until the transaction ends. */
export async function assertHeld(tx: Queries, { key, runId }: RunKey): Promise<void> {
  // A holder that freezes within a transaction would otherwise keep the job for ever.
  const held = await tx.one(sql`
    select set_config('idle_in_transaction_session_timeout', ${`${FROZEN_S}s`}, true) as held
    from jobs where job_key = ${key} and run_id = ${runId} and holder <> '' for key share`)
  if (!held) throw new StoreError('taken-over', JOB_TEXT.takenOver)
}

export interface RunKey {
  readonly key: CronKey
  readonly runId: number
}

/** False if the run was taken over. */
export async function heartbeat(
  queries: Queries,
  { key, runId }: RunKey,
  { progress, message }: { progress: number; message: string },
): Promise<boolean> {
  const changed = await queries.run(sql`
    update jobs set heartbeat_at = ${CLOCK}, progress = ${progress}, message = ${message}
    where job_key = ${key} and run_id = ${runId} and holder <> ''`)
  return changed > 0
}

/** Ends a run, unless it was taken over. `cutOff`: it did not reach its end, and so stays resumable if it was. */
export async function finish(
  store: Store,
  { key, runId, now, cutOff = false }: RunKey & { readonly now: Date; readonly cutOff?: boolean },
  ending: RunResult,
): Promise<void> {
  try {
    await store.transaction((tx) => endIn(tx, key, runId, now, ending, cutOff))
  } finally {
    active.get(store)?.delete(runId)
  }
}

async function endIn(tx: Queries, key: string, runId: number, now: Date, ending: RunResult, cutOff: boolean) {
  const { state, message, processed, detail, quiet = false } = ending
  const done = state === 'success' || state === 'warning'
  const changed = await tx.run(sql`
    update jobs set holder = '', state = ${state}, message = ${message}, finished_at = ${utc(now)},
      progress = ${done ? sql`100` : sql`progress`}, resumable = ${cutOff ? sql`resumable` : sql`false`},
      succeeded_at = ${done ? utc(now) : sql`succeeded_at`}
    where job_key = ${key} and run_id = ${runId} and holder <> ''`)
  if (changed === 0) return
  const logged = await tx.run(sql`
    update job_runs set status = ${LOGGED[state]}, finished_at = ${utc(now)}, message = ${message},
      processed = ${processed}, detail = ${JSON.stringify(detail)}
    where run_id = ${runId}`)
  if (logged === 0 && quiet) return
  if (logged === 0)
    await tx.run(sql`
      insert into job_runs (run_id, job_key, status, started_at, finished_at, message, processed, detail)
      select run_id, job_key, ${LOGGED[state]}, started_at, finished_at, message, ${processed}, ${JSON.stringify(detail)}
      from jobs where job_key = ${key}`)
  await forgetOld(tx, key)
  await bumpVersions(tx, ['jobs'])
}

/** Marks dead runs as failed. On an embedded database every run of another process is dead, since it has a single process. */
export async function reclaimStale(store: Store, now: Date): Promise<void> {
  const here = [0, ...(active.get(store) ?? [])]
  // A later heartbeat was written before the database's clock was set back.
  const silent =
    store.engine === 'postgres'
      ? sql`heartbeat_at not between ${CLOCK} - ${LEASE} and ${CLOCK} + ${LEASE}`
      : sql`true`
  const find = sql`
    select job_key, run_id from jobs where holder <> '' and run_id not in (${here}) and ${silent}`
  if ((await store.all(find)).length === 0) return
  await store.transaction(async (tx) => {
    // A row that a transaction of its holder has locked belongs to a live process.
    const held = tx.engine === 'postgres' ? sql` for update skip locked` : sql.empty
    const rows = await tx.all<{ job_key: string; run_id: number }>(sql`${find}${held}`)
    const failed = { state: 'failed', message: JOB_TEXT.died, processed: 0, detail: {} } as const
    for (const { job_key, run_id } of rows) await endIn(tx, job_key, run_id, now, failed, true)
  })
}

/** Jobs to restart, since their last run was interrupted. */
export async function cutOffJobs(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ job_key: string }>(
    sql`select job_key from jobs where resumable and holder = ''`,
  )
  return rows.map(({ job_key }) => job_key)
}

/** Whether a process runs the job now. */
export const isRunning = async (queries: Queries, key: CronKey): Promise<boolean> =>
  (await queries.one(sql`select 1 as found from jobs where job_key = ${key} and holder <> ''`)) !== undefined
