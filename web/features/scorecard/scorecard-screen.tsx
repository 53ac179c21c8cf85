// Scorecard: six figures of the month and two charts of its year.
import type { MainPage } from '#contract/scorecard.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { CardsOfCall } from '#web/lists/figure-cards.tsx'
import { useGoalProgress } from '#web/lists/goal-progress.ts'
import { COMPLETED_ORDERS } from '#web/lists/rows-behind.ts'
import { integer, money, units } from '#web/text/format.ts'
import { Cards, Halves, Page } from '#web/ui/page.tsx'
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

export default function ScorecardScreen() {
  const { month, query } = useMonths()
  const figures = useCall(FIGURES, { query })
  const goals = useGoalProgress(month, 'all')
  const year = useCall(YEAR, ofMonth(month))
  return (
    <Page>
      <CardsOfCall
        title={text.cardsLabel}
        height={200}
        grid={Cards}
        state={figures}
        cards={CARDS}
        labels={text.cards}
        preparing={preparingOf}
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
