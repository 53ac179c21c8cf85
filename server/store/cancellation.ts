// Ends the work of calls whose caller has left or whose budget is spent. Signal and budget travel with the asynchronous
// context, so queries need no parameter for them.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { cancelled, tooMuchWork } from './errors.ts'

interface Work {
  readonly signal: AbortSignal | undefined
  /** Left of the budget. */
  steps: number
}

const works = new AsyncLocalStorage<Work>()

/** Reads that `work` makes through a store fail with 'cancelled' once the signal aborts. Writes and transactions go on. */
export const withSignal = <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
  works.run({ signal, steps: works.getStore()?.steps ?? Number.POSITIVE_INFINITY }, work)

export const currentSignal = (): AbortSignal | undefined => works.getStore()?.signal

/** What one call may take. */
export interface Budget {
  readonly milliseconds: number
  /** Rows read, and rows and readings computed from them. */
  readonly steps: number
}

/** Like `withSignal`; reads and paced loops of `work` fail with 'timeout' once the budget is spent. */
export async function withBudget<T>(
  { milliseconds, steps }: Budget,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = Number.isFinite(milliseconds) ? setTimeout(() => late.abort(), milliseconds) : undefined
  const either = signal ? AbortSignal.any([signal, late.signal]) : late.signal
  try {
    return await works.run({ signal: either, steps }, work)
  } catch (error) {
    throw late.signal.aborted && !signal?.aborted ? tooMuchWork(error) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Takes steps from the budget of the call. */
export function spend(steps: number): void {
  const work = works.getStore()
  if (!work) return
  work.steps -= steps
  if (work.steps < 0) throw tooMuchWork()
}

/** A query that was sent but has not started ignores the cancellation. */
const CANCEL_AGAIN_MS = 50

/** Calls `cancel` from the moment that the signal aborts until `work` has ended. */
export async function cancellable<T>(
  signal: AbortSignal | undefined,
  cancel: () => unknown,
  work: () => Promise<T>,
): Promise<T> {
  if (!signal) return work()
  if (signal.aborted) throw cancelled()
  let isRunning = true
  let cancelling: Promise<void> | undefined
  const abort = () => {
    cancelling = (async () => {
      while (isRunning) {
        await cancel()
        await pause(CANCEL_AGAIN_MS)
      }
    })()
  }
  signal.addEventListener('abort', abort)
  try {
    return await work()
  } catch (error) {
    throw signal.aborted ? cancelled(error) : error
  } finally {
    isRunning = false
    signal.removeEventListener('abort', abort)
    // A late cancellation would hit the connection's next query.
    await cancelling
  }
}
