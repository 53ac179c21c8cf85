// The gate in front of the server. A call that it refuses costs neither parsing nor access, and is held before the refusal, so
// that clients that repeat at once take no time from the calls that are answered.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { MCP_PATH } from '#contract/assistants.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { health, readiness } from '#contract/settings.ts'
import { decoded } from '#server/domain/decoded.ts'
import type { LaneLoad } from '#server/store/concurrency.ts'
import { OVERLOADED, retryAfterSeconds } from './errors.ts'
import type { GateLimits } from './load-limits.ts'
import { watchLoop } from './loop-watch.ts'

export interface Gate {
  /** Calls in progress, held, and refused since the start. */
  load(): LaneLoad
  readonly serverFactory: NonNullable<FastifyServerOptions['serverFactory']>
  /** Refuses held calls, and from now on those without a place at once. */
  close(): void
}

const ALWAYS_ANSWERED = new Set<string>([health.path, readiness.path, EVENTS_PATH])

/** As the router reads it, also of an absolute or percent-encoded address. */
function pathOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1)
  return path.includes('%') ? decoded(path) : path
}

function isLimited(url = ''): boolean {
  const path = pathOf(url)
  return (path.startsWith('/api/') && !ALWAYS_ANSWERED.has(path)) || path === MCP_PATH
}

interface Held {
  /** Passes the call on. */
  admit(): void
  refuse(): void
  readonly until: number
}

const TICK_MS = 20
/** Held calls that get a place in one turn of the event loop; others, such as health, are read between turns. */
const MOST_PER_TURN = 8

/** Calls that wait for a place, the oldest first. */
function waitingCalls(hasPlace: () => boolean) {
  const held = new Set<Held>()
  let turn: NodeJS.Immediate | undefined
  const admit = () => {
    turn = undefined
    let admitted = 0
    for (const one of held) {
      if (!hasPlace()) return
      if (admitted++ === MOST_PER_TURN) return admitSoon()
      held.delete(one)
      one.admit()
    }
  }
  const admitSoon = () => {
    turn ??= setImmediate(admit)
  }
  return {
    held,
    admitSoon,
    /** Refuses those that waited in vain. */
    refuseUntil(now: number) {
      for (const one of held) {
        if (one.until > now) return
        held.delete(one)
        one.refuse()
      }
    },
    close() {
      if (turn !== undefined) clearImmediate(turn)
    },
  }
}

export function createGate({ most, mostBehind, mostHeld, holdMs, mostConnections }: GateLimits): Gate {
  const loop = watchLoop(TICK_MS)
  let running = 0
  let refused = 0
  let isClosed = false
  let server: Server | undefined

  const hasPlace = () => running < (loop.isBehind() ? mostBehind : most)
  const waiting = waitingCalls(hasPlace)
  const { held, admitSoon } = waiting
  const ticks = setInterval(() => {
    loop.tick()
    waiting.refuseUntil(performance.now())
    admitSoon()
  }, TICK_MS).unref()

  const limited =
    (handle: RequestListener) =>
    (request: IncomingMessage, response: ServerResponse): void => {
      if (!isLimited(request.url)) {
        handle(request, response)
        return
      }
      let isRunning = false
      const call: Held = {
        admit() {
          isRunning = true
          running++
          handle(request, response)
        },
        refuse() {
          refused++
          sendRefusal(response)
        },
        until: performance.now() + holdMs,
      }
      const canWait = !isClosed && held.size < mostHeld
      if (held.size === 0 && hasPlace()) call.admit()
      else if (canWait) held.add(call)
      else call.refuse()
      response.once('close', () => {
        held.delete(call)
        if (!isRunning) return
        running--
        admitSoon()
      })
    }

  return {
    load: () => ({ running, waiting: held.size, refused }),
    close() {
      isClosed = true
      clearInterval(ticks)
      waiting.refuseUntil(Number.POSITIVE_INFINITY)
      waiting.close()
      // Connections of calls in progress would otherwise stay open after their answer, and the server with them.
      if (server) server.keepAliveTimeout = 1
    },
    serverFactory(handle, { keepAliveTimeout, requestTimeout, connectionTimeout }) {
      server = createServer(limited(handle as RequestListener))
      server.keepAliveTimeout = Number(keepAliveTimeout)
      server.requestTimeout = Number(requestTimeout)
      server.setTimeout(Number(connectionTimeout))
      if (Number.isFinite(mostConnections)) server.maxConnections = mostConnections
      return server
    },
  }
}

function sendRefusal(response: ServerResponse): void {
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': OVERLOADED.length,
    'cache-control': 'no-store',
    'retry-after': String(retryAfterSeconds()),
    'x-content-type-options': 'nosniff',
  })
  response.end(OVERLOADED)
}
