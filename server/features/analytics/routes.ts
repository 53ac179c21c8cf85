import { ANALYTICS_DIFFERENCES, analyticsReconciliation } from '#contract/analytics.ts'
import { entryOf } from '#contract/entry.ts'
import type { App } from '#server/http/app.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { analyticsDifferences } from './queries.ts'

export function analyticsRoutes(app: App): void {
  monthRoute(
    app,
    analyticsReconciliation,
    async ({ month, scope, today }) => {
      const row = (await analyticsDifferences(app.store, month, scope, today)) ?? {}
      const figure = (name: string) => entryOf(row, name) ?? 0
      const part = (name: string) => ({ orders: figure(`${name}_orders`), amount: figure(`${name}_amount`) })
      return {
        months: [month],
        // Refunds of this month may belong to orders of any month.
        reads: [EVERY_MONTH],
        data: {
          woocommerce: figure('woocommerce'),
          net_sale: figure('net_sale'),
          differences: ANALYTICS_DIFFERENCES.map((key) => ({ key, ...part(key) })),
          guests: part('guests'),
          recent: part('recent'),
          incomplete: figure('incomplete'),
        },
      }
    },
    { byDay: true },
  )
}
