// The six cards of the month, each beside the month compared with and its way of a year, and open to the rows behind it.
// Touches lists, ui, text and this feature.
import type { Month } from '#contract/month.ts'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
import { COMPLETED_ORDERS, useRowsBehind } from '#web/lists/rows-behind.ts'
import { integer, money } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { KpiCard, KpiCardSkeleton } from '#web/ui/kpi-card.tsx'
import { Cards as CardGrid } from '#web/ui/page.tsx'
import { text } from './text.ts'

const CUSTOMERS = { path: '/customers-overview', access: 'view:customers' } as const
const PRODUCTS = { path: '/products-sales-ranking', access: 'view:products' } as const

const CARDS = [
  { key: 'net_sale', write: money, rows: COMPLETED_ORDERS },
  { key: 'total_orders', write: integer, rows: COMPLETED_ORDERS },
  { key: 'total_units_sold', write: integer, rows: PRODUCTS },
  { key: 'average_ticket', write: money, rows: COMPLETED_ORDERS },
  { key: 'new_customers', write: integer, rows: CUSTOMERS },
  { key: 'distinct_customers', write: integer, rows: COMPLETED_ORDERS },
] as const

interface CardsProps {
  figures: MainPage | undefined
  month: Month
  /** Month against which the change is told. */
  compared: Month
  year: MainPageCharts | undefined
}

export function Cards({ figures, month, compared, year }: CardsProps) {
  const rowsBehind = useRowsBehind(month)
  return (
    <CardGrid>
      {CARDS.map(({ key, write, rows }) =>
        figures ? (
          <KpiCard
            key={key}
            label={text.cards[key]}
            value={write(figures.main_month[key])}
            change={figures.change[key]}
            versus={versus(compared)}
            versusInFull={versus(compared, write(figures.prev_month[key]))}
            history={Object.values(year ?? {}).map((each) => each.figures[key])}
            link={rowsBehind(text.cards[key], rows)}
          />
        ) : (
          <KpiCardSkeleton key={key} label={text.cards[key]} />
        ),
      )}
    </CardGrid>
  )
}
