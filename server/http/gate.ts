// The gate in front of the server. A call that it refuses costs neither parsing nor access, and is held before the refusal, so
// that clients that repeat at once take no time from the calls that are answered.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import { MCP_PATH } from '#contract/assistants.ts'
import { EVENTS_PATH } from '#contract/events.ts'
import { health, readiness } from '#contract/settings.ts'
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

function isLimited(url = ''): boolean {
  const [path = ''] = url.split('?', 1)
  return (path.startsWith('/api/') && !ALWAYS_ANSWERED.has(path)) || path === MCP_PATH
}

interface Held {
  /** Passes the call on. */
  admit(): void
  refuse(): void
  readonly until: number
}

const TICK_MS = 20

export function createGate({ most, mostBehind, mostHeld, holdMs, mostConnections }: GateLimits): Gate {
  /** The oldest first. */
  const held = new Set<Held>()
  const loop = watchLoop(TICK_MS)
  let running = 0
  let refused = 0
  let isClosed = false

  const hasPlace = () => running < (loop.isBehind() ? mostBehind : most)
  const admitHeld = () => {
    for (const one of held) {
      if (!hasPlace()) return
      held.delete(one)
      one.admit()
    }
  }
  const ticks = setInterval(() => {
    loop.tick()
    const now = performance.now()
    for (const one of held) {
      if (one.until > now) break
      held.delete(one)
      one.refuse()
    }
    admitHeld()
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
        admitHeld()
      })
    }

  return {
    load: () => ({ running, waiting: held.size, refused }),
    close() {
      isClosed = true
      clearInterval(ticks)
      for (const one of held) one.refuse()
      held.clear()
    },
    serverFactory(handle, { keepAliveTimeout, requestTimeout, connectionTimeout }) {
      const server = createServer(limited(handle as RequestListener))
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
