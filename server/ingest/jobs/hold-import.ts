// One import, or generation of demo data, at a time per database, in whichever process it runs: both replace everything.
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutEmails } from '#server/domain/e-mails.ts'
import type { Store } from '#server/store/store.ts'
import type { Progress } from '../progress.ts'
import { HOLDER, hold } from './hold.ts'
import type { Outcome } from './job.ts'
import { claimFromSilent, finish, type RunResult } from './job-runs.ts'
import { type RunProgress, runProgress } from './run-progress.ts'

const KEY = 'import'
const WAIT_MS = 500

export interface ClaimImport {
  readonly now?: Date
  /** Adds its log line only if it fails. */
  readonly silent?: boolean
}

/** The id of the run; undefined while another one is alive. */
export const claimImport = (
  store: Store,
  { now = new Date(), silent = false }: ClaimImport = {},
): Promise<number | undefined> => claimFromSilent(store, { key: KEY, holder: HOLDER, now, silent })

/** Like `claimImport`, but waits for the other one to end as long as `needed`; undefined when it is no longer needed. */
export async function claimImportWhile(
  store: Store,
  needed: () => Promise<boolean>,
  { onWait, ...options }: ClaimImport & { readonly onWait: () => void },
): Promise<number | undefined> {
  for (let waits = 0; await needed(); waits++) {
    const runId = await claimImport(store, options)
    if (runId !== undefined) return runId
    if (waits === 0) onWait()
    await sleep(WAIT_MS)
  }
  return undefined
}

interface HeldImport {
  readonly progress: Progress
  /** Called when another process has taken the run over. */
  readonly onLost?: () => void
  readonly now?: () => Date
}

/** Runs the work of a claimed run and records how it ended. */
export async function holdImport<T>(
  store: Store,
  runId: number,
  { onLost = () => {}, now = () => new Date(), ...held }: HeldImport,
  work: (progress: RunProgress) => Promise<{ result: T; ending: Outcome }>,
): Promise<T> {
  const progress = runProgress(held.progress)
  const end = (ending: RunResult) => finish(store, { key: KEY, runId, now: now() }, ending)
  try {
    const { result, ending } = await hold(store, { key: KEY, runId }, { progress, onLost }, () =>
      work(progress),
    )
    await end({ detail: {}, ...ending })
    return result
  } catch (error) {
    const message = withoutEmails(error instanceof Error ? error.message : String(error))
    // If the database itself failed, the lease expires.
    await end({ state: 'failed', message, processed: 0, detail: {} }).catch(() => {})
    throw error
  }
}
