// Starts jobs on request or on schedule; a job runs in one process at a time.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { Cron } from 'croner'
import type { CronEntry } from '#contract/crons.ts'
import { CRON_LABELS } from '#contract/crons-columns.ts'
import { addMonths, monthAt } from '#contract/month.ts'
import { withoutEmails } from '#server/domain/e-mails.ts'
import { SourceError } from '#server/ingest/source.ts'
import type { Queries } from '#server/store/store.ts'
import { utcText } from '#server/store/utc.ts'
import type { Progress } from '../progress.ts'
import { createBackoff } from './backoff.ts'
import { backup } from './backup.ts'
import { fullImport } from './full-import.ts'
import { isConnected, type Job, type JobsDeps } from './job.ts'
import { claim, finish, heartbeat, jobStates, type RunResult, reclaimStale } from './job-runs.ts'
import { reconciliation } from './reconciliation.ts'
import { runProgress } from './run-progress.ts'
import { SOURCE_JOBS } from './source-jobs.ts'
import { summaries } from './summaries.ts'
import { JOB_TEXT } from './text.ts'

export const JOBS: readonly Job[] = [...SOURCE_JOBS, fullImport, summaries, reconciliation, backup]

export interface RunOptions {
  /** 0 for the present month; absent for what the schedule covers. */
  readonly monthsBack?: number | undefined
  /** Runs in the transaction that claims the job. */
  readonly also?: (tx: Queries) => Promise<void>
  /** Compares every month and account. */
  readonly all?: boolean
  /** The scheduled time. */
  readonly due?: Date
  /** Receives progress in addition to the jobs table. */
  readonly progress?: Progress
}

export interface Jobs {
  list(): Promise<CronEntry[]>
  /** Claims the job and runs it in the background; its result appears in the list, the log and `settled()`. */
  start(key: string, wish?: RunOptions): Promise<'started' | 'unknown' | 'running'>
  /** Waits for current runs; the last result of each job in this process. */
  settled(): Promise<ReadonlyMap<string, RunResult>>
  /** Waits for the current run of this job; its last result in this process. */
  finished(key: string): Promise<RunResult | undefined>
  /** Starts jobs by the clock from now on. */
  schedule(onError?: (error: unknown) => void): void
  /** Ends the schedule and the current runs. */
  stop(): Promise<void>
}

/** How often a job with retries checks whether to run again. */
const INSISTING = '*/15 * * * * *'

