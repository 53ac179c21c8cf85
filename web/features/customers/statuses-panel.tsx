// The month's orders per status, and in the ten provinces with the highest amounts; a bar filters the list below.
import { Text } from '@mantine/core'
import { column } from '#contract/columns.ts'
import { orderLists } from '#contract/lists/orders.ts'
import { shownShares } from '#contract/shares.ts'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { type Answer, useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { integer, money, monthName, percent, shortMoney, sumOf, units } from '#web/text/format.ts'
import { noOrdersIn } from '#web/text/months.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { statusColor } from '#web/ui/colors.ts'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { withShownShares } from '#web/ui/table/shares.ts'
import { ordersByProvinceCall, ordersByStatusCall } from './queries.ts'
import { shortProvinceName } from './rules.ts'
import { text } from './text.ts'

const COLUMNS = [
  column('order_status', text.status, 'status'),
  column('total_orders', text.orders, 'integer'),
  column('total_amount', text.amount, 'money'),
  column('percent', text.percent, 'share'),
]

interface StatusesPanelProps {
  /** The selected status, or TODOS. */
  status: string
  onStatus: (status: string) => void
}

export function StatusesPanel({ status, onStatus }: StatusesPanelProps) {
  const month = useMonth()
  const state = useCall(...ordersByStatusCall(month))
  const subtitle = text.ordersOf(monthName(month))
  return (
    <ChartPanel
      title={text.byStatus}
      subtitle={subtitle}
      state={state}
      height={barsHeight(ORDER_STATUSES.length)}
      grows
      isEmpty={({ data }) => data.every((row) => row.total_orders === 0)}
      empty={noOrdersIn({ month })}
      file={`ordenes_por_estado_${month}`}
      table={({ data }) => ({
        columns: COLUMNS,
        rows: data,
        foot: {
          order_status: text.total,
          total_orders: sumOf(data.map((row) => row.total_orders)),
          total_amount: sumOf(data.map((row) => row.total_amount)),
        },
      })}
    >
      {({ data }) => (
        <HorizontalBars
          label={`${text.byStatus}. ${subtitle}`}
          bars={withShownShares(COLUMNS, data)
            .filter((row) => row.total_orders > 0)
            .sort((a, b) => b.total_orders - a.total_orders)
            .map((row) => ({
              key: row.order_status,
              label: statusLabel(row.order_status),
              value: row.total_orders,
              color: statusColor(row.order_status),
              details: [
                { label: text.orders, value: integer(row.total_orders) },
                { label: text.amount, value: money(row.total_amount) },
                { label: text.percent, value: percent(row.percent) },
              ],
            }))}
          formatShort={integer}
          selected={data.some((row) => row.order_status === status) ? status : null}
          onPick={onStatus}
        />
      )}
    </ChartPanel>
  )
}

type Row = Answer<ReturnType<typeof ordersByProvinceCall>[0]>['data'][number]

const TOP = 10
/** Height of the line about the other provinces, px. */
const NOTE = 28

interface ProvincesPanelProps {
  status: string
  subtitle: string
  /** Shown when no order has the status. */
  empty: string
  /** The selected province, in capitals. */
  province: string | null
  onProvince: (state: string) => void
}

const total = (rows: readonly Row[], key: 'total_orders' | 'total_amount' | 'total_units_sold') =>
  sumOf(rows.map((row) => row[key]))

export function ProvincesPanel({ status, subtitle, empty, province, onProvince }: ProvincesPanelProps) {
  const month = useMonth()
  const state = useCall(...ordersByProvinceCall(month, status))
  return (
    <ChartPanel
      title={text.byProvince}
      subtitle={subtitle}
      state={state}
      height={barsHeight(TOP) + NOTE}
      grows
      isEmpty={({ data }) => data.length === 0}
      empty={empty}
      file={`monto_por_provincia_${month}`}
      table={({ data }) => ({
        columns: orderLists.ordersByState.columns,
        rows: data,
        foot: {
          state: text.total,
          total_orders: total(data, 'total_orders'),
          total_amount: total(data, 'total_amount'),
          total_units_sold: total(data, 'total_units_sold'),
        },
      })}
    >
      {({ data }) => (
        <>
          <HorizontalBars
            label={`${text.byProvince}. ${subtitle}`}
            bars={barsOf(data)}
            formatShort={shortMoney}
            selected={data.slice(0, TOP).some((row) => row.state === province) ? province : null}
            onPick={onProvince}
          />
          {data.length > TOP ? (
            <Text fz="xs" lh="18px" c="dimmed" mt={10}>
              {text.othersSum(data.length - TOP, money(total(data.slice(TOP), 'total_amount')))}
            </Text>
          ) : null}
        </>
      )}
    </ChartPanel>
  )
}

function barsOf(rows: readonly Row[]) {
  const shares = shownShares(rows.map((row) => row.total_amount))
  return rows.slice(0, TOP).map((row, index) => ({
    key: row.state,
    label: shortProvinceName(row.state),
    value: row.total_amount,
    details: [
      { label: text.orders, value: integer(row.total_orders) },
      { label: text.amount, value: money(row.total_amount) },
      { label: text.percent, value: percent(shares[index] ?? 0) },
      { label: text.units, value: units(row.total_units_sold) },
    ],
  }))
}
