// What a server measures about itself and its calls. Loaded only with a metrics token, since its library slows each start.
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { EVENTS_PATH } from '#contract/events.ts'
import type { App } from '#server/http/app.ts'
import { partMetrics } from './part-metrics.ts'
import type { Parts } from './parts.ts'

/** Seconds; budgets of calls are 50 to 300 ms, files take longer. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export function createMetrics(app: App, parts: Parts) {
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
