// Starts jobs on request or on schedule; a job runs in one process at a time.
import { Cron } from 'croner'
import { CRON_LABELS } from '#contract/cron-states.ts'
import type { CronEntry } from '#contract/crons.ts'
import { addMonths, monthAt } from '#contract/month.ts'
import { withoutEmails } from '#server/domain/e-mails.ts'
import { SourceError } from '#server/ingest/source.ts'
import { utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Progress } from '../progress.ts'
import { createBackoff } from './backoff.ts'
import { backup } from './backup.ts'
import { fullImport } from './full-import.ts'
import { HOLDER, hold } from './hold.ts'
import { isConnected, type Job, type JobsDeps } from './job.ts'
import * as runs from './job-runs.ts'
import { reconciliation } from './reconciliation.ts'
import { runProgress } from './run-progress.ts'
import { SOURCE_JOBS } from './source-jobs.ts'
import { summaries } from './summaries.ts'
import { JOB_TEXT } from './text.ts'
import { webhooks } from './webhooks.ts'

export const JOBS: readonly Job[] = [...SOURCE_JOBS, fullImport, webhooks, summaries, reconciliation, backup]

export interface RunOptions {
  /** 0 for the current month; absent for the range of the schedule. */
  readonly monthsBack?: number | undefined
  /** Runs in the transaction that claims the job. */
  readonly also?: (tx: Queries) => Promise<void>
  /** Compares every month and account. */
  readonly all?: boolean
  /** The scheduled time. */
  readonly due?: Date
  /** Waits until it is known whether the present holder is dead. */
  readonly patient?: boolean
  /** False for a run that repeats an interrupted one, so that a job that kills its server runs only twice. */
  readonly resumable?: boolean
  /** Receives progress in addition to the jobs table. */
  readonly progress?: Progress
}

export interface Jobs {
  list(): Promise<CronEntry[]>
  /** Claims the job and runs it in the background; its result appears in the list, the log and `settled()`. */
  start(key: string, options?: RunOptions): Promise<'started' | 'unknown' | 'running'>
  /** Waits for current runs; the last result of each job in this process. */
  settled(): Promise<ReadonlyMap<string, runs.RunResult>>
  /** Waits for the current run of this job; its last result in this process. */
  finished(key: string): Promise<runs.RunResult | undefined>
  /** Starts jobs by the clock from now on. */
  schedule(onError?: (error: unknown) => void): void
  /** The stored states, without a check for dead runs. */
  states(): Promise<runs.JobState[]>
  /**
   * State of the schedule: 'off' before its start and after its end, 'failing' if it has not reached the database for a minute.
   */
  health(): 'ok' | 'failing' | 'off'
  /** Ends the schedule; current runs continue. */
  unschedule(): void
  /** Ends the schedule and the current runs. */
  stop(): Promise<void>
}

/** How often each server checks for interrupted runs, and for the end of an outage. */
const WATCHING = '*/5 * * * * *'

