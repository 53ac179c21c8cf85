// Resumen de Negocios: billing and units of each business, with one of them selected.
import { businessesTable } from '#contract/lists/products.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { changeCells, useShownColumns } from '#web/shared/figures/in-preparation.tsx'
import { useGoalTable } from '#web/shared/goals/goal-table.tsx'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { Segments } from '#web/ui/segments.tsx'
import shared from '#web/ui/shared.module.css'
import { withShownShares } from '#web/ui/table/shares.ts'
import { pageSizes } from '#web/ui/table/view.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { BusinessCards } from './business-cards.tsx'
import { BusinessPanel, type BusinessState } from './business-panel.tsx'
import { BusinessName, RankingLink } from './links.tsx'
import css from './products.module.css'
import { AMOUNT, type Business, businessOf, type Mode, modeFromParam, UNITS, whyOfBusiness } from './rules.ts'
import { text } from './text.ts'

const BUSINESSES = 'GET /api/orders/ranking-orders-by-business'
const SIZES = pageSizes(15)
const MODES = [
  { value: AMOUNT.key, label: text.amountMode },
  { value: UNITS.key, label: text.unitsMode },
]
const DEFAULTS = {
  amount: { perPage: 15, orderBy: AMOUNT.orderBy, order: 'DESC' },
  units: { perPage: 15, orderBy: UNITS.orderBy, order: 'DESC' },
} as const

export default function BusinessScreen() {
  const { query } = useMonths()
  const [param, setMode] = useSearchParam('mode', { step: true })
  const [picked, setPicked] = useSearchParam('business')
  const mode = modeFromParam(param)
  const state = useCall(BUSINESSES, { query })
  // The address may name a business without sales in this month.
  const rows = state.data && withShownShares(businessesTable.columns, state.data.data.rows)
  const chosen = rows?.find(({ business }) => business === picked)
  return (
    <Page>
      <div className={css.bar} data-no-print>
        <Segments
          aria-label={text.mode}
          data={MODES}
          value={mode.key}
          onChange={(next) => setMode(next === 'units' ? next : null)}
        />
      </div>
      <div className={`${shared.columns} ${css.overview}`}>
        <BusinessPanel state={state} mode={mode} chosen={chosen} onPick={setPicked} />
        <BusinessCards state={state} chosen={chosen} />
      </div>
      <BusinessTable state={state} mode={mode} />
    </Page>
  )
}

function BusinessTable({ state, mode }: { state: BusinessState; mode: Mode }) {
  const { month, against, query } = useMonths()
  const columns = useShownColumns(businessesTable.columns)
  const table = useGoalTable(month, 'business', businessOf, { columns, rows: state.data?.data.rows })
  return (
    <ClientList
      id="businesses"
      file={`negocios_${month}`}
      title={text.businessesTable}
      subtitle={`${text.completedOf(monthName(month))}, ${against}`}
      {...table}
      rowKey={(row) => row.business}
      call={BUSINESSES}
      query={query}
      defaults={DEFAULTS[mode.key]}
      state={state}
      sizes={SIZES}
      cells={{
        business: ({ business }) => (
          <RankingLink of={{ business }}>
            <BusinessName name={business} />
          </RankingLink>
        ),
        ...changeCells(({ business }: Business) => whyOfBusiness(AMOUNT, business)),
      }}
    />
  )
}
