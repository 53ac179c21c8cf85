// The six cards of the month, each beside the previous month and its way of a year. Touches ui, text and this feature.

import type { Month } from '#contract/month.ts'
import type { MainPage, MainPageCharts } from '#contract/scorecard.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { KpiCard, KpiCardSkeleton } from '#web/ui/kpi-card.tsx'
import { Cards as CardGrid } from '#web/ui/page.tsx'
import { text } from './text.ts'

const CARDS = [
  { key: 'net_sale', write: money },
  { key: 'total_orders', write: integer },
  { key: 'total_units_sold', write: integer },
  { key: 'average_ticket', write: money },
  { key: 'new_customers', write: integer },
  { key: 'distinct_customers', write: integer },
] as const

interface CardsProps {
  figures: MainPage | undefined
  /** Month against which the change is told. */
  previous: Month
  year: MainPageCharts | undefined
}

export function Cards({ figures, previous, year }: CardsProps) {
  return (
    <CardGrid>
      {CARDS.map(({ key, write }) =>
        figures ? (
          <KpiCard
            key={key}
            label={text.cards[key]}
            value={write(figures.main_month[key])}
            change={figures.change[key]}
            versus={text.versus(monthName(previous))}
            versusInFull={text.versusInFull(monthName(previous), write(figures.prev_month[key]))}
            history={year && Object.values(year).map((month) => month.figures[key])}
          />
        ) : (
          <KpiCardSkeleton key={key} label={text.cards[key]} />
        ),
      )}
    </CardGrid>
  )
}
