// Repeats calls that a busy server refused, after the delay that it asks for.
import { createStore } from './create-store.ts'

const REPEATS = 3
/** Beyond this the error is shown, with its button to try again. */
const LONGEST_PAUSE_S = 10

const waiting = createStore(0)

/** Whether a call is waiting to be repeated. */
export const useServerBusy = (): boolean => waiting.use() > 0

/** Seconds to wait before a repeat; undefined for any other response. */
function pauseOf({ status, headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return status === 503 && seconds >= 0 && seconds <= LONGEST_PAUSE_S ? seconds : undefined
}

/** Resolves after the pause and a random addition, so that browsers do not return at the same time. */
function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      seconds * 1000 * (1 + Math.random() / 2),
    )
    signal?.addEventListener('abort', abort)
  })
}

/** The first response that does not ask to come back later, or the last one after some repeats. */
export async function repeatWhileBusy(
  send: () => Promise<Response>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let repeats = 0; ; repeats++) {
    const response = await send()
    const seconds = pauseOf(response)
    if (seconds === undefined || repeats === REPEATS) return response
    await response.body?.cancel()
    waiting.set(waiting.get() + 1)
    try {
      await pause(seconds, signal)
    } finally {
      waiting.set(waiting.get() - 1)
    }
  }
}
