// Costos y margen: what is left of the month's sales, and what a unit of each product costs.
import { lazy, Suspense, useState } from 'react'
import type { CostRow, MarginRow } from '#contract/costs.ts'
import { MARGIN_BY, type MarginBy } from '#contract/lists/costs.ts'
import { monthBounds } from '#contract/month.ts'
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { filterText, keptValue } from '#contract/questions/filter.ts'
import { queryClient, useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { ViewChoice } from '#web/shared/links/view-choice.tsx'
import { ListTable } from '#web/shared/lists/list-table.tsx'
import { RowButton } from '#web/shared/lists/row-button.tsx'
import { monthName } from '#web/text/format.ts'
import { RouteLink } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { StandIn } from '#web/ui/stand-in.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { COSTS, MARGINS } from './queries.ts'
import { text } from './text.ts'

const OF_COSTS = 'costos'
const VIEWS = [
  { value: '', label: text.margin },
  { value: OF_COSTS, label: text.costs },
]
const MEASURES = 'margin,margin_rate,cost_coverage,net_sale,cost'
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
  const month = useMonth()
  const user = useUser()
  const [chosen, choose] = useSearchParam('por')
  const offered = MARGIN_BY.filter((key) => mayUser(user, dimensionOf(key).permission))
  const by = offered.find((key) => key === chosen) ?? 'product'
  const { from_date, to_date } = monthBounds(month)
  const totals = useCall('GET /api/questions/answer', {
    query: { measures: 'cost_coverage', from: from_date, to: to_date },
  })
  const coverage = totals.data?.data[0]?.cost_coverage
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
          totals.data ? (
            text.marginOf(monthName(month), typeof coverage === 'number' ? coverage : null)
          ) : (
            <StandIn>{text.marginOf(monthName(month), 99)}</StandIn>
          )
        }
        month={month}
        query={{ by }}
        cells={{ label: (row) => <Behind by={by} row={row} /> }}
      />
    </>
  )
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
const CHANGE = { key: 'change', title: '', format: 'text', sortable: false, hasValues: false } as const

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
