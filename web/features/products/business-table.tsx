// Tabla de Negocios. Touches api, ui, text and this feature.
import { businessesColumns } from '#contract/products-columns.ts'
import { useMonths } from '#web/api/compare.ts'
import { downloadExport } from '#web/api/download.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { Change } from '#web/ui/change.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { pageSizes } from '#web/ui/table/view.ts'
import { BusinessName } from './business-name.tsx'
import type { BusinessState } from './business-panel.tsx'
import type { Mode } from './mode.ts'
import { RankingLink } from './ranking-link.tsx'
import { text } from './text.ts'

const SIZES = pageSizes(15)

interface BusinessTableProps {
  state: BusinessState
  mode: Mode
}

export function BusinessTable({ state, mode }: BusinessTableProps) {
  const { month, compared, asked } = useMonths()
  const user = useUser()
  const [view, onView] = useTableView(businessesColumns, mode.defaults)
  return (
    <ClientTable
      id="businesses"
      below
      file={`negocios_${month}`}
      title={text.businessesTable}
      subtitle={`${text.completedOf(monthName(month))}, ${versus(compared)}`}
      updatedAt={state.data?.meta.updated_at}
      columns={businessesColumns}
      rowKey={(row) => row.business}
      state={{ ...state, data: state.data?.data.rows }}
      view={view}
      onView={onView}
      sizes={SIZES}
      onExport={
        mayUser(user, 'export')
          ? (format) =>
              downloadExport('GET /api/orders/ranking-orders-by-business', {
                query: { ...asked, orderBy: view.orderBy, order: view.order, format },
              })
          : undefined
      }
      cells={{
        business: (row) => (
          <RankingLink of={{ month, business: row.business }}>
            <BusinessName name={row.business} />
          </RankingLink>
        ),
        increment: (row) => <Change now={row.total_amount} before={row.prev_amount} change={row.increment} />,
      }}
    />
  )
}
