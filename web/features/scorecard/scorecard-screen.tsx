// Scorecard: six figures of the month and two charts of its year. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { useSetMonth } from '#web/api/month.ts'
import { Halves, Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { FIGURES, ofMonth, YEAR } from './asked.ts'
import { Cards } from './cards.tsx'
import { SameDays } from './same-days.tsx'
import { text } from './text.ts'
import { AMOUNTS, ORDERS, YearPanel } from './year-panel.tsx'

export default function ScorecardScreen() {
  const { month, compared, asked } = useMonths()
  const setMonth = useSetMonth()
  const figures = useQuery(fetchQuery(FIGURES, { query: asked }))
  const year = useQuery(fetchQuery(YEAR, ofMonth(month)))
  return (
    <Page>
      {figures.status === 'error' ? (
        <Panel title={text.cardsLabel}>
          <ErrorState height={200} error={figures.error} onRetry={figures.refetch} />
        </Panel>
      ) : (
        <Cards figures={figures.data?.data} month={month} compared={compared} year={year.data?.data} />
      )}
      <SameDays />
      <Halves>
        <YearPanel state={year} month={month} measure={AMOUNTS} onMonth={setMonth} />
        <YearPanel state={year} month={month} measure={ORDERS} onMonth={setMonth} />
      </Halves>
    </Page>
  )
}
