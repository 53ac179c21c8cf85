import { distributionCalls } from '#contract/distribution.ts'
import { distributionOf, movesOf, sellersOf } from '#server/figures/distribution.ts'
import type { App } from '#server/http/app.ts'
import { listRoute } from '#server/http/list-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

export function distributionRoutes(app: App): void {
  listRoute(app, distributionCalls.distribution, ({ month, compared, scope, query: { by, province } }) => ({
    query: distributionOf(month, compared, { by, scope, province }),
    months: [month, compared.month],
    singlePass: true,
  }))

  listRoute(app, distributionCalls.distributionSellers, ({ month, scope, query, params }) => ({
    query: sellersOf(params.key, month, query.state, { by: query.by, scope, province: query.province }),
    // Earlier months say who stopped.
    reads: ['dimensions', EVERY_MONTH],
    singlePass: true,
  }))

  listRoute(app, distributionCalls.distributionMoves, ({ month, compared, scope, query, params }) => ({
    query: movesOf(params.key, [month, compared], query.state, {
      ...{ by: query.by, scope, province: query.province },
    }),
    months: [month, compared.month],
    singlePass: true,
  }))
}
