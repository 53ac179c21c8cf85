// The month's orders per status; a bar filters the list below.
import { column } from '#contract/columns.ts'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { sumOf } from '#web/text/amounts.ts'
import { integer, money, monthName, percent } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import { statusColor } from '#web/ui/palette.ts'
import { withShownShares } from '#web/ui/table/shares.ts'
import { ordersByStatusCall } from './queries.ts'
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
      isEmpty={({ data }) => data.every((row) => row.total_orders === 0)}
      empty={text.noOrders(monthName(month))}
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
