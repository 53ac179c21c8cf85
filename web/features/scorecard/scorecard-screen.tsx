// Scorecard: six figures of the month and two charts of its year. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { addMonths } from '#contract/month.ts'
import { ask } from '#web/api/ask.ts'
import { useMonth, useSetMonth } from '#web/api/month.ts'
import { Halves, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FailedState } from '#web/ui/states.tsx'
import { Cards } from './cards.tsx'
import { text } from './text.ts'
import { AMOUNTS, ORDERS, YearPanel } from './year-panel.tsx'

export default function ScorecardScreen() {
  const month = useMonth()
  const setMonth = useSetMonth()
  const figures = useQuery(ask('GET /api/summary/main-page', { query: { start_date: month } }))
  const year = useQuery(ask('GET /api/summary/main-page/charts', { query: { start_date: month } }))
  return (
    <Page>
      {figures.status === 'error' ? (
        <Panel title={text.cardsLabel}>
          <FailedState height={200} onRetry={figures.refetch} />
        </Panel>
      ) : (
        <Cards figures={figures.data?.data} previous={addMonths(month, -1)} year={year.data?.data} />
      )}
      <Halves>
        <YearPanel state={year} month={month} measure={AMOUNTS} onMonth={setMonth} />
        <YearPanel state={year} month={month} measure={ORDERS} onMonth={setMonth} />
      </Halves>
    </Page>
  )
}
