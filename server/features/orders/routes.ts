// Routes of orders: lists, rankings and totals. Room features/orders: may import contract, domain, store, rollups and http.
import { businessLook } from '#contract/businesses.ts'
import { comparedMonth, monthBounds, monthDays } from '#contract/month.ts'
import {
  oldOrders,
  orders,
  ordersByBusiness,
  ordersByDates,
  ordersByDays,
  ordersByRole,
  ordersBySegments,
  ordersByState,
  ordersByStatus,
  orderTotals,
  unitsSold,
} from '#contract/orders.ts'
import { averageOf, differenceOf, sumOf } from '#server/domain/money.ts'
import { percentChange, percentOf } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { listRoute, monthRoute } from '#server/http/route.ts'
import { EVERY_MONTH } from '#server/http/send-json.ts'
import { oldOrdersOfMonth, ordersByProvince, ordersOfMonth, ordersOfRole } from './list-queries.ts'
import {
  type ClassRow,
  completedTotals,
  type DayRow,
  type Sold,
  soldByClass,
  totalsByDay,
  totalsByStatus,
} from './ranking-queries.ts'

export function orderRoutes(app: App): void {
  const { store } = app

  listRoute(app, orders, ({ month, scope, query }) => ({
    query: ordersOfMonth(
      { month, scope, statuses: query.status },
      { province: query.state, distId: query.only_dist_id },
    ),
    key: ['order_id'],
  }))

  // Days are counted to the newest day of all months.
  listRoute(app, oldOrders, ({ month, scope, query }) => ({
    reads: [EVERY_MONTH],
    query: oldOrdersOfMonth({ month, scope, statuses: query.status }, query.not_dist_ids ?? []),
    key: ['order_id'],
  }))

  listRoute(app, ordersByRole, ({ month, scope, query, params }) => ({
    query: ordersOfRole({ month, scope }, params.role_name, query.status),
    key: ['order_id'],
    file: `compras_de_${params.role_name}`,
  }))

  listRoute(app, ordersByState, ({ month, scope, query }) => ({
    query: ordersByProvince({ month, scope, statuses: query.status }),
    key: ['state'],
  }))

  monthRoute(app, ordersByStatus, async ({ month, scope }) => {
    const rows = await totalsByStatus(store, month, scope)
    const whole = sumOf(rows, ({ total_amount }) => total_amount)
    return {
      months: [month],
      data: rows.map((row) => ({ ...row, percent: percentOf(row.total_amount, whole) })),
    }
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
    const named = ({ business }: ClassRow) => ({ business, ...businessLook(business) })
    return { months: [month, previous], data: ranking(rows, named) }
  })

  monthRoute(app, ordersBySegments, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const rows = await soldByClass(store, 'segment', month, previous, scope)
    const named = ({ business, segment }: ClassRow) => ({
      business,
      segment,
      color: businessLook(business).color,
    })
    return { months: [month, previous], data: ranking(rows, named) }
  })

  monthRoute(app, orderTotals, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const [main, prev] = await twoMonths(month, previous, (asked) => completedTotals(store, asked, scope))
    const change = percentChange(main.total_amount, prev.total_amount, 0)
    return {
      months: [month, previous],
      data: {
        main_month: totalsOf(main, month),
        prev_month: totalsOf(prev, previous),
        increment: change,
      },
    }
  })

  monthRoute(app, unitsSold, async ({ month, scope, query }) => {
    const previous = comparedMonth(month, query.compare)
    const [main, prev] = await twoMonths(month, previous, (asked) => completedTotals(store, asked, scope))
    const unitsOf = (sold: Sold, asked: string) => ({
      total_units_sold: sold.total_units_sold,
      'dates-between': monthBounds(asked),
    })
    return {
      months: [month, previous],
      data: {
        main_month: unitsOf(main, month),
        prev_month: unitsOf(prev, previous),
        increment: percentChange(main.total_units_sold, prev.total_units_sold, 0),
      },
    }
  })
}

const twoMonths = <T>(month: string, other: string, ask: (month: string) => Promise<T>): Promise<[T, T]> =>
  Promise.all([ask(month), ask(other)])

const totalsOf = (sold: Sold, month: string) => ({
  ...sold,
  average_ticket: averageOf(sold.total_amount, sold.total_orders),
  'dates-between': monthBounds(month),
})

/** Every day of the month, days without orders included. */
function everyDay(month: string, rows: readonly DayRow[]): DayRow[] {
  const told = new Map(rows.map((row) => [row.order_date, row]))
  const empty = {
    orders_completed: 0,
    amount_completed: 0,
    orders_cancelled: 0,
    amount_cancelled: 0,
    units_sold: 0,
  }
  return monthDays(month).map((day) => told.get(day) ?? { order_date: day, ...empty })
}

function ranking<Named>(all: readonly ClassRow[], named: (row: ClassRow) => Named) {
  const amount = sumOf(all, (row) => row.total_amount)
  const units = sumOf(all, (row) => row.total_units_sold)
  const prevAmount = sumOf(all, (row) => row.prev_amount)
  const prevUnits = sumOf(all, (row) => row.prev_units_sold)
  const rows = all
    .filter((row) => row.total_amount !== 0)
    .map((row) => ({
      ...named(row),
      'total-item-amount': row.total_amount,
      'total-orders': row.total_orders,
      'total-units-sold': row.total_units_sold,
      total_amount: row.total_amount,
      total_orders: row.total_orders,
      total_units_sold: row.total_units_sold,
      percent_amount: percentOf(row.total_amount, amount),
      percent_units_sold: percentOf(row.total_units_sold, units),
      prev_amount: row.prev_amount,
      prev_units_sold: row.prev_units_sold,
      difference: differenceOf(row.total_amount, row.prev_amount),
      increment: percentChange(row.total_amount, row.prev_amount, 0),
      increment_units: percentChange(row.total_units_sold, row.prev_units_sold, 0),
    }))
  return {
    rows,
    total_amount: amount,
    total_units_sold: units,
    prev_amount: prevAmount,
    prev_units_sold: prevUnits,
    difference: differenceOf(amount, prevAmount),
    increment: percentChange(amount, prevAmount, 0),
    increment_units: percentChange(units, prevUnits, 0),
  }
}
