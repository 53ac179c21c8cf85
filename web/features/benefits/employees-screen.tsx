// Detalles empleados: the registered employees of one company.
import { useParams } from '@tanstack/react-router'
import { customerLists } from '#contract/lists/customers.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ClientList } from '#web/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { BenefitsBreadcrumb } from './links.tsx'
import { partialNote, text } from './text.ts'

const REGISTERED = 'GET /api/customers/registered/{role}'
const DEFAULTS = { perPage: 25, orderBy: 'surname', order: 'ASC' } as const

const rowKey = ({ customer_id }: { customer_id: number }) => String(customer_id)

export default function EmployeesScreen() {
  const month = useMonth()
  const { role = '', employee_name: label = role } = useParams({ strict: false })
  const query = { orderBy: 'surname', per_page: 100_000, start_date: month } as const
  const state = useCall(REGISTERED, { params: { role }, query })
  const rows = state.data?.data
  return (
    <Page>
      <BenefitsBreadcrumb to="/benefits/corporatives" here={text.employeeDetails} />
      <ClientList
        id="company-employees"
        file={`empleados_registrados_${role}_${month}`}
        title={label}
        subtitle={text.registeredUpTo(monthName(month)) + partialNote(rows, state.data?.meta.total)}
        columns={customerLists.registeredByRole.columns}
        rowKey={rowKey}
        call={REGISTERED}
        params={{ role }}
        query={{ start_date: month }}
        defaults={DEFAULTS}
        state={state}
        rows={rows}
      />
    </Page>
  )
}
