import { businessLook } from '#contract/businesses.ts'
import { monthDays } from '#contract/month.ts'
import * as calls from '#contract/orders.ts'
import { sharesOf } from '#contract/shares.ts'
import { averageOf, differenceOf, sumOf, unitsOf } from '#server/domain/money.ts'
import { percentChange, placedBeside, placedChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { HttpError } from '#server/http/errors.ts'
import { foundByKey } from '#server/http/list-query.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { may } from '#server/http/principal.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import {
  oldOrdersOfMonth,
  ordersByProvince,
  ordersOfBuyer,
  ordersOfBuyers,
  ordersOfMonth,
  ordersOfRole,
} from './list-queries.ts'
import { orderHead } from './order-queries.ts'
import { type OrderAdmin, orderRoute } from './order-route.ts'
import {
  type ClassRow,
  completedTotals,
  type DayRow,
  soldByClass,
  totalsByDay,
  totalsByStatus,
} from './ranking-queries.ts'

export function orderRoutes(app: App, orderAdmin: OrderAdmin): void {
  orderRoute(app, orderAdmin)
  orderLists(app)
  orderRankings(app)
  orderSums(app)
}

function orderLists(app: App): void {
  listRoute(app, calls.orderCalls.orders, ({ month, scope, query }) => {
    const only = { province: query.state, distId: query.only_dist_id, counted: query.counted }
    return ordersOfMonth({ month, scope, statuses: query.status }, only)
  })

  listRoute(app, calls.orderCalls.ordersOfBuyer, async ({ scope, principal, params }) => {
    if (!may(principal, 'view:orders')) throw new HttpError('forbidden')
    const order = await orderHead(app.store, params.bought_order_id, scope)
    if (!order) throw new HttpError('order-not-found')
    return { query: ordersOfBuyer(order, scope), reads: ['dimensions', EVERY_MONTH] }
  })

  listRoute(app, calls.orderCalls.ordersOfBuyers, ({ scope, principal, query }) => {
    if (!may(principal, 'view:orders')) throw new HttpError('forbidden')
    return { ...ordersOfBuyers(query.buyer, scope), reads: ['dimensions', EVERY_MONTH] }
  })

  listRoute(
    app,
    calls.orderCalls.oldOrders,
    ({ month, scope, query, today }) =>
      oldOrdersOfMonth({ month, scope, statuses: query.status }, query.not_dist_ids ?? [], today),
    { byDay: true },
  )

  listRoute(app, calls.orderCalls.ordersByRole, ({ month, scope, query, params }) => ({
    ...foundByKey(
      ordersOfRole({ month, scope, isCluster: app.store.isCluster }, params.role_name, query.status),
      'order_id',
      {
        allAtOnce: true,
      },
    ),
    file: `compras_de_${params.role_name}`,
  }))

  listRoute(app, calls.orderCalls.ordersByState, ({ compared, scope, query }) =>
    ordersByProvince(compared, { scope, statuses: query.status }),
  )
}

function orderRankings(app: App): void {
  const { store } = app

  monthRoute(app, calls.ordersByStatus, async ({ month, scope }) => {
    const rows = await totalsByStatus(store, month, scope)
    const percents = sharesOf(rows.map(({ total_amount }) => total_amount))
    return { months: [month], data: rows.map((row, index) => ({ ...row, percent: percents[index] ?? 0 })) }
  })

  monthRoute(app, calls.ordersByDates, async ({ month, scope }) => ({
    months: [month],
    data: everyDay(month, await totalsByDay(store, month, scope)).map((day) => ({
      order_date: day.order_date,
      total_orders: day.orders_completed,
      total_amount: day.amount_completed,
      total_canceled_orders: day.orders_cancelled,
      total_canceled_amount: day.amount_cancelled,
    })),
  }))

  monthRoute(app, calls.ordersByDays, async ({ month, scope, query }) => {
    const days = everyDay(month, await totalsByDay(store, month, scope))
    const ranked = days.sort(
      (a, b) => b[query.orderBy] - a[query.orderBy] || a.order_date.localeCompare(b.order_date),
    )
    return { months: [month], data: ranked.map((day) => ({ day: Number(day.order_date.slice(8)), ...day })) }
  })

  monthRoute(app, calls.ordersByBusiness, async ({ month, compared, scope }) => {
    const rows = await soldByClass(store, 'business', month, compared, scope)
    const nameOf = ({ business }: ClassRow) => ({ business, ...businessLook(business) })
    return { months: [month, compared.month], data: ranking(rows, nameOf) }
  })

  monthRoute(app, calls.ordersBySegments, async ({ month, compared, scope }) => {
    const rows = await soldByClass(store, 'segment', month, compared, scope)
    const nameOf = ({ business, segment }: ClassRow) => ({
      business,
      segment,
      color: businessLook(business).color,
    })
    return { months: [month, compared.month], data: ranking(rows, nameOf) }
  })
}

