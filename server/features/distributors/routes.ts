import { distributorCalls, distributorSells, resume } from '#contract/distributors.ts'
import { sharesOf } from '#contract/shares.ts'
import { statusLabel } from '#contract/statuses.ts'
import { differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange, placedChange } from '#server/domain/percent-change.ts'
import { type Span, spanBounds, wholeMonth } from '#server/domain/span.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { billingOf } from './billing.ts'
import { profileRoutes } from './profile-routes.ts'
import * as queries from './queries.ts'

export function distributorRoutes(app: App): void {
  const { store } = app
  profileRoutes(app)

  monthRoute(app, resume, async ({ month, compared, scope }) => {
    const [statuses, billed] = await Promise.all([
      queries.totalsByStatus(store, [wholeMonth(month), compared], scope),
      queries.billingByDistributor(store, month, compared, scope),
    ])
    const [main, prev] = [statusesOf(statuses, wholeMonth(month)), statusesOf(statuses, compared)]
    return {
      months: [compared.month, month],
      data: {
        main_month: {
          ...main.total,
          resume: main.rows.map((row) => ({
            ...row,
            increment: percentChange(row.total_amount, prev.of(row.order_status).total_amount, 0),
          })),
        },
        prev_month: { ...prev.total, resume: prev.rows },
        increment: percentChange(main.total.total_amount, prev.total.total_amount, 0),
        billing: billingOf(billed),
      },
    }
  })

  listRoute(app, distributorCalls.distributorsList, ({ month, compared, scope }) => {
    return {
      query: queries.distributorsOfMonth(month, compared, scope),
      months: [month, compared.month],
      shape: (row) => {
        const fields = listedFields.parse(row)
        return {
          ...fields,
          // Rounded like every change.
          increment: percentChange(fields.completed_amount, fields.prev_completed_amount, 0),
          placed_increment: placedChange(fields.completed_amount, fields.prev_completed_amount, fields),
          total_orders: {
            'wc-completed': { total_orders: fields.completed_orders, total_amount: fields.completed_amount },
            'wc-cancelled': { total_orders: fields.cancelled_orders, total_amount: fields.cancelled_amount },
          },
        }
      },
    }
  })

  listRoute(app, distributorCalls.distributorsSells, ({ month, scope }) => queries.sellsOfMonth(month, scope))

  monthRoute(app, distributorSells, async ({ month, compared, scope, params: { dist_id } }) => {
    const found = await queries.distributor(store, dist_id, scope)
    if (!found) throw new HttpError('not-found')
    const statuses = await queries.totalsByStatus(store, [wholeMonth(month), compared], scope, dist_id)
    const [main, prev] = [statusesOf(statuses, wholeMonth(month)), statusesOf(statuses, compared)]
    const onlyPrevious = prev.rows.filter((row) => main.of(row.order_status).total_orders === 0)
    return {
      months: [compared.month, month],
      data: {
        ...found,
        main_month: main.total,
        prev_month: prev.total,
        increment: percentChange(main.total.total_amount, prev.total.total_amount, 0),
        items: [...main.rows, ...onlyPrevious.map(({ order_status }) => main.of(order_status))].map((row) =>
          statusItem(row, prev.of(row.order_status)),
        ),
      },
    }
  })
}

const listedFields = distributorCalls.distributorsList.response.shape.data.element.omit({
  total_orders: true,
})

type StatusTotals = Omit<queries.StatusRow, 'month'> & { percent_amount: number }

const statusItem = (row: StatusTotals, previous: StatusTotals) => ({
  order_status: row.order_status,
  label: statusLabel(row.order_status),
  amount: row.total_amount,
  total_orders: row.total_orders,
  percent_amount: row.percent_amount,
  prev_amount: previous.total_amount,
  prev_orders: previous.total_orders,
  difference: differenceOf(row.total_amount, previous.total_amount),
  increment: percentChange(row.total_amount, previous.total_amount, 0),
})

/** The rows of one month with their shares, a lookup by status (zeros for absent ones), and the total. */
function statusesOf(statuses: readonly queries.StatusRow[], span: Span) {
  const inMonth = statuses.filter((row) => row.month === span.month)
  const total = {
    'dates-between': spanBounds(span),
    total_amount: sumOf(inMonth, (row) => row.total_amount),
    total_orders: inMonth.reduce((sum, row) => sum + row.total_orders, 0),
  }
  const percents = sharesOf(inMonth.map((row) => row.total_amount))
  const rows = inMonth.map(
    ({ month: _, ...row }, index): StatusTotals => ({
      ...row,
      percent_amount: percents[index] ?? 0,
    }),
  )
  const of = (order_status: string): StatusTotals =>
    rows.find((row) => row.order_status === order_status) ?? {
      order_status,
      total_amount: 0,
      total_orders: 0,
      percent_amount: 0,
    }
  return { rows, total, of }
}
