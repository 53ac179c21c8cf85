// Detalles descuentos: what the employees of one company bought in the month. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ordersByRoleColumns } from '#contract/orders-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { sumOf } from '#web/text/amounts.ts'
import { integer, money, monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { ofPurchases, PURCHASES } from './asked.ts'
import { partOf } from './part-of.ts'
import { text } from './text.ts'
import { Trail } from './trail.tsx'

const DEFAULTS = { perPage: 25, orderBy: 'order_id', order: 'DESC' } as const

export default function PurchasesScreen() {
  const user = useUser()
  const month = useMonth()
  const { employee_name: role = '', role: label = role } = useParams({ strict: false })
  const [view, onView] = useTableView(ordersByRoleColumns, DEFAULTS)
  const state = useQuery(fetchQuery(PURCHASES, ofPurchases(role, month)))
  const rows = state.data?.data
  const net = sumOf((rows ?? []).map((row) => row.order_total))
  const total = state.data?.meta.total ?? 0
  const words = [
    rows && rows.length === total
      ? text.purchasesSum(monthName(month), integer(total), money(net))
      : text.purchasesOf(monthName(month)),
    ...partOf(rows, total),
  ]
  return (
    <Page>
      <Trail to="/benefits/corporatives" above={text.corporates} here={text.discountDetails} month={month} />
      <ClientTable
        id="company-purchases"
        file={`compras_de_${role}_${month}`}
        title={label}
        subtitle={words.join('; ')}
        updatedAt={state.data?.meta.updated_at}
        columns={ordersByRoleColumns}
        rowKey={(row) => String(row.order_id)}
        state={{ ...state, data: rows }}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) =>
                downloadExport(PURCHASES, {
                  params: { role_name: role },
                  query: { start_date: month, orderBy: view.orderBy, order: view.order, format },
                })
            : undefined
        }
      />
    </Page>
  )
}