/** A longer pause between two checks means that the machine was asleep. */
const SUSPENDED_MS = 60_000
const FAILING_MS = 60_000

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members share the running jobs, their results and clocks
export async function openJobs(deps: JobsDeps): Promise<Jobs> {
  const { store, timeZone, now } = deps
  const running = new Map<string, Promise<void>>()
  const endings = new Map<string, runs.RunResult>()
  const stops = new Set<() => void>()
  const clocks: Cron[] = []
  const paces = new Map(
    JOBS.filter((job) => isFrequent(job) || job.retries).map(({ key }) => [key as string, createBackoff()]),
  )
  let stopping = false
  /** When the schedule last checked for interrupted runs successfully. */
  let lookedAt: number | undefined
  // Deliveries fail during an outage, and the shop then disables its webhooks: check them after the start and each outage.
  let hadOutage = true

  const recover = () => runs.reclaimStale(store, now())
  await recover()

  const clockOf = (pattern: string, paused = true) =>
    new Cron(pattern, { timezone: timeZone, paused, unref: true })

  async function start(key: string, options: RunOptions = {}): Promise<'started' | 'unknown' | 'running'> {
    const job = JOBS.find((one) => one.key === key)
    if (!job) return 'unknown'
    await recover()
    const { due, also, patient = false } = options
    const silent = due !== undefined && isFrequent(job)
    // A person may have chosen a month, which a restart would not know.
    const resumable = job.retries ?? options.resumable ?? due !== undefined
    const claim = { key: job.key, holder: HOLDER, now: now(), due, also, silent, resumable }
    const runId = stopping
      ? undefined
      : await (patient ? runs.claimFromSilent(store, claim, () => stopping) : runs.claim(store, claim))
    if (runId === undefined) return 'running'
    running.set(
      key,
      carryOut(job, runId, options)
        .then((ending) => void endings.set(key, ending))
        .finally(() => running.delete(key)),
    )
    return 'started'
  }

  async function carryOut(job: Job, runId: number, options: RunOptions): Promise<runs.RunResult> {
    const { monthsBack, progress: told, all = false } = options
    const { key } = job
    const pace = paces.get(key)
    const progress = runProgress(told)
    const mine: (() => void)[] = []
    try {
      const month = monthsBack === undefined ? undefined : addMonths(monthAt(now(), timeZone), -monthsBack)
      const onStop = (stop: () => void) => {
        mine.push(stop)
        stops.add(stop)
        if (stopping) stop()
      }
      const onLost = () => {
        for (const stop of mine) stop()
      }
      const thorough = options.due === undefined
      const outcome = await hold(store, { key, runId }, { progress, onLost }, () =>
        job.run({ ...deps, month, progress, onStop, thorough, all }),
      )
      const ending: runs.RunResult = { detail: {}, ...outcome }
      await runs.finish(store, { key, runId, now: now() }, ending)
      pace?.ended(ending.quiet ? 'quiet' : 'moved', now())
      return ending
    } catch (error) {
      pace?.ended('failed', now())
      if (!stopping) await deps.onFailure?.(error, key)
      hadOutage ||= job.key === 'orders'
      const unanswered = error instanceof SourceError && error.kind === 'unavailable'
      const ending: runs.RunResult = { state: 'failed', message: reasonOf(error), processed: 0, detail: {} }
      const cutOff = stopping || (unanswered && job.retries === true)
      // If the database itself failed, the lease expires.
      await runs.finish(store, { key, runId, now: now(), cutOff }, ending).catch(() => {})
      return ending
    } finally {
      progress.done()
      for (const stop of mine) stops.delete(stop)
    }
  }

  const reasonOf = (error: unknown): string =>
    stopping ? JOB_TEXT.stopped : withoutEmails(error instanceof Error ? error.message : String(error))

  function unschedule(): void {
    for (const clock of clocks.splice(0)) clock.stop()
    lookedAt = undefined
  }

  return {
    start,
    async list() {
      await recover()
      const rows = new Map((await runs.jobStates(store)).map((row) => [row.job_key, row]))
      const connected = await isConnected(deps)
      return JOBS.map((job): CronEntry => {
        const row = rows.get(job.key)
        const starts = job.schedule !== '' && (connected || !job.needsShop)
        const next = starts ? clockOf(job.schedule).nextRun(now()) : null
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
    states: () => runs.jobStates(store.priority),
    health() {
      if (lookedAt === undefined) return 'off'
      return now().getTime() - lookedAt > FAILING_MS ? 'failing' : 'ok'
    },
    schedule(onError = () => {}) {
      lookedAt = now().getTime()
      const isDue = async ({ key, needsShop }: Job) =>
        paces.get(key)?.isDue(now()) !== false && (!needsShop || (await isConnected(deps)))
      // Checked at every tick, since a shop may be connected later.
      const startDue = async (job: Job) => {
        const due = floorToSeconds(isFrequent(job) ? 1 : 60, now())
        if (await isDue(job)) await start(job.key, { due })
      }
      const takeOver = async () => {
        await recover()
        const cutOff = await runs.cutOffJobs(store)
        for (const job of JOBS.filter(({ key }) => cutOff.includes(key)))
          if (await isDue(job)) await start(job.key, { due: floorToSeconds(1, now()), resumable: false })
      }
      let watchedAt = now().getTime()
      const watch = async () => {
        const wasSuspended = now().getTime() - watchedAt > SUSPENDED_MS
        watchedAt = now().getTime()
        try {
          await takeOver()
          if (clocks.length > 0) lookedAt = now().getTime()
        } catch (error) {
          hadOutage = true
          throw error
        }
        hadOutage ||= wasSuspended
        if (!hadOutage || endings.get('orders')?.state === 'failed' || !(await isDue(webhooks))) return
        hadOutage = false
        await start(webhooks.key, { due: floorToSeconds(1, now()) })
      }
      for (const job of JOBS.filter(({ schedule }) => schedule !== '')) {
        const clock = clockOf(job.schedule, false)
        clock.schedule(() => startDue(job).catch(onError))
        clocks.push(clock)
      }
      const watchClock = clockOf(WATCHING, false)
      watchClock.schedule(() => watch().catch(onError))
      clocks.push(watchClock)
    },
    unschedule,
    async stop() {
      stopping = true
      unschedule()
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
