// How much work the server accepts at once. What exceeds it gets a 503 with Retry-After: answers that nobody waits for any
// more would take the place of those that somebody does.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { EVENTS_PATH } from '#contract/events.ts'
import { health } from '#contract/settings.ts'
import { type Lane, lane } from '#server/store/concurrency.ts'
import { overloaded } from '#server/store/errors.ts'

export interface Lanes {
  /** Calls that need the database. */
  readonly calls: Lane
  /** Exported files, from their query to their last byte. */
  readonly exports: Lane
}

/** A browser gives up after seconds, so a longer wait helps nobody. */
export const openLanes = (): Lanes => ({
  calls: lane({ size: 16, maxWaiting: 1000, maxWaitMs: 2500 }),
  exports: lane({ size: 4, maxWaiting: 16, maxWaitMs: 20_000 }),
})

/** Work of one turn of the event loop beyond which the loop is behind. */
const TURN_MS = 50
/** Short peaks are worked off instead of refused. */
const PEAK_MS = 1000

const ALWAYS_ANSWERED = new Set([health.path, EVENTS_PATH])

/** Refuses calls while the event loop has been behind for longer than a peak, after the first ones of each turn. */
export function refuseBeyondCapacity(server: FastifyInstance): void {
  let turnStarted: number | undefined
  let behindSince: number | undefined
  const endTurn = () => {
    const now = performance.now()
    if (now - (turnStarted ?? now) < TURN_MS) behindSince = undefined
    else behindSince ??= now
    turnStarted = undefined
  }
  server.addHook('onRequest', async (request: FastifyRequest) => {
    const now = performance.now()
    if (turnStarted === undefined) {
      turnStarted = now
      setImmediate(endTurn)
    }
    if (behindSince === undefined || now - behindSince < PEAK_MS || now - turnStarted < TURN_MS) return
    const path = request.routeOptions.url ?? ''
    if (path.startsWith('/api/') && !ALWAYS_ANSWERED.has(path)) throw overloaded()
  })
}
