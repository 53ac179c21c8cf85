// Reporte SIMPLE: four figures of the month and its products. Touches api, lists, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { addMonths } from '#contract/month.ts'
import { ask } from '#web/api/ask.ts'
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { integer, money, monthName } from '#web/text/format.ts'
import { KpiCard, KpiCardSkeleton } from '#web/ui/kpi-card.tsx'
import { FourCards, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FailedState } from '#web/ui/states.tsx'
import { SIMPLE } from './lists.ts'
import { text } from './text.ts'

const CARDS = [
  { key: 'total_revenue', write: money },
  { key: 'total_orders', write: integer },
  { key: 'total_products', write: integer },
  { key: 'total_users', write: integer },
] as const

export default function SimpleScreen() {
  const month = useMonth()
  const previous = monthName(addMonths(month, -1))
  const state = useQuery(ask('GET /api/reports/products/simple/detail', { query: { start_date: month } }))
  const figures = state.data?.data
  return (
    <Page>
      {state.status === 'error' ? (
        <Panel title={text.cardsLabel}>
          <FailedState height={120} error={state.error} onRetry={state.refetch} />
        </Panel>
      ) : (
        <FourCards>
          {CARDS.map(({ key, write }) =>
            figures ? (
              <KpiCard
                key={key}
                label={text.cards[key]}
                value={write(figures.main_month[key])}
                change={figures.change[key]}
                versus={text.versus(previous)}
                versusInFull={text.versusInFull(previous, write(figures.prev_month[key]))}
              />
            ) : (
              <KpiCardSkeleton key={key} label={text.cards[key]} />
            ),
          )}
        </FourCards>
      )}
      <ListTable
        {...SIMPLE}
        id="simple"
        title={text.simple}
        subtitle={text.simpleNote(monthName(month))}
        month={month}
        rowKey={(row) => `${row.product_id} ${row.variation_id} ${row.product_name}`}
      />
    </Page>
  )
}
