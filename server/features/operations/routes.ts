import type { App } from '#server/http/app.ts'
import { metricsRoute } from './metrics.ts'
import type { Parts } from './parts.ts'
import { readinessRoute } from './readiness.ts'

export function operationsRoutes(app: App, parts: Parts, metricsToken: string | undefined): void {
  readinessRoute(app, parts)
  metricsRoute(app, parts, metricsToken)
}
