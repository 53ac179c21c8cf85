// The orders of a status per province, the ten highest amounts; a bar lists its orders. Touches ui, text and this feature.
import type { Month } from '#contract/month.ts'
import { ordersByStateColumns } from '#contract/orders-columns.ts'
import type { Answer } from '#web/api/call.ts'
import { sumOf } from '#web/text/amounts.ts'
import { integer, money, monthName, percent, shortMoney } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import css from './customers.module.css'
import type { BY_PROVINCE } from './orders-lists.ts'
import { provinceName, shortProvinceName } from './provinces.ts'
import { text } from './text.ts'

type Row = Answer<typeof BY_PROVINCE>['data'][number]

const TOP = 10
/** Of the line that tells of the others, px. */
const NOTE = 28
const HEIGHT = barsHeight(TOP) + NOTE

interface ProvincesPanelProps {
  state: Loadable<Answer<typeof BY_PROVINCE>>
  month: Month
  subtitle: string
  /** A `state` of the wire. */
  province: string | null
  onProvince: (state: string) => void
}

export function ProvincesPanel({ state, month, subtitle, province, onProvince }: ProvincesPanelProps) {
  return (
    <ChartPanel
      title={text.byProvince}
      subtitle={subtitle}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
      isEmpty={({ data }) => data.length === 0}
      empty={text.noOrders(monthName(month))}
      file={`monto_por_provincia_${month}`}
      table={({ data }) => ({
        columns: ordersByStateColumns,
        rows: data,
        cells: { state: (row: Row) => provinceName(row.state) },
        foot: {
          state: text.total,
          total_orders: sumOf(data.map((row) => row.total_orders)),
          total_amount: sumOf(data.map((row) => row.total_amount)),
          total_units_sold: sumOf(data.map((row) => row.total_units_sold)),
        },
      })}
    >
      {({ data }) => {
        const whole = sumOf(data.map((row) => row.total_amount))
        const top = data.slice(0, TOP)
        const others = data.slice(TOP)
        return (
          <>
            <HorizontalBars
              label={`${text.byProvince}. ${subtitle}`}
              bars={top.map((row) => ({
                key: row.state,
                label: shortProvinceName(row.state),
                value: row.total_amount,
                details: [
                  { label: text.orders, value: integer(row.total_orders) },
                  { label: text.amount, value: money(row.total_amount) },
                  { label: text.percent, value: percent(whole > 0 ? (row.total_amount / whole) * 100 : 0) },
                  { label: text.units, value: integer(row.total_units_sold) },
                ],
              }))}
              formatShort={shortMoney}
              selected={top.some((row) => row.state === province) ? province : null}
              onPick={onProvince}
            />
            {others.length > 0 ? (
              <p className={css.others}>
                {text.othersSum(others.length, money(sumOf(others.map((row) => row.total_amount))))}
              </p>
            ) : null}
          </>
        )
      }}
    </ChartPanel>
  )
}
