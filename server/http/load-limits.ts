// How much work the server accepts at once. Calls beyond that get a 503 with Retry-After, because queued work of clients that
// gave up would delay everybody else.
import type { Budget } from '#server/store/cancellation.ts'
import { type Lane, lane } from '#server/store/concurrency.ts'
import { noRateLimit, type RateLimiter, rateLimiter } from './rate-limiter.ts'

/** Of calls before they are parsed. */
export interface GateLimits {
  /** Calls in progress. */
  readonly most: number
  /** The same while the event loop is behind. */
  readonly mostBehind: number
  /** Calls that wait for a place; others are refused at once. */
  readonly mostHeld: number
  /** Longest wait, after which a call is refused. */
  readonly holdMs: number
  /** Open connections. */
  readonly mostConnections: number
}

export interface LoadLimits extends GateLimits {
  /** Calls that need the database. */
  readonly calls: Lane
  /** Exported files, from their query to their last byte. */
  readonly exports: Lane
  /** Calls of each API token. */
  readonly apiTokens: RateLimiter
  /** Calls of each data link, which anyone who knows its address can make. */
  readonly dataLinks: RateLimiter
  /** What one call that only reads may take, once it has its place. */
  readonly budget: Budget
}

/** Browsers give up after seconds, so longer waits are useless. */
export const serverLimits = (): LoadLimits => ({
  calls: lane({ size: 6, maxWaitMs: 2500 }),
  exports: lane({ size: 4, maxWaiting: 16, maxWaitMs: 20_000 }),
  apiTokens: rateLimiter({ most: 300, seconds: 60 }),
  dataLinks: rateLimiter({ most: 60, seconds: 60 }),
  budget: { milliseconds: 30_000, steps: 50_000_000 },
  most: 256,
  mostBehind: 32,
  mostHeld: 4096,
  holdMs: 2000,
  mostConnections: 4096,
})

export const noLimits = (): LoadLimits => ({
  calls: lane({ size: Number.POSITIVE_INFINITY }),
  exports: lane({ size: Number.POSITIVE_INFINITY }),
  apiTokens: noRateLimit,
  dataLinks: noRateLimit,
  budget: { milliseconds: Number.POSITIVE_INFINITY, steps: Number.POSITIVE_INFINITY },
  most: Number.POSITIVE_INFINITY,
  mostBehind: Number.POSITIVE_INFINITY,
  mostHeld: Number.POSITIVE_INFINITY,
  holdMs: 0,
  mostConnections: Number.POSITIVE_INFINITY,
})
