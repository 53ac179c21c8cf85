// Polling interval of a job: short while records change, longer while idle, longest while the shop fails.

const SECOND = 1000
const MINUTE = 60 * SECOND

/** Rest between two runs after a quiet time, longest first. */
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

/** `random`: from 0 to 1, jitter between servers. */
export function createBackoff(random: () => number = Math.random): Backoff {
  let notBefore = 0
  let endedAt = 0
  let quietSince: number | undefined
  let failures = 0
  return {
    // After the clock was set back, run at once.
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
      // A little less, since the next tick may come early.
      const rest = RESTS.find((one) => quietFor >= one.quietFor)?.rest ?? 0
      notBefore = rest === 0 ? 0 : at + rest - 2 * SECOND
    },
  }
}