/** Interval of progress reports; without news every tenth one is sent as a heartbeat. */
const TELL_MS = 1000
const QUIET_TELLS = 10

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members share the running jobs, their results and clocks
export async function openJobs(setting: JobsDeps): Promise<Jobs> {
  const { store, timeZone, now } = setting
  const holder = `${hostname()}:${process.pid}:${randomUUID()}`
  const running = new Map<string, Promise<void>>()
  const endings = new Map<string, RunResult>()
  const stops = new Set<() => void>()
  const clocks: Cron[] = []
  const paces = new Map(
    JOBS.filter((job) => isFrequent(job) || job.retries).map(({ key }) => [key as string, createBackoff()]),
  )
  /** Jobs whose last run here failed because the shop did not answer. */
  const unanswered = new Set<string>()
  let stopping = false

  const recover = (alone = false) => reclaimStale(store, { now: now(), holder, alone })
  // No other process can have an embedded database open.
  await recover(store.engine === 'duckdb')

  const patternOf = (job: Job, paused = true) =>
    new Cron(job.schedule || INSISTING, { timezone: timeZone, paused, unref: true })

  async function start(key: string, wish: RunOptions = {}): Promise<'started' | 'unknown' | 'running'> {
    const job = JOBS.find((one) => one.key === key)
    if (!job) return 'unknown'
    await recover()
    const { due, also } = wish
    const silent = due !== undefined && isFrequent(job)
    const taking = { key: job.key, holder, now: now(), due, also, silent }
    const runId = stopping ? undefined : await claim(store, taking)
    if (runId === undefined) return 'running'
    running.set(
      key,
      carryOut(job, runId, wish)
        .then((ending) => void endings.set(key, ending))
        .finally(() => running.delete(key)),
    )
    return 'started'
  }

  async function carryOut(job: Job, runId: number, wish: RunOptions): Promise<RunResult> {
    const { monthsBack, progress: told, all = false } = wish
    const { key } = job
    const pace = paces.get(key)
    const progress = runProgress(told)
    const heart = startHeartbeat(
      (standing) => heartbeat(store, { key, runId, now: now() }, standing),
      progress.standing,
    )
    const mine: (() => void)[] = []
    try {
      const month = monthsBack === undefined ? undefined : addMonths(monthAt(now(), timeZone), -monthsBack)
      const onStop = (stop: () => void) => {
        mine.push(stop)
        stops.add(stop)
        if (stopping) stop()
      }
      const ending: RunResult = {
        detail: {},
        ...(await job.run({ ...setting, month, progress, onStop, thorough: wish.due === undefined, all })),
      }
      await heart.stop()
      await finish(store, { key, runId, now: now() }, ending)
      pace?.ended(ending.quiet ? 'quiet' : 'moved', now())
      unanswered.delete(key)
      return ending
    } catch (error) {
      pace?.ended('failed', now())
      if (error instanceof SourceError && error.kind === 'unavailable') unanswered.add(key)
      else unanswered.delete(key)
      await heart.stop()
      const ending: RunResult = { state: 'failed', message: reasonOf(error), processed: 0, detail: {} }
      // If the database itself failed, a missed heartbeat marks the run as failed.
      await finish(store, { key, runId, now: now() }, ending).catch(() => {})
      return ending
    } finally {
      progress.done()
      for (const stop of mine) stops.delete(stop)
    }
  }

  const reasonOf = (error: unknown): string =>
    stopping ? JOB_TEXT.stopped : withoutEmails(error instanceof Error ? error.message : String(error))

  return {
    start,
    async list() {
      await recover()
      const rows = new Map((await jobStates(store)).map((row) => [row.job_key, row]))
      const connected = await isConnected(setting)
      return JOBS.map((job): CronEntry => {
        const row = rows.get(job.key)
        const starts = job.schedule !== '' && (connected || !job.needsShop)
        const next = starts ? patternOf(job).nextRun(now()) : null
        const state = row?.state ?? 'ready'
        return {
          key: job.key,
          label: CRON_LABELS[job.key],
          state,
          message: row?.message ?? '',
          loading: state === 'runing',
          progress: row?.progress ?? 0,
          schedule: job.schedule,
          last_run: row?.started_at ?? null,
          next_run: next ? utcText(next) : null,
        }
      })
    },
    async settled() {
      await Promise.all(running.values())
      return endings
    },
    async finished(key) {
      await running.get(key)
      return endings.get(key)
    },
    schedule(onError = () => {}) {
      // A shop may be connected later, so this is checked at every tick.
      const startDue = async (job: Job) => {
        if (job.retries && !unanswered.has(job.key)) return
        if (paces.get(job.key)?.isDue(now()) === false) return
        const due = isFrequent(job) ? floorToSeconds(1, now()) : floorToSeconds(60, now())
        if (!job.needsShop || (await isConnected(setting))) await start(job.key, { due })
      }
      for (const job of JOBS.filter(({ schedule, retries }) => schedule !== '' || retries)) {
        const clock = patternOf(job, false)
        clock.schedule(() => startDue(job).catch(onError))
        clocks.push(clock)
      }
    },
    async stop() {
      stopping = true
      for (const clock of clocks) clock.stop()
      for (const stop of stops) stop()
      await Promise.allSettled(running.values())
    },
  }
}

/** Has a schedule in seconds, which the backoff thins out. */
const isFrequent = ({ schedule }: Job): boolean => schedule.split(' ').length === 6

/** Schedules are to the minute, or to the second. */
const floorToSeconds = (seconds: number, instant: Date): Date =>
  new Date(Math.floor(instant.getTime() / (seconds * 1000)) * seconds * 1000)

type Told = { progress: number; message: string }

/** Sends progress and heartbeats during a run. */
function startHeartbeat(tell: (standing: Told) => Promise<unknown>, standing: () => Told) {
  let last = ''
  let quiet = 0
  let telling: Promise<unknown> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    const now = standing()
    const text = JSON.stringify(now)
    // A slow write is not queued twice.
    if (busy || (text === last && ++quiet < QUIET_TELLS)) return
    last = text
    quiet = 0
    busy = true
    telling = tell(now)
      .catch(() => {})
      .finally(() => {
        busy = false
      })
  }, TELL_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await telling
    },
  }
}
