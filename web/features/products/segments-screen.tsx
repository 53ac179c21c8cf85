// Segmentos, Graficas: the 20 segments that billed and sold most. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Month } from '#contract/month.ts'
import type { SegmentRanking } from '#contract/orders.ts'
import { segmentsColumns } from '#contract/products-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonth } from '#web/api/month.ts'
import { integer, money, monthName, percent, short, shortMoney } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Halves, Page } from '#web/ui/page.tsx'
import { businessColor } from '#web/ui/palette.ts'
import css from './products.module.css'
import { RANKING, RankingLink, rankingSearch } from './ranking-link.tsx'
import { SegmentsTabs } from './segments-tabs.tsx'
import { text } from './text.ts'

type Segment = SegmentRanking['rows'][number]

const TOP = 20
const LEGEND = 34

interface Measure {
  title: string
  file: string
  value: (row: Segment) => number
  share: (row: Segment) => number
  unit: string
  write: (value: number) => string
  writeShort: (value: number) => string
}

const AMOUNTS: Measure = {
  title: text.segmentAmounts,
  file: 'facturacion_de_segmentos',
  value: (row) => row.total_amount,
  share: (row) => row.percent_amount,
  unit: text.amount,
  write: money,
  writeShort: shortMoney,
}

const UNITS: Measure = {
  title: text.segmentUnits,
  file: 'unidades_de_segmentos',
  value: (row) => row.total_units_sold,
  share: (row) => row.percent_units_sold,
  unit: text.units,
  write: integer,
  writeShort: short,
}

export default function SegmentsScreen() {
  const month = useMonth()
  const state = useQuery(
    fetchQuery('GET /api/orders/ranking-orders-by-segments', { query: { start_date: month } }),
  )
  return (
    <Page>
      <SegmentsTabs />
      <Halves>
        <SegmentsPanel state={state} month={month} measure={AMOUNTS} />
        <SegmentsPanel state={state} month={month} measure={UNITS} />
      </Halves>
    </Page>
  )
}

interface SegmentsPanelProps {
  state: Loadable<{ data: SegmentRanking; meta: { updated_at: string | null } }>
  month: Month
  measure: Measure
}

const keyOf = ({ business, segment }: Segment) => `${business} ${segment}`

function SegmentsPanel({ state, month, measure }: SegmentsPanelProps) {
  const navigate = useNavigate()
  const byMeasure = ({ rows }: SegmentRanking) =>
    [...rows].sort((a, b) => measure.value(b) - measure.value(a))
  const subtitle = text.top(TOP, monthName(month))
  return (
    <ChartPanel
      title={measure.title}
      subtitle={subtitle}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={barsHeight(TOP) + LEGEND}
      isEmpty={({ data }) => data.rows.length === 0}
      file={`${measure.file}_${month}`}
      table={({ data }) => ({
        columns: segmentsColumns,
        rows: byMeasure(data),
        cells: {
          segment: (row: Segment) => (
            <RankingLink of={{ month, business: row.business, segment: row.segment }}>
              {row.segment}
            </RankingLink>
          ),
        },
        foot: {
          segment: text.total,
          total_amount: data.total_amount,
          total_units_sold: data.total_units_sold,
          prev_amount: data.prev_amount,
        },
      })}
    >
      {({ data }) => {
        const top = byMeasure(data).slice(0, TOP)
        return (
          <>
            <Legend businesses={[...new Set(data.rows.map(({ business }) => business))]} />
            <HorizontalBars
              label={`${measure.title}. ${subtitle}`}
              bars={top.map((row) => ({
                key: keyOf(row),
                label: row.segment,
                value: measure.value(row),
                color: businessColor(row.business),
                details: [
                  { label: text.business, value: row.business },
                  { label: measure.unit, value: measure.write(measure.value(row)) },
                  { label: text.orders, value: integer(row.total_orders) },
                  { label: text.percent, value: percent(measure.share(row)) },
                ],
              }))}
              formatShort={measure.writeShort}
              onPick={(key) => {
                const row = top.find((one) => keyOf(one) === key)
                if (row) void navigate({ to: RANKING, search: rankingSearch({ month, ...row }) })
              }}
            />
          </>
        )
      }}
    </ChartPanel>
  )
}

const Legend = ({ businesses }: { businesses: readonly string[] }) => (
  <ul className={css.legend}>
    {businesses.map((business) => (
      <li key={business}>
        <span className={css.dot} style={{ background: businessColor(business) }} />
        {business}
      </li>
    ))}
  </ul>
)
