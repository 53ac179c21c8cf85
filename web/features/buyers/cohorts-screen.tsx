// Cohortes: buyers by the month of their first order, as a heat map, as rows, and the people and orders of a cell.
import type { CohortRow } from '#contract/buyers.ts'
import { buyerLists, cohortColumns } from '#contract/lists/buyers.ts'
import { addMonths, isMonth } from '#contract/month.ts'
import { useCall } from '#web/api/call.ts'
import { useRunningMonth } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { ScreenTabs } from '#web/shared/links/screen-tabs.tsx'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { monthTitle } from '#web/text/months.ts'
import { AsyncPanel, Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import css from './buyers.module.css'
import { type Cell, CohortMap, FIGURES } from './cohort-map.tsx'
import { Detail } from './detail.tsx'
import { FirstOrderFilters } from './first-order-filters.tsx'
import { type Choice, cohortsCall, useChoice } from './queries.ts'
import { text } from './text.ts'

const PEOPLE = listSource(buyerLists.cohortPeople)
const ORDERS = listSource(buyerLists.cohortOrders)
const DEFAULTS = { perPage: 25, orderBy: 'cohort', order: 'ASC' } as const
const MONTH_CELLS = {
  cohort: ({ cohort }: CohortRow) => monthName(cohort),
  month: ({ month }: CohortRow) => monthName(month),
}
const FIGURE_CHOICES = FIGURES.map((value) => ({ value, label: text.figures[value] }))

/** Parses 'YYYY-MM.3' from the address. */
function cellIn(words: string | null): Cell | null {
  const [cohort = '', since = ''] = words?.split('.') ?? []
  return isMonth(cohort) && /^\d{1,3}$/.test(since) ? { cohort, since: Number(since) } : null
}

export default function CohortsScreen() {
  const month = useMonth()
  const isRunning = useRunningMonth(month) !== undefined
  const [choice, change] = useChoice()
  const [figureParam, setFigure] = useSearchParam('figure')
  const [cellParam, setCell] = useSearchParam('cell', { step: true })
  const figure = FIGURES.find((one) => one === figureParam) ?? 'share'
  const cell = cellIn(cellParam)
  const state = useCall(...cohortsCall(month, choice))
  return (
    <Page>
      <ScreenTabs of="returning" />
      <FirstOrderFilters choice={choice} onChange={change} />
      <AsyncPanel
        title={text.cohorts}
        subtitle={text.cohortsNote(monthName(month))}
        state={state}
        flush
        height={460}
        isEmpty={({ data }) => data.length === 0}
      >
        {({ data }) => (
          <>
            <div className={css.figures}>
              <Segments
                aria-label={text.figure}
                size="xs"
                data={FIGURE_CHOICES}
                value={figure}
                onChange={(next) => setFigure(next === 'share' ? null : next)}
              />
            </div>
            <CohortMap
              rows={data}
              figure={figure}
              chosen={cell}
              onChoose={({ cohort, since }) => setCell(`${cohort}.${since}`)}
            />
            {isRunning ? <p className={css.note}>{text.running(monthTitle(month))}</p> : null}
          </>
        )}
      </AsyncPanel>
      {cell ? <CellDetail cell={cell} choice={choice} onClose={() => setCell(null)} /> : null}
      <ClientList
        call="GET /api/customers/cohorts"
        query={{ start_date: month, ...choice }}
        id="cohorts"
        prefix="c_"
        file={`cohortes_${month}`}
        title={text.table}
        subtitle={text.tableNote}
        columns={cohortColumns}
        defaults={DEFAULTS}
        state={state}
        rows={state.data?.data}
        rowKey={(row) => `${row.cohort} ${row.months_since}`}
        cells={MONTH_CELLS}
      />
    </Page>
  )
}

interface CellDetailProps {
  cell: Cell
  choice: Choice
  onClose: () => void
}

const CellDetail = ({ cell, choice: { months: _, ...filters }, onClose }: CellDetailProps) => (
  <Detail
    id="cohort"
    first={PEOPLE}
    orders={ORDERS}
    title={text.cellTitle(monthName(cell.cohort), monthName(addMonths(cell.cohort, cell.since)))}
    query={{ start_date: cell.cohort, months_since: cell.since, ...filters }}
    onClose={onClose}
  />
)
