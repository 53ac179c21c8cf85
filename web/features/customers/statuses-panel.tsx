// The month's orders per status; a bar lists its orders. Touches ui, text and this feature.
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { ORDER_STATUSES, statusLabel } from '#contract/statuses.ts'
import type { Answer } from '#web/api/call.ts'
import { sumOf } from '#web/text/amounts.ts'
import { integer, money, monthName, percent } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { statusColor } from '#web/ui/palette.ts'
import type { BY_STATUS } from './orders-lists.ts'
import { text } from './text.ts'

const HEIGHT = barsHeight(ORDER_STATUSES.length)

const COLUMNS = [
  column('order_status', text.status, 'status'),
  column('total_orders', text.orders, 'integer'),
  column('total_amount', text.amount, 'money'),
  column('percent', text.percent, 'percent'),
]

interface StatusesPanelProps {
  state: Loadable<Answer<typeof BY_STATUS>>
  month: Month
  /** The status on the page, or TODOS. */
  status: string
  onStatus: (status: string) => void
}

export function StatusesPanel({ state, month, status, onStatus }: StatusesPanelProps) {
  const subtitle = text.ordersOf(monthName(month))
  const chosen = state.data?.data.some((row) => row.order_status === status)
  return (
    <ChartPanel
      title={text.byStatus}
      subtitle={subtitle}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={HEIGHT}
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
          bars={data
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
          selected={chosen ? status : null}
          onPick={onStatus}
        />
      )}
    </ChartPanel>
  )
}
