import { comparedMonth, lastMonths, type Month, monthBounds } from '#contract/month.ts'
import {
  type MainPage,
  type MainPageSameDays,
  mainPage,
  mainPageCharts,
  mainPageSameDays,
  type ScorecardMonth,
} from '#contract/scorecard.ts'
import { averageOf } from '#server/domain/money.ts'
import { percentChange } from '#server/domain/percent-change.ts'
import type { App } from '#server/http/app.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads } from '#server/http/send-json.ts'
import type { Reads } from '#server/store/store.ts'
import {
  buyersPerMonth,
  type FirstDaysRow,
  registrationsPerMonth,
  salesByMonth,
  salesOfFirstDays,
} from './queries.ts'

export function scorecardRoutes(app: App): void {
  monthRoute(app, mainPage, async ({ month, scope, query }) => {
    const months = [comparedMonth(month, query.compare), month]
    const read = await readMonths(app.store, months, scope)
    const [prev_month, main_month] = [scorecardMonth(read, months[0]!), scorecardMonth(read, month)]
    const change = changes(main_month, prev_month)
    return { months, reads: accountReads(scope), data: { main_month, prev_month, change } }
  })

  monthRoute(app, mainPageSameDays, async ({ month, scope, query: { compare, days } }) => {
    const months = [comparedMonth(month, compare), month]
    const rows = await salesOfFirstDays(app.store, months, days, scope)
    const [prev_month, main_month] = [firstDays(rows, months[0]!, days), firstDays(rows, month, days)]
    return { months, data: { main_month, prev_month, change: salesChanges(main_month, prev_month) } }
  })

  monthRoute(app, mainPageCharts, async ({ month, scope }) => {
    const months = lastMonths(month, 12)
    const read = await readMonths(app.store, months, scope)
    const data = Object.fromEntries(months.map((each) => [each, chartMonth(read, each)]))
    return { months, reads: accountReads(scope), data }
  })
}

type Read = Awaited<ReturnType<typeof readMonths>>

async function readMonths(store: Reads, months: readonly Month[], scope: readonly string[] | null) {
  const [sales, buyers, registrations] = await Promise.all([
    salesByMonth(store, months, scope),
    buyersPerMonth(store, months, scope),
    registrationsPerMonth(store, months, scope),
  ])
  return { sales, buyers, registrations }
}

const NOTHING_SOLD = { orders: 0, units: 0, coupons: 0, net: 0 }

const sold = (read: Read, month: Month, status: 'wc-completed' | 'wc-cancelled') =>
  read.sales.find((row) => row.month === month && row.status === status) ?? NOTHING_SOLD

const salesOf = ({ net, orders, units }: Omit<FirstDaysRow, 'month'>) => ({
  net_sale: net,
  total_orders: orders,
  average_ticket: averageOf(net, orders),
  total_units_sold: units,
})

/** A month with fewer days is used in full. */
function firstDays(rows: readonly FirstDaysRow[], month: Month, days: number) {
  const { from_date, to_date } = monthBounds(month)
  const last = `${month}-${String(days).padStart(2, '0')}`
  return {
    ...salesOf(rows.find((row) => row.month === month) ?? NOTHING_SOLD),
    'dates-between': { from_date, to_date: last < to_date ? last : to_date },
  }
}

function figures(read: Read, month: Month) {
  const registered = read.registrations.filter((row) => row.month === month)
  return {
    ...salesOf(sold(read, month, 'wc-completed')),
    new_customers: registered.reduce((sum, row) => sum + row.registered, 0),
    distinct_customers: read.buyers.find((row) => row.month === month)?.buyers ?? 0,
  }
}

function scorecardMonth(read: Read, month: Month): ScorecardMonth {
  const companies = read.registrations.filter((row) => row.month === month && row.company !== '')
  return {
    ...figures(read, month),
    used_coupons: sold(read, month, 'wc-completed').coupons,
    customers_by_companies: companies.map(({ original_role, role, registered }) => ({
      original_role,
      role,
      total_registered: registered,
    })),
    'dates-between': monthBounds(month),
  }
}

function chartMonth(read: Read, month: Month) {
  const completed = sold(read, month, 'wc-completed')
  const cancelled = sold(read, month, 'wc-cancelled')
  return {
    completed_orders: { total_amount: completed.net, total_orders: completed.orders },
    canceled_orders: {
      total_canceled_amount: cancelled.net,
      total_canceled_orders: cancelled.orders,
    },
    figures: figures(read, month),
  }
}

type SalesChanges = MainPageSameDays['change']

function salesChanges(current: SalesChanges, previous: SalesChanges): SalesChanges {
  const of = (figure: keyof SalesChanges) => percentChange(current[figure], previous[figure], 100)
  return {
    net_sale: of('net_sale'),
    total_orders: of('total_orders'),
    average_ticket: of('average_ticket'),
    total_units_sold: of('total_units_sold'),
  }
}

function changes(current: ScorecardMonth, previous: ScorecardMonth): MainPage['change'] {
  const of = (figure: keyof MainPage['change']) => percentChange(current[figure], previous[figure], 100)
  return {
    ...salesChanges(current, previous),
    new_customers: of('new_customers'),
    distinct_customers: of('distinct_customers'),
  }
}
