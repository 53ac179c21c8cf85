// Routes of the distributors' views. Room features/distributors: may import contract, domain, store, rollups and http.
import { distributorSells, distributorsList, distributorsSells, resume } from '#contract/distributors.ts'
import { comparedMonth, type Month, monthBounds } from '#contract/month.ts'
import { statusLabel } from '#contract/statuses.ts'
import { differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange, percentOf } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { HttpError } from '#server/http/errors.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import {
  billingByDistributor,
  distributor,
  distributorsOfMonth,
  type StatusRow,
  sellsOfMonth,
  totalsByStatus,
} from './queries.ts'

export function distributorRoutes(app: App): void {
  const { store } = app

  monthRoute(app, resume, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const [statuses, billed] = await Promise.all([
      totalsByStatus(store, [month, previous], scope),
      billingByDistributor(store, month, previous, scope),
    ])
    const [main, prev] = [statusesOf(statuses, month), statusesOf(statuses, previous)]
    const total_amount = sumOf(billed, ({ amount }) => amount)
    const prev_amount = sumOf(billed, (row) => row.prev_amount)
    return {
      months: [previous, month],
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
        billing: {
          total_amount,
          prev_amount,
          difference: differenceOf(total_amount, prev_amount),
          increment: percentChange(total_amount, prev_amount, 0),
          items: billed.map((row) => ({
            ...row,
            percent_amount: percentOf(row.amount, total_amount),
            difference: differenceOf(row.amount, row.prev_amount),
            increment: percentChange(row.amount, row.prev_amount, 0),
          })),
        },
      },
    }
  })

  listRoute(app, distributorsList, ({ month, scope, query }) => ({
    query: distributorsOfMonth(month, comparedMonth(month, query.compare), scope),
    months: [month, comparedMonth(month, query.compare)],
    key: ['dist_id'],
    shape: (row) => {
      const listed = distributorsList.response.shape.data.element.omit({ total_orders: true }).parse(row)
      return {
        ...listed,
        // Rounded as every change is.
        increment: percentChange(listed.completed_amount, listed.prev_completed_amount, 0),
        total_orders: {
          'wc-completed': { total_orders: listed.completed_orders, total_amount: listed.completed_amount },
          'wc-cancelled': { total_orders: listed.cancelled_orders, total_amount: listed.cancelled_amount },
        },
      }
    },
  }))

  listRoute(app, distributorsSells, ({ month, scope }) => ({
    query: sellsOfMonth(month, scope),
    key: ['dist_id', 'order_status'],
  }))

  monthRoute(app, distributorSells, async ({ month, scope, query, params: { dist_id } }) => {
    const previous = comparedMonth(month, query.compare)
    const found = scope === null || scope.includes(dist_id) ? await distributor(store, dist_id) : undefined
    if (!found) throw new HttpError(404)
    const statuses = await totalsByStatus(store, [month, previous], scope, dist_id)
    const [main, prev] = [statusesOf(statuses, month), statusesOf(statuses, previous)]
    const gone = prev.rows.filter((row) => main.of(row.order_status).total_orders === 0)
    return {
      months: [previous, month],
      data: {
        ...found,
        main_month: main.total,
        prev_month: prev.total,
        increment: percentChange(main.total.total_amount, prev.total.total_amount, 0),
        items: [...main.rows, ...gone.map(({ order_status }) => main.of(order_status))].map((row) => {
          const before = prev.of(row.order_status)
          return {
            order_status: row.order_status,
            label: statusLabel(row.order_status),
            amount: row.total_amount,
            total_orders: row.total_orders,
            percent_amount: row.percent_amount,
            prev_amount: before.total_amount,
            prev_orders: before.total_orders,
            difference: differenceOf(row.total_amount, before.total_amount),
            increment: percentChange(row.total_amount, before.total_amount, 0),
          }
        }),
      },
    }
  })
}

/** The rows of one month with their share, what a status has (nothing, when it is not among them), and the sum of all. */
function statusesOf(statuses: readonly StatusRow[], month: Month) {
  const ofMonth = statuses.filter((row) => row.month === month)
  const total = {
    'dates-between': monthBounds(month),
    total_amount: sumOf(ofMonth, (row) => row.total_amount),
    total_orders: ofMonth.reduce((sum, row) => sum + row.total_orders, 0),
  }
  const rows = ofMonth.map(({ order_status, total_amount, total_orders }) => ({
    order_status,
    total_amount,
    total_orders,
    percent_amount: percentOf(total_amount, total.total_amount),
  }))
  const of = (order_status: string) =>
    rows.find((row) => row.order_status === order_status) ?? {
      order_status,
      total_amount: 0,
      total_orders: 0,
      percent_amount: 0,
    }
  return { rows, total, of }
}
