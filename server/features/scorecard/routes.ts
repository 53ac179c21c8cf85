import { lastMonths, type Month } from '#contract/month.ts'
import { type MainPage, mainPage, mainPageCharts, type ScorecardMonth } from '#contract/scorecard.ts'
import { averageOf } from '#server/domain/money.ts'
import { percentChange, placedChange } from '#server/domain/percent-change.ts'
import { type Span, spanBounds, wholeMonth } from '#server/domain/span.ts'
import type { App } from '#server/http/app.ts'
import { monthRoute } from '#server/http/month-route.ts'
import { accountReads } from '#server/http/send-json.ts'
import type { Reads } from '#server/store/store.ts'
import { buyersPerMonth, registrationsPerMonth, type SalesRow, salesByMonth } from './queries.ts'

export function scorecardRoutes(app: App): void {
  monthRoute(app, mainPage, async ({ month, compared, scope }) => {
    const main = wholeMonth(month)
    const read = await readSpans(app.store, [compared, main], scope)
    const [prev_month, main_month] = [scorecardMonth(read, compared), scorecardMonth(read, main)]
    return {
      months: [compared.month, month],
      reads: accountReads(scope),
      data: {
        main_month,
        prev_month,
        change: changes(main_month, prev_month),
        placed_change: placedChanges(main_month, prev_month),
      },
    }
  })

  monthRoute(app, mainPageCharts, async ({ month, scope }) => {
    const months = lastMonths(month, 12)
    const read = await readSpans(app.store, months.map(wholeMonth), scope)
    const data = Object.fromEntries(months.map((each) => [each, chartMonth(read, each)]))
    return { months, reads: accountReads(scope), data }
  })
}

type Read = Awaited<ReturnType<typeof readSpans>>

async function readSpans(store: Reads, spans: readonly Span[], scope: readonly string[] | null) {
  const [sales, buyers, registrations] = await Promise.all([
    salesByMonth(store, spans, scope),
    buyersPerMonth(store, spans, scope),
    registrationsPerMonth(store, spans, scope),
  ])
  return { sales, buyers, registrations }
}

const NOTHING_SOLD = { orders: 0, units: 0, coupons: 0, net: 0 }

const sold = (read: Read, month: Month, status: SalesRow['status']) =>
  read.sales.find((row) => row.month === month && row.status === status) ?? NOTHING_SOLD

function figures(read: Read, month: Month) {
  const { net, orders, units } = sold(read, month, 'wc-completed')
  const registered = read.registrations.filter((row) => row.month === month)
  return {
    net_sale: net,
    total_orders: orders,
    average_ticket: averageOf(net, orders),
    total_units_sold: units,
    new_customers: registered.reduce((sum, row) => sum + row.registered, 0),
    distinct_customers: read.buyers.find((row) => row.month === month)?.buyers ?? 0,
  }
}

function scorecardMonth(read: Read, span: Span): ScorecardMonth {
  const { month } = span
  const { net, orders, units } = sold(read, month, 'preparing')
  const companies = read.registrations.filter((row) => row.month === month && row.company !== '')
  return {
    ...figures(read, month),
    used_coupons: sold(read, month, 'wc-completed').coupons,
    customers_by_companies: companies.map(({ original_role, role, registered }) => ({
      original_role,
      role,
      total_registered: registered,
    })),
    preparing: { net_sale: net, total_orders: orders, total_units_sold: units },
    'dates-between': spanBounds(span),
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

function changes(current: ScorecardMonth, previous: ScorecardMonth): MainPage['change'] {
  const of = (figure: keyof MainPage['change']) => percentChange(current[figure], previous[figure], 100)
  return {
    net_sale: of('net_sale'),
    total_orders: of('total_orders'),
    average_ticket: of('average_ticket'),
    total_units_sold: of('total_units_sold'),
    new_customers: of('new_customers'),
    distinct_customers: of('distinct_customers'),
  }
}

function placedChanges(current: ScorecardMonth, previous: ScorecardMonth): MainPage['placed_change'] {
  const of = (figure: keyof MainPage['placed_change']) =>
    placedChange(
      current[figure],
      previous[figure],
      { preparing_amount: current.preparing[figure], prev_preparing_amount: previous.preparing[figure] },
      100,
    )
  return {
    net_sale: of('net_sale'),
    total_orders: of('total_orders'),
    total_units_sold: of('total_units_sold'),
  }
}
