// The provinces as rows: registered customers and sales, with the change against the compared month.
import { useMemo } from 'react'
import { column } from '#contract/columns.ts'
import { useCall } from '#web/api/call.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { Why } from '#web/shared/why/why.tsx'
import { monthName } from '#web/text/format.ts'
import { Change } from '#web/ui/change-badge.tsx'
import { PageLink } from '#web/ui/links.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import { COMPLETED, ordersByProvinceCall, useCustomersByProvince } from './queries.ts'
import { provinceSales } from './rules.ts'
import { text } from './text.ts'
import { whyOfProvince } from './why.ts'

const COLUMNS = [
  column('name', text.province),
  column('customers', text.customers, 'integer'),
  column('customers_change', text.customersChange, 'percent'),
  column('net', text.netSale, 'money'),
  column('net_change', text.salesChange, 'percent'),
  column('difference', text.difference, 'money'),
  column('net_before', text.comparedSale, 'money'),
  column('orders', text.orders, 'integer'),
]

const DEFAULTS = { perPage: 25, orderBy: 'net', order: 'DESC' } as const

export function SalesTable() {
  const user = useUser()
  const { month, compared, against, sameDays } = useMonths()
  const [view, onView] = useTableView(COLUMNS, DEFAULTS)
  const { state: customers, previous } = useCustomersByProvince()
  const sales = useCall(...ordersByProvinceCall(month))
  const before = useCall(...ordersByProvinceCall(compared, COMPLETED, sameDays ? month : undefined))
  const queries = [customers, sales, before]
  const [registered, salesNow, salesBefore] = [customers.data?.data, sales.data?.data, before.data?.data]
  const rows = useMemo(
    () =>
      registered &&
      salesNow &&
      salesBefore &&
      provinceSales(registered, previous ?? null, salesNow, salesBefore),
    [registered, previous, salesNow, salesBefore],
  )
  const failed = queries.find(({ status }) => status === 'error')
  return (
    <ClientTable
      id="provinces"
      file={`provincias_${month}`}
      title={text.sales}
      subtitle={`${text.salesOf(monthName(month))}, ${against}`}
      updatedAt={sales.data?.meta.updated_at}
      columns={COLUMNS}
      rowKey={(row) => row.state}
      state={{
        status: failed ? 'error' : rows ? 'success' : 'pending',
        data: rows,
        error: failed?.error ?? null,
        isFetching: queries.some(({ isFetching }) => isFetching),
        isPlaceholderData: false,
        refetch: () => void Promise.all(queries.map(({ refetch }) => refetch())),
      }}
      view={view}
      onView={onView}
      empty={text.noneYet(monthName(month))}
      own={mayUser(user, 'export')}
      cells={{
        name: (row) => (
          <PageLink
            href={`/customers-orders?month=${month}&state=${encodeURIComponent(row.state)}&counted=1`}
          >
            {row.name}
          </PageLink>
        ),
        customers_change: (row) => (
          <Why of={whyOfProvince('registered', row.state)}>
            <Change now={row.customers} before={row.customers_before} growth="good" />
          </Why>
        ),
        net_change: (row) => (
          <Why of={whyOfProvince('net_sale', row.state)}>
            <Change now={row.net} before={row.net_before} />
          </Why>
        ),
      }}
    />
  )
}
