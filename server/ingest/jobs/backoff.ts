// How often a job that looks every few seconds really looks: at once again while something moves, seldom while nothing
// does, and ever less often while the shop is in trouble. Room ingest.

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Quiet for so long, and it rests so long between two looks. */
const RESTS = [
  { quietFor: 15 * MINUTE, rest: 60 * SECOND },
  { quietFor: 5 * MINUTE, rest: 30 * SECOND },
] as const
const FIRST_BACK_OFF = 30 * SECOND
const LONGEST_BACK_OFF = 10 * MINUTE

export interface Backoff {
  isDue(now: Date): boolean
  ended(how: 'moved' | 'quiet' | 'failed', now: Date): void
}

/** `random`: from 0 to 1; spreads several servers apart. */
export function createBackoff(random: () => number = Math.random): Backoff {
  let notBefore = 0
  let endedAt = 0
  let quietSince: number | undefined
  let failures = 0
  return {
    // A clock that was put back says nothing of how long it has rested.
    isDue: (now) => now.getTime() >= notBefore || now.getTime() < endedAt,
    ended(how, now) {
      const at = now.getTime()
      endedAt = at
      if (how === 'failed') {
        const longest = Math.min(FIRST_BACK_OFF * 2 ** failures++, LONGEST_BACK_OFF)
        notBefore = at + longest / 2 + (random() * longest) / 2
        return
      }
      failures = 0
      quietSince = how === 'quiet' ? (quietSince ?? at) : undefined
      const quietFor = quietSince === undefined ? 0 : at - quietSince
      // A little less, since the clock's next tick may come a moment early.
      const rest = RESTS.find((one) => quietFor >= one.quietFor)?.rest ?? 0
      notBefore = rest === 0 ? 0 : at + rest - 2 * SECOND
    },
  }
}
