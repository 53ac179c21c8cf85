// Counts calls per caller in the memory of this process: a bucket that refills evenly.
import { LRUCache } from 'lru-cache'

export interface RateLimiter {
  /** Counts a call; returns the seconds to wait if it exceeds the limit. */
  take(key: number): number | undefined
}

const MAX_CALLERS = 10_000

/** Allows `most` calls at once, and as many again in every period. */
export function rateLimiter({ most, seconds }: { most: number; seconds: number }): RateLimiter {
  const buckets = new LRUCache<number, { left: number; at: number }>({ max: MAX_CALLERS })
  const perSecond = most / seconds
  return {
    take(key) {
      const at = performance.now() / 1000
      const before = buckets.get(key) ?? { left: most, at }
      const left = Math.min(most, before.left + (at - before.at) * perSecond)
      buckets.set(key, { left: left < 1 ? left : left - 1, at })
      return left < 1 ? Math.ceil((1 - left) / perSecond) : undefined
    },
  }
}

export const noRateLimit: RateLimiter = { take: () => undefined }
