// 10 Cupones más usados, as bars that open each coupon's uses.
import { useNavigate } from '@tanstack/react-router'
import type { CouponTotalRow } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import { useMonth } from '#web/api/month.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { DETAILS, DetailsLink } from './links.tsx'
import { type TopCoupon, topCoupons } from './rules.ts'
import { text } from './text.ts'

export type TotalsState = Loadable<{
  data: CouponTotalRow[]
  meta: { total: number; updated_at: string | null }
}>

const COLUMNS = [
  column('name', text.coupon),
  column('total_used', text.uses, 'integer'),
  column('total_amount_discounted', text.totalDiscounted, 'money'),
]

export function TopCouponsPanel({ state }: { state: TotalsState }) {
  const month = useMonth()
  const navigate = useNavigate()
  const note = text.mostUsedNote(monthName(month))
  return (
    <ChartPanel
      title={text.mostUsed}
      subtitle={note}
      state={state}
      height={barsHeight(10)}
      isEmpty={({ data }) => topCoupons(data).length === 0}
      file={`cupones_mas_usados_${month}`}
      table={({ data }) => ({
        columns: COLUMNS,
        rows: topCoupons(data),
        cells: {
          name: ({ name }: TopCoupon) => <DetailsLink filters={{ coupon: name }}>{name}</DetailsLink>,
        },
      })}
    >
      {({ data }) => (
        <HorizontalBars
          label={`${text.mostUsed}. ${note}`}
          bars={topCoupons(data).map((row) => ({
            key: row.name,
            label: row.name,
            value: row.total_used,
            details: [
              { label: text.uses, value: integer(row.total_used) },
              { label: text.totalDiscounted, value: money(row.total_amount_discounted) },
            ],
          }))}
          formatShort={integer}
          onPick={(coupon) => void navigate({ to: DETAILS, search: { month, coupon } })}
        />
      )}
    </ChartPanel>
  )
}
