import type { App } from '#server/http/app.ts'
import { metricsRoute } from './metrics.ts'
import type { Parts } from './parts.ts'
import { readinessRoute } from './readiness.ts'

export async function operationsRoutes(app: App, parts: Parts, metricsToken: string | undefined) {
  readinessRoute(app, parts)
  await metricsRoute(app, parts, metricsToken)
}
