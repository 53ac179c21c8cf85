// Routes of the reports. Room features/reports: may import contract, domain, store, rollups and http.
import { comparedMonth, monthBounds } from '#contract/month.ts'
import {
  businessLines,
  businessReport,
  businessTotals,
  buyXGetY,
  mailList,
  mixedBoxes,
  simpleReport,
  simpleReportDetail,
  tradeReport,
} from '#contract/reports.ts'
import { sumOf } from '#server/domain/money.ts'
import { percentChange, percentOf } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import { buyXGetYLines, linesByBusiness, salesByProduct, tradeLines } from './line-queries.ts'
import { mailingList, mixedBoxDiscounts, simpleTotals, totalsByBusiness } from './queries.ts'

const BY_LINE = ['order_id', 'line_id']

export function reportRoutes(app: App): void {
  const { store } = app

  listRoute(app, businessLines, linesByBusiness)

  monthRoute(app, businessTotals, async (call) => {
    const rows = await totalsByBusiness(store, call)
    const whole = sumOf(rows, ({ total_amount }) => total_amount)
    return {
      months: [call.month],
      data: rows.map((row) => ({ ...row, percent: percentOf(row.total_amount, whole) })),
    }
  })

  listRoute(app, mailList, ({ scope, query }) => ({
    months: [],
    reads: ['dimensions'],
    ...foundByKey(
      mailingList(scope, {
        communications: query.allow_receive_comunications,
        samples: query.allow_receive_samples,
      }),
      'customer_id',
    ),
  }))

  listRoute(app, simpleReport, salesByProduct)

  monthRoute(app, simpleReportDetail, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const [main, prev] = await Promise.all([
      simpleTotals(store, { month, scope }),
      simpleTotals(store, { month: previous, scope }),
    ])
    const change = (figure: keyof typeof main) => percentChange(main[figure], prev[figure], 0)
    return {
      months: [month, previous],
      data: {
        main_month: { ...main, 'dates-between': monthBounds(month) },
        prev_month: { ...prev, 'dates-between': monthBounds(previous) },
        change: {
          total_revenue: change('total_revenue'),
          total_orders: change('total_orders'),
          total_products: change('total_products'),
          total_users: change('total_users'),
        },
      },
    }
  })

  for (const report of [tradeReport, businessReport] as const) {
    listRoute(app, report, ({ month, scope, query: { type, discounts } }) =>
      tradeLines({ month, scope, type, onlyDiscounted: discounts }),
    )
  }

  listRoute(app, mixedBoxes, ({ month, scope, query }) => ({
    query: mixedBoxDiscounts({ month, scope }, query.status),
    key: ['order_id', 'discount_id'],
  }))

  listRoute(app, buyXGetY, ({ month, scope, query }) => ({
    query: buyXGetYLines({ month, scope }, query.order_status, query.type),
    key: BY_LINE,
  }))
}
