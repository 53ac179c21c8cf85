import { columnsOfState } from '#contract/lists/opportunities.ts'
import { opportunityCalls, opportunitySummary } from '#contract/opportunities.ts'
import { summaryOf, voidsOfMonth } from '#server/figures/opportunities/decided.ts'
import { DECISIONS_VERSION } from '#server/figures/opportunities/decisions.ts'
import { peerSales } from '#server/figures/opportunities/peer-sales.ts'
import type { App } from '#server/http/app.ts'
import { computedListRoute } from '#server/http/computed-list.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'

/** Earlier months say since when something is missing; later ones what was sold of a followed one. */
const reads = ['dimensions', DECISIONS_VERSION, EVERY_MONTH]
/** The running month closes with its last day, and each day counts for what is followed. */
const byDay = { byDay: true } as const

export function opportunityRoutes(app: App): void {
  computedListRoute(
    app,
    opportunityCalls.opportunities,
    async (call) => {
      const { state, dist_id: distId } = call.query
      const { rows, found } = await voidsOfMonth(app.store, { ...call, distId }, call.versions)
      return { rows: rows[state], months: found.months, reads: [...reads, 'accounts'] }
    },
    { ...byDay, shownColumns: (columns, { query: { state } }) => columnsOfState(columns, state) },
  )

  computedListRoute(
    app,
    opportunityCalls.opportunityPeers,
    async (call) => {
      const { dist_id: distId, key } = call.params
      const { rows, found } = await peerSales(app.store, { ...call, distId, key }, call.versions)
      return { rows, months: found.months, reads: ['dimensions', EVERY_MONTH] }
    },
    byDay,
  )

  monthRoute(
    app,
    opportunitySummary,
    async (call) => {
      const voids = await voidsOfMonth(app.store, { ...call, distId: call.query.dist_id }, call.versions)
      return { data: summaryOf(voids), months: voids.found.months, reads }
    },
    byDay,
  )
}
