// Detalles descuentos: the month's purchases by the employees of one company.
import { useParams } from '@tanstack/react-router'
import { useCall } from '#web/api/call.ts'
import { useMonth } from '#web/api/month.ts'
import { ClientList } from '#web/shared/lists/list-table.tsx'
import { money, monthName, sumOf } from '#web/text/format.ts'
import { Page } from '#web/ui/page.tsx'
import { BenefitsBreadcrumb } from './links.tsx'
import { PURCHASES, purchasesCall } from './queries.ts'
import { partialNote, text } from './text.ts'

export default function PurchasesScreen() {
  const month = useMonth()
  const { employee_name: role = '', role: label = role } = useParams({ strict: false })
  const state = useCall(...purchasesCall(role, month))
  const rows = state.data?.data
  const total = state.data?.meta.total ?? 0
  const net = sumOf((rows ?? []).map((row) => row.order_total))
  const note =
    rows?.length === total
      ? text.purchasesSum(monthName(month), total, money(net))
      : text.purchasesOf(monthName(month))
  return (
    <Page>
      <BenefitsBreadcrumb to="/benefits/corporatives" here={text.discountDetails} />
      <ClientList
        {...PURCHASES}
        id="company-purchases"
        file={`compras_de_${role}_${month}`}
        title={label}
        subtitle={note + partialNote(rows, total)}
        params={{ role_name: role }}
        query={{ start_date: month }}
        state={state}
        rows={rows}
      />
    </Page>
  )
}
