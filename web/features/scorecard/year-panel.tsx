// A chart of the last 12 months: completed, cancelled and their total.
import { type ColumnFormat, column } from '#contract/columns.ts'
import { lastMonths, monthBounds } from '#contract/month.ts'
import type { MainPageCharts } from '#contract/scorecard.ts'
import { useMonth } from '#web/api/month.ts'
import { useMonthSteps } from '#web/shared/figures/month-steps.ts'
import { ChartNotes } from '#web/shared/notes/chart-notes.tsx'
import { marksOf, useNotes } from '#web/shared/notes/notes.ts'
import { useAskWhy } from '#web/shared/why/why.tsx'
import { integer, money, monthName, short, shortMoney, sumOf } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { series as colors } from '#web/ui/colors.ts'
import { LineChart } from '#web/ui/line-chart.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { text } from './text.ts'

type ChartMonth = MainPageCharts[string]

interface Measure {
  /** Measure of completed orders, which explains the points. */
  key: 'net_sale' | 'orders'
  title: string
  file: string
  format: ColumnFormat
  write: (value: number) => string
  writeTick: (value: number) => string
  completed: (month: ChartMonth) => number
  cancelled: (month: ChartMonth) => number
}

export const AMOUNTS: Measure = {
  key: 'net_sale',
  title: text.amounts,
  file: 'monto_facturado',
  format: 'money',
  write: money,
  writeTick: shortMoney,
  completed: (month) => month.completed_orders.total_amount,
  cancelled: (month) => month.canceled_orders.total_canceled_amount,
}

export const ORDERS: Measure = {
  key: 'orders',
  title: text.orders,
  file: 'cantidad_de_ordenes',
  format: 'integer',
  write: integer,
  writeTick: short,
  completed: (month) => month.completed_orders.total_orders,
  cancelled: (month) => month.canceled_orders.total_canceled_orders,
}

const rowsOf = (year: MainPageCharts, { completed, cancelled }: Measure) =>
  Object.entries(year).map(([month, sums]) => ({
    month,
    completed: completed(sums),
    cancelled: cancelled(sums),
    total: sumOf([completed(sums), cancelled(sums)]),
  }))

const HEIGHT = 300
/** Height of the legend above the lines, px. */
const LEGEND = 29

interface YearPanelProps {
  state: Loadable<{ data: MainPageCharts; meta: { updated_at: string | null } }>
  measure: Measure
}

export function YearPanel({ state, measure }: YearPanelProps) {
  const month = useMonth()
  const ask = useAskWhy()
  const first = lastMonths(month, 12)[0] ?? month
  const last = monthBounds(month).to_date
  const notes = useNotes({ from: monthBounds(first).from_date, to: last })
  const stepsOf = useMonthSteps(month)
  const span = text.lastMonths(monthName(first), monthName(month))
  return (
    <ChartPanel
      title={measure.title}
      subtitle={span}
      state={state}
      height={HEIGHT}
      isEmpty={({ data }) => rowsOf(data, measure).every(({ total }) => total === 0)}
      file={`${measure.file}_${month}`}
      table={({ data }) => ({
        columns: [
          column('name', text.month),
          column('total', text.total, measure.format),
          column('completed', text.completed, measure.format),
          column('cancelled', text.cancelled, measure.format),
        ],
        rows: rowsOf(data, measure)
          .reverse()
          .map((row) => ({ ...row, name: monthName(row.month) })),
      })}
    >
      {({ data }) => {
        const rows = rowsOf(data, measure)
        return (
          <>
            <LineChart
              label={`${measure.title}. ${span}. ${text.totalMeans}.`}
              xs={stepsOf(rows.map((row) => row.month))}
              series={[
                {
                  key: 'total',
                  label: text.total,
                  color: colors.total,
                  values: rows.map((row) => row.total),
                },
                {
                  key: 'completed',
                  label: text.completed,
                  color: colors.completed,
                  values: rows.map((row) => row.completed),
                  dash: '6 4',
                },
                {
                  key: 'cancelled',
                  label: text.cancelled,
                  color: colors.cancelled,
                  values: rows.map((row) => row.cancelled),
                  dash: '1.5 4',
                },
              ]}
              format={measure.write}
              formatTick={measure.writeTick}
              height={HEIGHT - LEGEND}
              marks={marksOf(
                notes,
                'month',
                rows.map((row) => row.month),
              )}
              onPick={(month) => ask({ measure: measure.key }, month)?.()}
            />
            <ChartNotes notes={notes} day={last} />
          </>
        )
      }}
    </ChartPanel>
  )
}