function orderSums(app: App): void {
  monthRoute(app, calls.orderTotals, (call) =>
    compareMonths(
      call,
      async (span) => {
        const sold = await completedTotals(app.store, span, call.scope)
        return { ...sold, average_ticket: averageOf(sold.total_amount, sold.total_orders) }
      },
      (main, previous) => ({
        increment: percentChange(main.total_amount, previous.total_amount, 0),
        ...placedBeside('total_amount', main, previous),
      }),
    ),
  )

  monthRoute(app, calls.unitsSold, (call) =>
    compareMonths(
      call,
      (span) => completedTotals(app.store, span, call.scope),
      (main, previous) => ({
        increment: percentChange(main.total_units_sold, previous.total_units_sold, 0),
      }),
    ),
  )
}

/** Every day of the month, including days without orders. */
function everyDay(month: string, rows: readonly DayRow[]): DayRow[] {
  const byDate = new Map(rows.map((row) => [row.order_date, row]))
  const none = {
    orders_completed: 0,
    amount_completed: 0,
    orders_cancelled: 0,
    amount_cancelled: 0,
    units_sold: 0,
  }
  return monthDays(month).map((order_date) => byDate.get(order_date) ?? { order_date, ...none })
}

function ranking<Name>(all: readonly ClassRow[], nameOf: (row: ClassRow) => Name) {
  const total_amount = sumOf(all, (row) => row.total_amount)
  const total_units_sold = unitsOf(all, (row) => row.total_units_sold)
  const prev_amount = sumOf(all, (row) => row.prev_amount)
  const prev_units_sold = unitsOf(all, (row) => row.prev_units_sold)
  // Without an amount a row is not listed, though it may have units; the shares are of those that are, so that they add up.
  const listed = all.filter((row) => row.total_amount !== 0)
  const amounts = sharesOf(listed.map((row) => row.total_amount))
  const units = sharesOf(listed.map((row) => row.total_units_sold))
  const preparing_amount = sumOf(all, (row) => row.preparing_amount)
  const prev_preparing_amount = sumOf(all, (row) => row.prev_preparing_amount)
  const rows = listed.map((row, index) => ({
    ...nameOf(row),
    'total-item-amount': row.total_amount,
    'total-orders': row.total_orders,
    'total-units-sold': row.total_units_sold,
    total_orders: row.total_orders,
    percent_amount: amounts[index] ?? 0,
    percent_units_sold: units[index] ?? 0,
    ...withChanges(row),
  }))
  const sums = { total_amount, total_units_sold, prev_amount, prev_units_sold }
  return { rows, ...withChanges({ ...sums, preparing_amount, prev_preparing_amount }) }
}

type Compared = Omit<ClassRow, 'business' | 'segment' | 'total_orders'>

const withChanges = (row: Compared) => ({
  total_amount: row.total_amount,
  total_units_sold: row.total_units_sold,
  prev_amount: row.prev_amount,
  prev_units_sold: row.prev_units_sold,
  preparing_amount: row.preparing_amount,
  prev_preparing_amount: row.prev_preparing_amount,
  difference: differenceOf(row.total_amount, row.prev_amount),
  increment: percentChange(row.total_amount, row.prev_amount, 0),
  increment_units: percentChange(row.total_units_sold, row.prev_units_sold, 0),
  placed_increment: placedChange(row.total_amount, row.prev_amount, row),
})
