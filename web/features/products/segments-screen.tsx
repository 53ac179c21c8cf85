// Segmentos, Graficas: the 20 segments with the highest billing and units.
import { useNavigate } from '@tanstack/react-router'
import { entryOf } from '#contract/entry.ts'
import { segmentsTable } from '#contract/lists/products.ts'
import type { SegmentRanking } from '#contract/orders.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { useGoalColumns } from '#web/shared/goals/goal-table.tsx'
import { cellText, integer, monthName, percent } from '#web/text/format.ts'
import chart from '#web/ui/chart.module.css'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import type { TooltipRow } from '#web/ui/chart-parts.tsx'
import { businessColor } from '#web/ui/colors.ts'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Halves, Page } from '#web/ui/page.tsx'
import { withShownShares } from '#web/ui/table/shares.ts'
import { BusinessName, RANKING, RankingLink, rankingSearch, SegmentsTabs } from './links.tsx'
import css from './products.module.css'
import { AMOUNT, type Mode, segmentOf, UNITS } from './rules.ts'
import { text } from './text.ts'

type Segment = SegmentRanking['rows'][number]

const TOP = 20
const LEGEND = 34

interface Measure extends Pick<Mode, 'measure' | 'title' | 'file' | 'value' | 'write' | 'writeShort'> {
  share: (row: Segment) => number
  unit: string
}

const AMOUNTS: Measure = {
  ...AMOUNT,
  title: text.segmentAmounts,
  file: 'facturacion_de_segmentos',
  share: (row) => row.percent_amount,
  unit: text.amount,
}

const UNITS_SOLD: Measure = {
  ...UNITS,
  title: text.segmentUnits,
  file: 'unidades_de_segmentos',
  share: (row) => row.percent_units_sold,
  unit: text.units,
}

export default function SegmentsScreen() {
  const month = useMonth()
  const state = useCall('GET /api/orders/ranking-orders-by-segments', { query: { start_date: month } })
  return (
    <Page>
      <SegmentsTabs />
      <Halves>
        <SegmentsPanel state={state} measure={AMOUNTS} />
        <SegmentsPanel state={state} measure={UNITS_SOLD} />
      </Halves>
    </Page>
  )
}

interface SegmentsPanelProps {
  state: Loadable<{ data: SegmentRanking; meta: { updated_at: string | null } }>
  measure: Measure
}

const byMeasure = ({ rows }: SegmentRanking, { value }: Measure) =>
  [...rows].sort((a, b) => value(b) - value(a))

function SegmentsPanel({ state, measure }: SegmentsPanelProps) {
  const month = useMonth()
  const subtitle = text.top(TOP, monthName(month))
  const goals = useGoalColumns<Segment>(month, 'segment', segmentOf, measure.measure)
  const goalRows = (row: Segment) => {
    const [values = row] = goals.withGoals([row])
    return goals.columns.flatMap((column) => {
      const value = entryOf(values as unknown as Record<string, unknown>, column.key) ?? null
      return value === null ? [] : [{ label: column.title, value: cellText(value, column) }]
    })
  }
  return (
    <ChartPanel
      title={measure.title}
      subtitle={subtitle}
      state={state}
      height={barsHeight(TOP) + LEGEND}
      isEmpty={({ data }) => data.rows.length === 0}
      file={`${measure.file}_${month}`}
      table={({ data }) => ({
        columns: [...segmentsTable.columns, ...goals.columns],
        rows: goals.withGoals(byMeasure(data, measure)),
        cells: {
          segment: (row: Segment) => <RankingLink of={row}>{row.segment}</RankingLink>,
        },
        foot: {
          segment: text.total,
          total_amount: data.total_amount,
          total_units_sold: data.total_units_sold,
          prev_amount: data.prev_amount,
        },
      })}
    >
      {({ data }) => (
        <>
          <Legend businesses={[...new Set(data.rows.map(({ business }) => business))]} />
          <Bars
            rows={withShownShares(segmentsTable.columns, byMeasure(data, measure))}
            measure={measure}
            goalRows={goalRows}
            label={`${measure.title}. ${subtitle}`}
          />
        </>
      )}
    </ChartPanel>
  )
}

const keyOf = ({ business, segment }: Segment) => `${business} ${segment}`

interface BarsProps {
  rows: readonly Segment[]
  measure: Measure
  goalRows: (row: Segment) => readonly TooltipRow[]
  label: string
}

function Bars({ rows, measure, goalRows, label }: BarsProps) {
  const month = useMonth()
  const navigate = useNavigate()
  return (
    <HorizontalBars
      label={label}
      bars={rows.slice(0, TOP).map((row) => ({
        key: keyOf(row),
        label: row.segment,
        value: measure.value(row),
        color: businessColor(row.business),
        details: [
          { label: text.business, value: row.business },
          { label: measure.unit, value: measure.write(measure.value(row)) },
          { label: text.orders, value: integer(row.total_orders) },
          { label: text.percent, value: percent(measure.share(row)) },
          ...goalRows(row),
        ],
      }))}
      formatShort={measure.writeShort}
      onPick={(key) => {
        const row = rows.find((one) => keyOf(one) === key)
        if (row) void navigate({ to: RANKING, search: { month, ...rankingSearch(row) } })
      }}
    />
  )
}

const Legend = ({ businesses }: { businesses: readonly string[] }) => (
  <ul className={`${chart.legend} ${css.legend}`}>
    {businesses.map((business) => (
      <li key={business}>
        <BusinessName name={business} />
      </li>
    ))}
  </ul>
)
