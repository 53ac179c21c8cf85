import { businessLook } from '#contract/businesses.ts'
import { comparedMonth, monthDays } from '#contract/month.ts'
import {
  orderCalls,
  ordersByBusiness,
  ordersByDates,
  ordersByDays,
  ordersBySegments,
  ordersByStatus,
  orderTotals,
  unitsSold,
} from '#contract/orders.ts'
import { sharesOf } from '#contract/shares.ts'
import { averageOf, differenceOf, sumOf, unitsOf } from '#server/domain/money.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { compareMonths } from '#server/http/compare-months.ts'
import { listRoute } from '#server/http/list-route.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { oldOrdersOfMonth, ordersByProvince, ordersOfMonth, ordersOfRole } from './list-queries.ts'
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
  listRoute(app, orderCalls.orders, ({ month, scope, query }) =>
    ordersOfMonth(
      { month, scope, statuses: query.status },
      { province: query.state, distId: query.only_dist_id },
    ),
  )

  // Days are counted to the newest day of all months.
  listRoute(app, orderCalls.oldOrders, ({ month, scope, query }) => ({
    reads: [EVERY_MONTH],
    query: oldOrdersOfMonth({ month, scope, statuses: query.status }, query.not_dist_ids ?? []),
  }))

  listRoute(app, orderCalls.ordersByRole, ({ month, scope, query, params }) => ({
    query: ordersOfRole({ month, scope }, params.role_name, query.status),
    file: `compras_de_${params.role_name}`,
  }))

  listRoute(app, orderCalls.ordersByState, ({ month, scope, query }) =>
    ordersByProvince({ month, scope, statuses: query.status }),
  )
}

function orderRankings(app: App): void {
  const { store } = app

  monthRoute(app, ordersByStatus, async ({ month, scope }) => {
    const rows = await totalsByStatus(store, month, scope)
    const percents = sharesOf(rows.map(({ total_amount }) => total_amount))
    return { months: [month], data: rows.map((row, index) => ({ ...row, percent: percents[index] ?? 0 })) }
  })

  monthRoute(app, ordersByDates, async ({ month, scope }) => ({
    months: [month],
    data: everyDay(month, await totalsByDay(store, month, scope)).map((day) => ({
      order_date: day.order_date,
      total_orders: day.orders_completed,
      total_amount: day.amount_completed,
      total_canceled_orders: day.orders_cancelled,
      total_canceled_amount: day.amount_cancelled,
    })),
  }))

  monthRoute(app, ordersByDays, async ({ month, scope, query }) => {
    const days = everyDay(month, await totalsByDay(store, month, scope))
    const ranked = days.sort(
      (a, b) => b[query.orderBy] - a[query.orderBy] || a.order_date.localeCompare(b.order_date),
    )
    return { months: [month], data: ranked.map((day) => ({ day: Number(day.order_date.slice(8)), ...day })) }
  })

  monthRoute(app, ordersByBusiness, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const rows = await soldByClass(store, 'business', month, previous, scope)
    const nameOf = ({ business }: ClassRow) => ({ business, ...businessLook(business) })
    return { months: [month, previous], data: ranking(rows, nameOf) }
  })

  monthRoute(app, ordersBySegments, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const rows = await soldByClass(store, 'segment', month, previous, scope)
    const nameOf = ({ business, segment }: ClassRow) => ({
      business,
      segment,
      color: businessLook(business).color,
    })
    return { months: [month, previous], data: ranking(rows, nameOf) }
  })
}

function orderSums(app: App): void {
  monthRoute(app, orderTotals, (call) =>
    compareMonths(
      call,
      async (month) => {
        const sold = await completedTotals(app.store, month, call.scope)
        return { ...sold, average_ticket: averageOf(sold.total_amount, sold.total_orders) }
      },
      (main, previous) => ({ increment: percentChange(main.total_amount, previous.total_amount, 0) }),
    ),
  )

  monthRoute(app, unitsSold, (call) =>
    compareMonths(
      call,
      (month) => completedTotals(app.store, month, call.scope),
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
  const amounts = sharesOf(all.map((row) => row.total_amount))
  const units = sharesOf(all.map((row) => row.total_units_sold))
  const rows = all
    .map((row, index) => ({
      ...nameOf(row),
      'total-item-amount': row.total_amount,
      'total-orders': row.total_orders,
      'total-units-sold': row.total_units_sold,
      total_orders: row.total_orders,
      percent_amount: amounts[index] ?? 0,
      percent_units_sold: units[index] ?? 0,
      ...withChanges(row),
    }))
    .filter((row) => row.total_amount !== 0)
  return { rows, ...withChanges({ total_amount, total_units_sold, prev_amount, prev_units_sold }) }
}

type Compared = Pick<ClassRow, 'total_amount' | 'total_units_sold' | 'prev_amount' | 'prev_units_sold'>

const withChanges = ({ total_amount, total_units_sold, prev_amount, prev_units_sold }: Compared) => ({
  total_amount,
  total_units_sold,
  prev_amount,
  prev_units_sold,
  difference: differenceOf(total_amount, prev_amount),
  increment: percentChange(total_amount, prev_amount, 0),
  increment_units: percentChange(total_units_sold, prev_units_sold, 0),
})
