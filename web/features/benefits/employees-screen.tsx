// Detalles empleados: the registered employees of one company. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { registeredColumns } from '#contract/customers-columns.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { downloadExport } from '#web/api/download.ts'
import { useMonth } from '#web/api/month.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { ofRegistered, REGISTERED } from './asked.ts'
import { partOf } from './part-of.ts'
import { text } from './text.ts'
import { Trail } from './trail.tsx'

const DEFAULTS = { perPage: 25, orderBy: 'surname', order: 'ASC' } as const

const idOf = ({ customer_id }: { customer_id: number }) => String(customer_id)

export default function EmployeesScreen() {
  const user = useUser()
  const month = useMonth()
  const { role = '', employee_name: label = role } = useParams({ strict: false })
  const [view, onView] = useTableView(registeredColumns, DEFAULTS)
  const state = useQuery(fetchQuery(REGISTERED, ofRegistered(role, month)))
  const rows = state.data?.data
  const words = [text.registeredUpTo(monthName(month)), ...partOf(rows, state.data?.meta.total ?? 0)]
  return (
    <Page>
      <Trail to="/benefits/corporatives" above={text.corporates} here={text.employeeDetails} month={month} />
      <ClientTable
        id="company-employees"
        file={`empleados_registrados_${role}_${month}`}
        title={label}
        subtitle={words.join('; ')}
        updatedAt={state.data?.meta.updated_at}
        columns={registeredColumns}
        rowKey={idOf}
        state={{ ...state, data: rows }}
        view={view}
        onView={onView}
        onExport={
          mayUser(user, 'export')
            ? (format) =>
                downloadExport(REGISTERED, {
                  params: { role },
                  query: { start_date: month, orderBy: view.orderBy, order: view.order, format },
                })
            : undefined
        }
      />
    </Page>
  )
}
