// Costos y margen: what is left of the month's sales, and what a unit of each product costs.
import { lazy, Suspense, useState } from 'react'
import type { CostRow, MarginRow } from '#contract/costs.ts'
import { costLists, MARGIN_BY, type MarginBy } from '#contract/lists/costs.ts'
import { type Month, monthBounds } from '#contract/month.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { filterText, keptValue } from '#contract/questions/filter.ts'
import { queryClient, useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ExploreLink } from '#web/shared/links/explore-link.tsx'
import { useExplorePath } from '#web/shared/links/explore-path.ts'
import { MonthLink } from '#web/shared/links/month-link.tsx'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { numberIn } from '#web/shared/why/why-of.ts'
import { cellText, monthName } from '#web/text/format.ts'
import { PageLink, RouteLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { ACTIONS } from '#web/ui/table/phone-order.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { COSTS, MARGINS } from './queries.ts'
import { text } from './text.ts'

const OF_COSTS = 'costos'
const VIEWS = [
  { value: '', label: text.margin },
  { value: OF_COSTS, label: text.costs },
]
const MEASURES = 'margin,margin_rate,cost_coverage,net_sale,cost'
/** What has no cost first. */
const UNCOVERED = { measures: 'net_sale,cost_coverage,cost', order: 'cost_coverage' }
const WHICH = [
  { value: '', label: text.everyOne },
  { value: '1', label: text.missing },
]

export default function CostsScreen() {
  const [view] = useSearchParam('vista')
  return (
    <Page>
      <ViewChoice param="vista" label={text.views} views={VIEWS} />
      {view === OF_COSTS ? <Costs /> : <Margins />}
    </Page>
  )
}

function Margins() {
  const { month, against, query } = useMonths()
  const user = useUser()
  const [chosen, choose] = useSearchParam('por')
  const offered = MARGIN_BY.filter((key) => mayUser(user, dimensionOf(key).permission))
  const by = offered.find((key) => key === chosen) ?? 'product'
  const { from_date, to_date } = monthBounds(month)
  const totals = useCall('GET /api/questions/answer', {
    query: { measures: 'cost_coverage', from: from_date, to: to_date },
  })
  const [total] = totals.data?.data ?? []
  const coverage = total && (numberIn(total, 'cost_coverage') ?? 0)
  return (
    <>
      <div data-no-print>
        <Segments
          aria-label={text.by}
          size="xs"
          data={offered.map((value) => ({ value, label: text.byName[value] }))}
          value={by}
          onChange={(next) => choose(next === 'product' ? null : next)}
        />
      </div>
      <ListTable
        {...MARGINS}
        id="margins"
        title={`${text.by} ${text.byName[by].toLowerCase()}`}
        subtitle={
          totals.isPending ? (
            <StandIn>
              <Said month={month} against={against} coverage={99} />
            </StandIn>
          ) : (
            <Said month={month} against={against} coverage={coverage} />
          )
        }
        query={{ ...query, by }}
        cells={useMarginCells(by)}
      />
    </>
  )
}

interface SaidProps {
  month: Month
  against: string
  /** Undefined: not known. */
  coverage: number | undefined
}

/** What the table shows, with a link to what it leaves out; without any cost, to where they are entered. */
function Said({ month, against, coverage }: SaidProps) {
  const { from_date: from, to_date: to } = monthBounds(month)
  const uncovered = useExplorePath()({ ...UNCOVERED, by: 'product', from, to }, [])
  const link =
    coverage === 0 ? (
      <MonthLink className={shared.textLink} to="/products-costs" search={{ vista: OF_COSTS, sin: '1' }}>
        {text.seeCosts}
      </MonthLink>
    ) : coverage !== undefined && coverage < 100 && uncovered ? (
      <PageLink href={uncovered}>
        <span className={shared.textLink}>{text.seeUncovered}</span>
      </PageLink>
    ) : null
  return (
    <>
      {text.marginOf(monthName(month), coverage, against)}
      {link ? <> · {link}</> : null}
    </>
  )
}

/** The figures of a row by their column. */
const FIGURES = costLists.margins.columns.filter(({ key }) => key !== 'label')

/** Each number opens what the row adds up: its products, of a product its distributors; what it covers, what has no cost. */
function useMarginCells(by: MarginBy) {
  const { days, comparedDays } = useMonths()
  const parts = { by: by === 'product' ? 'distributor' : 'product' }
  const askedOf = (column: string) => {
    if (column === 'prev_margin_rate') return { measures: MEASURES, ...parts, ...comparedDays }
    if (column !== 'cost_coverage') return { measures: MEASURES, ...parts, ...days }
    // An entered cost counts from a day on.
    return { ...UNCOVERED, ...(by === 'product' ? { grain: 'day' as const } : parts), ...days }
  }
  const figures = FIGURES.map((column) => [
    column.key,
    (row: MarginRow) => {
      const shown = cellText(row[column.key], column)
      return (
        <ExploreLink
          asked={askedOf(column.key)}
          where={[keptValue(by, row.key)]}
          label={text.seeParts(column.title, row.label)}
        >
          {shown}
        </ExploreLink>
      )
    },
  ])
  return { label: (row: MarginRow) => <Behind by={by} row={row} />, ...Object.fromEntries(figures) }
}

/** Opens what the row adds up: its products, or the distributors of a product. */
function Behind({ by, row: { key, label } }: { by: MarginBy; row: MarginRow }) {
  const { from_date: from, to_date: to } = monthBounds(useMonth())
  if (!mayUser(useUser(), 'view:scorecard')) return label
  const where = filterText(keptValue(by, key))
  const search = { measures: MEASURES, by: by === 'product' ? 'distributor' : 'product', from, to, where }
  return (
    <RouteLink className={shared.link} to="/analysis/explore" search={search}>
      {label}
    </RouteLink>
  )
}

const EnterDialog = lazy(() => import('./enter-dialog.tsx'))
const CostDialog = lazy(() => import('./cost-dialog.tsx'))
/** At the end on a phone too, where the cost comes before what changes it. */
const CHANGE = { ...ACTIONS, key: 'change' } as const

function Costs() {
  const month = useMonth()
  const maySet = mayUser(useUser(), 'settings')
  const [missing, setMissing] = useSearchParam('sin')
  const [open, setOpen] = useState<CostRow | 'many' | null>(null)
  const dialog = {
    since: monthBounds(month).from_date,
    onClose: () => setOpen(null),
    onSaved: () => void queryClient.invalidateQueries(),
  }
  const change = (row: CostRow) => (
    <RowButton aria-label={text.changeOf(row.product_name)} onClick={() => setOpen(row)}>
      {text.change}
    </RowButton>
  )
  return (
    <>
      <div data-no-print className={shared.line}>
        <Segments
          aria-label={text.which}
          size="xs"
          data={WHICH}
          value={missing === '1' ? '1' : ''}
          onChange={(next) => setMissing(next || null)}
        />
        {maySet ? <RowButton onClick={() => setOpen('many')}>{text.enter}</RowButton> : null}
      </div>
      <ListTable
        {...COSTS}
        columns={maySet ? [...COSTS.columns, CHANGE] : COSTS.columns}
        id="costs"
        title={text.list}
        subtitle={text.listNote}
        query={{ missing: missing === '1' ? '1' : '0' }}
        cells={{ ...(maySet && { change }) }}
      />
      <Suspense>
        {open === 'many' ? <EnterDialog {...dialog} /> : open ? <CostDialog {...dialog} row={open} /> : null}
      </Suspense>
    </>
  )
}
