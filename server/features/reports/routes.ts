import { businessTotals, reportCalls, simpleReportDetail } from '#contract/reports.ts'
import { sharesOf } from '#contract/shares.ts'
import { percentChange, placedBeside } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads } from '#server/http/send-json.ts'
import { buyXGetYLines, linesByBusiness, salesByProduct, tradeLines } from './line-queries.ts'
import { mailingList, mixedBoxDiscounts, simpleTotals, totalsByBusiness } from './queries.ts'

export function reportRoutes(app: App): void {
  const { store } = app

  listRoute(app, reportCalls.businessLines, linesByBusiness)
  listRoute(app, reportCalls.simpleReport, salesByProduct)
  listRoute(app, reportCalls.tradeReport, tradeLines)
  listRoute(app, reportCalls.businessReport, tradeLines)
  listRoute(app, reportCalls.mixedBoxes, (call) => mixedBoxDiscounts(call, call.query.status))
  listRoute(app, reportCalls.buyXGetY, (call) =>
    buyXGetYLines(call, call.query.order_status, call.query.type),
  )
  listRoute(app, reportCalls.mailList, ({ scope, query }) => ({
    ...foundByKey(
      mailingList(scope, query.allow_receive_comunications, query.allow_receive_samples),
      'customer_id',
    ),
    reads: ['dimensions', ...accountReads(scope)],
  }))

  monthRoute(app, businessTotals, async (call) => {
    const rows = await totalsByBusiness(store, call)
    const percents = sharesOf(rows.map(({ total_amount }) => total_amount))
    return {
      months: [call.month],
      data: rows.map((row, index) => ({ ...row, percent: percents[index] ?? 0 })),
    }
  })

  monthRoute(app, simpleReportDetail, (call) =>
    compareMonths(
      call,
      (span) => simpleTotals(store, span, call.scope),
      (main, previous) => {
        const change = (figure: keyof typeof main) => percentChange(main[figure], previous[figure], 0)
        return {
          change: {
            total_revenue: change('total_revenue'),
            total_orders: change('total_orders'),
            total_products: change('total_products'),
            total_users: change('total_users'),
          },
          ...placedBeside('total_revenue', main, previous),
        }
      },
    ),
  )
}
