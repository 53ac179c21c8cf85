// GET /metrics for Prometheus. Labels come from lists in the code (routes, jobs, lanes), never from data or callers.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { EVENTS_PATH } from '#contract/events.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { partMetrics } from './part-metrics.ts'
import type { Parts } from './parts.ts'

/** Seconds; budgets of calls are 50 to 300 ms, files take longer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** Compares digests, whose comparison takes the same time for every guess. */
function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** `token`: without it, nothing is measured and the path answers 404. */
export function metricsRoute(app: App, parts: Parts, token: string | undefined): void {
  const { server } = app
  const metrics = token === undefined ? undefined : createMetrics(app, parts)
  server.get('/metrics', {
    schema: { hide: true },
    handler: async (request, reply) => {
      if (token === undefined || !metrics) throw new HttpError(404)
      const given = /^Bearer +(\S{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
      if (given === undefined || !isToken(given, token)) throw new HttpError(401)
      const { register, update } = metrics
      await update()
      return reply
        .header('cache-control', 'no-store')
        .type(register.contentType)
        .send(await register.metrics())
    },
  })
}

function createMetrics(app: App, parts: Parts) {
  const register = new Registry()
  // Memory, processor, garbage collection and delays of the event loop.
  collectDefaultMetrics({ register })
  measureCalls(app.server, register)
  return { register, update: partMetrics(app, parts, register) }
}

function measureCalls(server: FastifyInstance, register: Registry): void {
  const calls = new Histogram({
    name: 'gondola_http_request_duration_seconds',
    help: 'Calls by route, from the request to the last byte of the response; without event streams',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [register],
  })
  server.addHook('onResponse', async ({ method, routeOptions: { url: route = 'unknown' } }, reply) => {
    if (route === EVENTS_PATH) return
    calls.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}
