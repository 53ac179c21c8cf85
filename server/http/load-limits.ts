// How much work the server accepts at once. Calls beyond that get a 503 with Retry-After, because queued work of clients that
// gave up would delay everybody else.
import type { FastifyInstance } from 'fastify'
import { EVENTS_PATH } from '#contract/events.ts'
import { health, readiness } from '#contract/settings.ts'
import { type Lane, type LaneLoad, lane } from '#server/store/concurrency.ts'
import { overloaded } from '#server/store/errors.ts'
import { noRateLimit, type RateLimiter, rateLimiter } from './rate-limiter.ts'

export interface LoadLimits {
  /** Calls that need the database. */
  readonly calls: Lane
  /** Exported files, from their query to their last byte. */
  readonly exports: Lane
  /** Calls of each API token. */
  readonly apiTokens: RateLimiter
  /** Calls of each data link, which anyone who knows its address can make. */
  readonly dataLinks: RateLimiter
  /** Calls in progress. */
  readonly most: number
  /** The same while the event loop is behind. */
  readonly mostBehind: number
}

/** Browsers give up after seconds, so longer waits are useless. */
export const serverLimits = (): LoadLimits => ({
  calls: lane({ size: 6, maxWaitMs: 2500 }),
  exports: lane({ size: 4, maxWaiting: 16, maxWaitMs: 20_000 }),
  apiTokens: rateLimiter({ most: 300, seconds: 60 }),
  dataLinks: rateLimiter({ most: 60, seconds: 60 }),
  most: 256,
  mostBehind: 32,
})

export const noLimits = (): LoadLimits => ({
  calls: lane({ size: Number.POSITIVE_INFINITY }),
  exports: lane({ size: Number.POSITIVE_INFINITY }),
  apiTokens: noRateLimit,
  dataLinks: noRateLimit,
  most: Number.POSITIVE_INFINITY,
  mostBehind: Number.POSITIVE_INFINITY,
})

const TICK_MS = 20
/** Delay of a tick above which the event loop counts as behind. */
const LATE_MS = 50
/** Shorter peaks are accepted instead of refused. */
const PEAK_MS = 250

const ALWAYS_ANSWERED = new Set<string>([health.path, readiness.path, EVENTS_PATH])

/** Refuses calls beyond the limits of calls in progress. Returns their current numbers. */
export function refuseBeyondCapacity(
  server: FastifyInstance,
  { most, mostBehind }: LoadLimits,
): () => LaneLoad {
  let ticked = performance.now()
  let behindSince: number | undefined
  let calls = 0
  let refused = 0
  const ticks = setInterval(() => {
    const now = performance.now()
    if (now - ticked < TICK_MS + LATE_MS) behindSince = undefined
    else behindSince ??= now
    ticked = now
  }, TICK_MS).unref()
  server.addHook('onClose', async () => clearInterval(ticks))
  server.addHook('onRequest', async ({ routeOptions: { url = '' } }, reply) => {
    if (!url.startsWith('/api/') || ALWAYS_ANSWERED.has(url)) return
    const isBehind = behindSince !== undefined && performance.now() - behindSince >= PEAK_MS
    if (calls >= (isBehind ? mostBehind : most)) {
      refused++
      throw overloaded()
    }
    calls++
    reply.raw.once('close', () => {
      calls--
    })
  })
  return () => ({ running: calls, waiting: 0, refused })
}
