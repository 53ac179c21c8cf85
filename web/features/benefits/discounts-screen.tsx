// Resumen Descuentos: the ten most used coupons, every coupon of the month, and each use.

import { benefitLists } from '#contract/lists/benefits.ts'
import { useMonth } from '#web/api/month.ts'
import { useCall } from '#web/api/use-call.ts'
import { ClientList } from '#web/lists/client-list.tsx'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { pageSizes } from '#web/ui/table/view.ts'
import { DetailsLink } from './links.tsx'
import { COUPON_TOTALS, COUPON_USES, couponTotalsCall } from './queries.ts'
import { BenefitsBreadcrumb } from './tabs.tsx'
import { partialNote, text } from './text.ts'
import { TopCouponsPanel, type TotalsState } from './top-coupons-panel.tsx'

const SIZES = pageSizes(15)
const DEFAULTS = { perPage: 15, orderBy: 'total_used', order: 'DESC' } as const

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
      id="coupon-totals"
      file={`cupones_${month}`}
      title={text.couponsTable}
      subtitle={text.couponsTableNote(monthName(month)) + partialNote(rows, state.data?.meta.total)}
      columns={benefitLists.couponTotals.columns}
      rowKey={(row) => row.name}
      call={COUPON_TOTALS}
      query={{ line_type: 'coupon', start_date: month }}
      defaults={DEFAULTS}
      prefix="c_"
      state={state}
      rows={rows}
      sizes={SIZES}
      cells={{ name: ({ name }) => <DetailsLink filters={{ discount: name }}>{name}</DetailsLink> }}
    />
  )
}
