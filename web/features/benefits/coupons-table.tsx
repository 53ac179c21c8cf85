// Every coupon of the month with its uses and amount; each leads to its uses. Touches api, ui, text and this feature.
import type { CouponTotalRow } from '#contract/benefits.ts'
import type { Month } from '#contract/month.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { pageSizes } from '#web/ui/table/view.ts'
import { COUPON_TOTALS, TOTALS_COLUMNS, TOTALS_VIEW } from './asked.ts'
import { partOf } from './part-of.ts'
import { DetailsLink } from './places.tsx'
import { text } from './text.ts'
import type { TotalsState } from './top-coupons-panel.tsx'

const SIZES = pageSizes(15)
/** Its place in the address: the page has another table. */
const PREFIX = 'c_'

export function CouponsTable({ state, month }: { state: TotalsState; month: Month }) {
  const user = useUser()
  const [view, onView] = useTableView(TOTALS_COLUMNS, TOTALS_VIEW, PREFIX)
  const rows = state.data?.data
  const words = [text.couponsTableNote(monthName(month)), ...partOf(rows, state.data?.meta.total ?? 0)]
  return (
    <ClientTable
      id="coupon-totals"
      file={`cupones_${month}`}
      title={text.couponsTable}
      subtitle={words.join('; ')}
      updatedAt={state.data?.meta.updated_at}
      columns={TOTALS_COLUMNS}
      rowKey={(row) => row.name}
      state={{ ...state, data: rows }}
      view={view}
      onView={onView}
      sizes={SIZES}
      cells={{
        name: ({ name }: CouponTotalRow) => (
          <DetailsLink month={month} limits={{ discount: name }}>
            {name}
          </DetailsLink>
        ),
      }}
      onExport={
        mayUser(user, 'export')
          ? (format) =>
              downloadExport(COUPON_TOTALS, {
                query: {
                  line_type: 'coupon',
                  start_date: month,
                  orderBy: view.orderBy,
                  order: view.order,
                  format,
                },
              })
          : undefined
      }
    />
  )
}
