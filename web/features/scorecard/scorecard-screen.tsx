// Scorecard: six figures of the month and two charts of its year. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { useMonth, useSetMonth } from '#web/api/month.ts'
import { Halves, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { FailedState } from '#web/ui/states.tsx'
import { Cards } from './cards.tsx'
import { CompareSwitch, comparedMonth, useCompare } from './compare.tsx'
import { text } from './text.ts'
import { AMOUNTS, ORDERS, YearPanel } from './year-panel.tsx'

export default function ScorecardScreen() {
  const month = useMonth()
  const setMonth = useSetMonth()
  const compare = useCompare()
  // The plain question stays as it is fetched ahead.
  const query = { start_date: month, ...(compare === 'year' && { compare }) }
  const figures = useQuery(ask('GET /api/summary/main-page', { query }))
  const year = useQuery(ask('GET /api/summary/main-page/charts', { query: { start_date: month } }))
  return (
    <Page>
      <CompareSwitch value={compare} />
      {figures.status === 'error' ? (
        <Panel title={text.cardsLabel}>
          <FailedState height={200} error={figures.error} onRetry={figures.refetch} />
        </Panel>
      ) : (
        <Cards
          figures={figures.data?.data}
          month={month}
          compared={comparedMonth(month, compare)}
          year={year.data?.data}
        />
      )}
      <Halves>
        <YearPanel state={year} month={month} measure={AMOUNTS} onMonth={setMonth} />
        <YearPanel state={year} month={month} measure={ORDERS} onMonth={setMonth} />
      </Halves>
    </Page>
  )
}
