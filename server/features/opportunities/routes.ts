import { opportunityCalls, opportunitySummary } from '#contract/opportunities.ts'
import { ofDistributor, opportunitiesOf, summaryOf } from '#server/figures/opportunities/opportunities.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

/** Earlier months say since when something is missing. */
const reads = ['dimensions', EVERY_MONTH]
/** The running month closes with its last day. */
const byDay = { byDay: true } as const

export function opportunityRoutes(app: App): void {
  computedListRoute(
    app,
    opportunityCalls.opportunities,
    async (call) => {
      const { months, rows } = await opportunitiesOf(app.store, call, call.versions)
      return { rows: ofDistributor(rows, call.query.dist_id), months, reads }
    },
    byDay,
  )

  monthRoute(
    app,
    opportunitySummary,
    async (call) => {
      const found = await opportunitiesOf(app.store, call, call.versions)
      return { data: summaryOf(found, call.query.dist_id), months: found.months, reads }
    },
    byDay,
  )
}
