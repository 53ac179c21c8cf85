// Resumen Descuentos: the ten most used coupons, every coupon of the month, and each use.
import { useNavigate } from '@tanstack/react-router'
import type { CouponTotalRow } from '#contract/benefits.ts'
import { column } from '#contract/columns.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ClientList, ListTable } from '#web/shared/lists/list-table.tsx'
import { integer, money, monthName } from '#web/text/format.ts'
import { ChartPanel } from '#web/ui/chart-panel.tsx'
import { barsHeight, HorizontalBars } from '#web/ui/horizontal-bars.tsx'
import type { Loadable } from '#web/ui/loadable.ts'
import { Page } from '#web/ui/page.tsx'
import { pageSizes } from '#web/ui/table/view.ts'
import { BenefitsBreadcrumb, DETAILS, DetailsLink } from './links.tsx'
import { COUPON_TOTALS, COUPON_USES, couponTotalsCall } from './queries.ts'
import { type TopCoupon, topCoupons } from './rules.ts'
import { partialNote, text } from './text.ts'

const SIZES = pageSizes(15)

export default function DiscountsScreen() {
  const month = useMonth()
  const state = useCall(...couponTotalsCall(month))
  return (
    <Page>
      <BenefitsBreadcrumb to="/benefits/overview" here={text.summary} />
      <TopCouponsPanel state={state} />
      <CouponsTable state={state} />
      <ListTable
        {...COUPON_USES}
        id="coupon-uses"
        title={text.couponsOf(monthName(month))}
        subtitle={text.couponsOfNote}
        month={month}
      />
    </Page>
  )
}

function CouponsTable({ state }: { state: TotalsState }) {
  const month = useMonth()
  const rows = state.data?.data
  return (
    <ClientList
      {...COUPON_TOTALS}
      id="coupon-totals"
      file={`cupones_${month}`}
      title={text.couponsTable}
      subtitle={text.couponsTableNote(monthName(month)) + partialNote(rows, state.data?.meta.total)}
      query={{ line_type: 'coupon', start_date: month }}
      prefix="c_"
      state={state}
      rows={rows}
      sizes={SIZES}
      cells={{ name: ({ name }) => <DetailsLink filters={{ discount: name }}>{name}</DetailsLink> }}
    />
  )
}

type TotalsState = Loadable<{
  data: CouponTotalRow[]
  meta: { total: number; updated_at: string | null }
}>

const COLUMNS = [
  column('name', text.coupon),
  column('total_used', text.uses, 'integer'),
  column('total_amount_discounted', text.totalDiscounted, 'money'),
]

function TopCouponsPanel({ state }: { state: TotalsState }) {
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
