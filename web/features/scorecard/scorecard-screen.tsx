// Scorecard: six figures of the month and two charts of its year.

import { useQuery } from '@tanstack/react-query'
import { entryOf } from '#contract/entry.ts'
import { type Month, monthBounds } from '#contract/month.ts'
import type { MainPage } from '#contract/scorecard.ts'
import { PLACED_STATUSES } from '#contract/statuses.ts'
import { fetchQuery, useCall } from '#web/api/call.ts'
import { useMonths, useRunningMonth } from '#web/api/compare.ts'
import { type CompareParams, questionComparison } from '#web/api/compare-params.ts'
import { CardsOfCall } from '#web/shared/figures/figure-cards.tsx'
import { useGoalProgress } from '#web/shared/goals/goal-progress.ts'
import { COMPLETED_ORDERS } from '#web/shared/links/rows-behind.ts'
import { integer, money, units } from '#web/text/format.ts'
import { Cards, Halves, Page } from '#web/ui/page.tsx'
import { MonthEnd } from './month-end.tsx'
import { FIGURES, ofMonth, YEAR } from './queries.ts'
import { text } from './text.ts'
import { AMOUNTS, ORDERS, YearPanel } from './year-panel.tsx'

const CUSTOMERS = { path: '/customers-overview', access: 'view:customers' } as const
const PRODUCTS = { path: '/products-sales-ranking', access: 'view:products' } as const

const CARDS = [
  { key: 'net_sale', measure: 'net_sale', write: money, rows: COMPLETED_ORDERS },
  { key: 'total_orders', measure: 'orders', write: integer, rows: COMPLETED_ORDERS },
  { key: 'total_units_sold', measure: 'units', write: units, rows: PRODUCTS },
  { key: 'average_ticket', measure: 'average_ticket', write: money, rows: COMPLETED_ORDERS },
  { key: 'new_customers', measure: 'registered', write: integer, rows: CUSTOMERS, growth: 'good' },
  { key: 'distinct_customers', measure: 'buyers', write: integer, rows: COMPLETED_ORDERS },
] as const

function preparingOf({ main_month, prev_month }: MainPage) {
  const of = (figure: keyof MainPage['placed_change']) => ({
    amount: main_month.preparing[figure],
    before: prev_month.preparing[figure],
  })
  return {
    net_sale: of('net_sale'),
    total_orders: of('total_orders'),
    total_units_sold: of('total_units_sold'),
  }
}

/** Buyers and the average ticket, with orders in preparation; undefined unless the month is running. */
function usePlaced(month: Month, compare: CompareParams) {
  const isRunning = useRunningMonth(month) !== undefined
  const { from_date, to_date } = monthBounds(month)
  const asked = {
    ...{ measures: 'buyers,average_ticket', from: from_date, to: to_date },
    compare: questionComparison(compare),
    where: `status:${PLACED_STATUSES.join()}`,
  }
  const { data, isLoading } = useQuery({
    ...fetchQuery('GET /api/questions/answer', { query: asked }),
    enabled: isRunning,
  })
  if (!data && !isLoading) return undefined
  const of = (measure: string) =>
    data
      ? {
          now: entryOf(data.meta.totals, measure) ?? 0,
          before: entryOf(data.meta.totals, `${measure}_compared`) ?? 0,
        }
      : ('loading' as const)
  return { average_ticket: of('average_ticket'), distinct_customers: of('buyers') }
}

export default function ScorecardScreen() {
  const { month, query, compare } = useMonths()
  const placed = usePlaced(month, compare)
  const figures = useCall(FIGURES, { query })
  const goals = useGoalProgress(month, 'all')
  const year = useCall(YEAR, ofMonth(month))
  return (
    <Page>
      <MonthEnd month={month} year={year.data?.data} />
      <CardsOfCall
        title={text.cardsLabel}
        height={200}
        grid={Cards}
        state={figures}
        cards={CARDS}
        labels={text.cards}
        preparing={preparingOf}
        placed={placed}
        goals={goals}
        historyOf={(key) => Object.values(year.data?.data ?? {}).map((each) => each.figures[key])}
      />
      <Halves>
        <YearPanel state={year} measure={AMOUNTS} />
        <YearPanel state={year} measure={ORDERS} />
      </Halves>
    </Page>
  )
}
