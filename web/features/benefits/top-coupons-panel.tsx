// 10 Cupones más usados as bars, each of which opens its uses. Touches the router, ui, text and this feature.
import { useNavigate } from '@tanstack/react-router'
import type { CouponTotalRow } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { DETAILS, DetailsLink } from './places.tsx'
import { text } from './text.ts'
import { type TopCoupon, topCoupons } from './top-coupons.ts'

export type TotalsState = Loadable<{
  data: CouponTotalRow[]
  meta: { total: number; updated_at: string | null }
}>

const COLUMNS = [
  column('name', text.coupon),
  column('total_used', text.uses, 'integer'),
  column('total_amount_discounted', text.totalDiscounted, 'money'),
]

export function TopCouponsPanel({ state, month }: { state: TotalsState; month: Month }) {
  const navigate = useNavigate()
  const note = text.mostUsedNote(monthName(month))
  return (
    <ChartPanel
      title={text.mostUsed}
      subtitle={note}
      state={state}
      updatedAt={state.data?.meta.updated_at}
      height={barsHeight(10)}
      isEmpty={({ data }) => topCoupons(data).length === 0}
      file={`cupones_mas_usados_${month}`}
      table={({ data }) => ({
        columns: COLUMNS,
        rows: topCoupons(data),
        cells: {
          name: ({ name }: TopCoupon) => (
            <DetailsLink month={month} limits={{ coupon: name }}>
              {name}
            </DetailsLink>
          ),
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
