// Cancels reads whose caller has left. The signal travels with the asynchronous context, so queries need no parameter for it.
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { cancelled } from './errors.ts'

const signals = new AsyncLocalStorage<AbortSignal | undefined>()

/** Reads that `work` makes through a store fail with 'cancelled' once the signal aborts. Writes and transactions go on. */
export const withSignal = <T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
  signals.run(signal, work)

export const currentSignal = (): AbortSignal | undefined => signals.getStore()

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
