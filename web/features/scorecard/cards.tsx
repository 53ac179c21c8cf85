// The six cards of the month, each beside the month compared with and its way of a year, and open to the rows behind it.
// Touches lists, ui, text and this feature.
import type { Month } from '#contract/month.ts'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
import { FigureCards } from '#web/lists/figure-cards.tsx'
import { COMPLETED_ORDERS } from '#web/lists/rows-behind.ts'
import { integer, money } from '#web/text/format.ts'
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
  return (
    <CardGrid>
      <FigureCards
        cards={CARDS}
        labels={text.cards}
        month={month}
        compared={compared}
        figures={figures}
        historyOf={(key) => Object.values(year ?? {}).map((each) => each.figures[key])}
      />
    </CardGrid>
  )
}
