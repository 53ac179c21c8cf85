// The tables jobs and job_runs: one run of a job at a time among all processes, and one row per run.
import type { CronKey, CronLogStatus, CronState } from '#contract/crons-columns.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { JOB_TEXT } from './text.ts'

/** A missed heartbeat for this long marks the run as failed. */
export const STALE_MS = 60_000

/** Clocks of servers differ by less; a later time was written before a clock correction. */
const AHEAD_MS = 10 * 60_000
const ahead = (now: Date) => utc(new Date(now.getTime() + AHEAD_MS))

/** Log lines kept per job. */
const KEPT_RUNS = 1000

export interface JobState {
  readonly job_key: string
  readonly state: CronState
  readonly message: string
  readonly progress: number
  readonly started_at: string | null
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

export const jobStates = (queries: Queries): Promise<JobState[]> =>
  queries.all<JobState>(sql`select job_key, state, message, progress, started_at from jobs`)

export interface ClaimOptions {
  readonly key: CronKey
  readonly holder: string
  readonly now: Date
  /** Claims only if no run started since then, so that one process runs what is due. */
  readonly due?: Date | undefined
  /** Adds its log line only at the end. */
  readonly silent?: boolean
  /** Runs in the same transaction. */
  readonly also?: ((tx: Queries) => Promise<void>) | undefined
}

/** Claims the job with one guarded update, which only one process can make. Returns the run's id, or undefined if it is running. */
export function claim(
  store: Store,
  { key, holder, now, due, also, silent = false }: ClaimOptions,
): Promise<number | undefined> {
  return store.transaction(async (tx) => {
    const fresh = due
      ? sql`and (started_at is null or started_at < ${utc(due)} or started_at > ${ahead(now)})`
      : sql.empty
    const taken = await tx.run(sql`
      update jobs set holder = ${holder}, run_id = nextval('job_run_ids'), state = 'runing',
        message = ${JOB_TEXT.started}, progress = 0, started_at = ${utc(now)}, finished_at = null, heartbeat_at = ${utc(now)}
      where job_key = ${key} and holder = '' ${fresh}`)
    if (taken === 0) return undefined
    const job = await tx.one<{ run_id: number }>(sql`select run_id from jobs where job_key = ${key}`)
    const runId = job?.run_id ?? 0
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

/** False if the run was reclaimed by another process. */
export async function heartbeat(
  queries: Queries,
  { key, runId, now }: { key: CronKey; runId: number; now: Date },
  { progress, message }: { progress: number; message: string },
): Promise<boolean> {
  const changed = await queries.run(sql`
    update jobs set heartbeat_at = ${utc(now)}, progress = ${progress}, message = ${message}
    where job_key = ${key} and run_id = ${runId} and holder <> ''`)
  return changed > 0
}

/** Ends a run, unless it was reclaimed meanwhile. */
export function finish(
  store: Store,
  { key, runId, now }: { key: CronKey; runId: number; now: Date },
  ending: RunResult,
): Promise<void> {
  return store.transaction((tx) => endIn(tx, key, runId, now, ending))
}

async function endIn(tx: Queries, key: string, runId: number, now: Date, ending: RunResult): Promise<void> {
  const { state, message, processed, detail, quiet = false } = ending
  const done = state === 'success' || state === 'warning'
  const changed = await tx.run(sql`
    update jobs set holder = '', state = ${state}, message = ${message}, finished_at = ${utc(now)},
      progress = ${done ? sql`100` : sql`progress`}
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

/**
 * Marks runs without a heartbeat as failed; `alone` on an embedded database: all runs but those of `holder`. Returns the
 * keys of these jobs.
 */
export async function reclaimStale(
  store: Store,
  { now, holder, alone }: { now: Date; holder: string; alone: boolean },
): Promise<string[]> {
  const silent = utc(new Date(now.getTime() - STALE_MS))
  const dead = alone
    ? sql`holder <> ${holder}`
    : sql`(heartbeat_at < ${silent} or heartbeat_at > ${ahead(now)})`
  const find = sql`select job_key, run_id from jobs where holder <> '' and ${dead}`
  if ((await store.all(find)).length === 0) return []
  return store.transaction(async (tx) => {
    const held = tx.engine === 'postgres' ? sql` for update` : sql.empty
    const rows = await tx.all<{ job_key: string; run_id: number }>(sql`${find}${held}`)
    const failed = { state: 'failed', message: JOB_TEXT.died, processed: 0, detail: {} } as const
    for (const { job_key, run_id } of rows) await endIn(tx, job_key, run_id, now, failed)
    return rows.map(({ job_key }) => job_key)
  })
}
