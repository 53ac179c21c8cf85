// A long loop lets other work of the process run in between: views wait for it as long as one turn takes.
import { setImmediate } from 'node:timers/promises'

const TURN_MS = 3

/** Call it after each step of a loop, and await what it returns. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now()
  const rest = async () => {
    await setImmediate()
    since = performance.now()
  }
  return () => (performance.now() - since < TURN_MS ? undefined : rest())
}
