// Tells whether the event loop is behind, from the delays of regular ticks.

/** Delay of a tick above which the loop counts as behind. */
const LATE_MS = 50
/** Shorter peaks do not count. */
const PEAK_MS = 250

/** `tick` is called every `everyMs`. */
export function watchLoop(everyMs: number) {
  let ticked = performance.now()
  let behindSince: number | undefined
  return {
    tick() {
      const now = performance.now()
      if (now - ticked < everyMs + LATE_MS) behindSince = undefined
      else behindSince ??= now
      ticked = now
    },
    isBehind: () => behindSince !== undefined && performance.now() - behindSince >= PEAK_MS,
  }
}
