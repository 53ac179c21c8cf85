// GET /metrics for Prometheus. Labels come from lists in the code (routes, jobs, lanes), never from data or callers.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Parts } from './parts.ts'

/** Compares digests, whose comparison takes the same time for every guess. */
function isToken(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

/** `token`: without it, nothing is measured and the path answers 404. */
export async function metricsRoute(app: App, parts: Parts, token: string | undefined): Promise<void> {
  const metrics = token === undefined ? undefined : (await import('./registry.ts')).createMetrics(app, parts)
  app.server.get('/metrics', {
    schema: { hide: true },
    handler: async (request, reply) => {
      if (token === undefined || !metrics) throw new HttpError('not-found')
      const given = /^Bearer +(\S{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1]
      if (given === undefined || !isToken(given, token)) throw new HttpError('unauthorized')
      const { register, update } = metrics
      await update()
      return reply
        .header('cache-control', 'no-store')
        .type(register.contentType)
        .send(await register.metrics())
    },
  })
}
