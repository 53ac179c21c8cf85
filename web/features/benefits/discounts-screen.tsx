// Resumen Descuentos: the ten coupons used most, every coupon of the month, and each use. Touches api, lists, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonth } from '#web/api/month.ts'
import { ListTable } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { COUPON_TOTALS, COUPON_USES, ofCouponTotals } from './asked.ts'
import { CouponsTable } from './coupons-table.tsx'
import { text } from './text.ts'
import { TopCouponsPanel } from './top-coupons-panel.tsx'
import { Trail } from './trail.tsx'

export default function DiscountsScreen() {
  const month = useMonth()
  const state = useQuery(fetchQuery(COUPON_TOTALS, ofCouponTotals(month)))
  return (
    <Page>
      <Trail to="/benefits/overview" above={text.overview} here={text.summary} month={month} />
      <TopCouponsPanel state={state} month={month} />
      <CouponsTable state={state} month={month} />
      <ListTable
        {...COUPON_USES}
        id="coupon-uses"
        title={text.couponsOf(monthName(month))}
        subtitle={text.couponsOfNote}
        month={month}
        rowKey={(row) => `${row.order_id} ${row.discount_id}`}
      />
    </Page>
  )
}
