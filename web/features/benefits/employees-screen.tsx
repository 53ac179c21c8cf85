// Detalles empleados: the registered employees of one company.
import { useParams } from '@tanstack/react-router'
import { customerLists } from '#contract/lists/customers.ts'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { monthName } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { BenefitsBreadcrumb } from './links.tsx'
import { partialNote, text } from './text.ts'

const EMPLOYEES = listSource(customerLists.registeredByRole)

export default function EmployeesScreen() {
  const month = useMonth()
  const { role = '', employee_name: label = role } = useParams({ strict: false })
  const query = { orderBy: 'surname', per_page: 100_000, start_date: month } as const
  const state = useCall(EMPLOYEES.call, { params: { role }, query })
  const rows = state.data?.data
  return (
    <Page>
      <BenefitsBreadcrumb to="/benefits/corporatives" here={text.employeeDetails} />
      <ClientList
        {...EMPLOYEES}
        id="company-employees"
        file={`empleados_registrados_${role}_${month}`}
        title={label}
        subtitle={text.registeredUpTo(monthName(month)) + partialNote(rows, state.data?.meta.total)}
        params={{ role }}
        query={{ start_date: month }}
        state={state}
        rows={rows}
      />
    </Page>
  )
}
