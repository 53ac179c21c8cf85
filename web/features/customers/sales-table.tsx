// Provinces as rows: who registered and what was sold there, beside the month compared with. Touches api, ui, text and this feature.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { column } from '#contract/columns.ts'
import type { Month } from '#contract/month.ts'
import { fetchQuery } from '#web/api/ask.ts'
import { useMonths } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { changeOf, toCents } from '#web/text/amounts.ts'
import { monthName } from '#web/text/format.ts'
import { versus } from '#web/text/months.ts'
import { PageLink } from '#web/ui/page-link.tsx'
import { ClientTable } from '#web/ui/table/data-table.tsx'
import { useTableView } from '#web/ui/table/use-table-view.ts'
import type { ByProvince, ByProvinceState } from './by-province.ts'
import { OwnChange } from './change.tsx'
import { DEFAULT_STATUS, ordersByProvinceOf, BY_PROVINCE as SALES } from './orders-lists.ts'
import { provinceName } from './provinces.ts'
import { text } from './text.ts'

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

/** The 24 provinces and those without one stand on one page. */
const DEFAULTS = { perPage: 25, orderBy: 'net', order: 'DESC' } as const

const useSales = (month: Month) => useQuery(fetchQuery(SALES, ordersByProvinceOf(month, DEFAULT_STATUS)))

interface SalesTableProps {
  customers: ByProvinceState
  /** Customers of the month compared with; undefined: on its way, null: it could not be loaded. */
  previous: ByProvince | null | undefined
}

export function SalesTable({ customers, previous }: SalesTableProps) {
  const user = useUser()
  const { month, compared } = useMonths()
  const [view, onView] = useTableView(COLUMNS, DEFAULTS)
  const [sales, before] = [useSales(month), useSales(compared)]
  const [now, sold, soldBefore] = [customers.data?.data, sales.data?.data, before.data?.data]
  const rows = useMemo(
    () => (now && sold && soldBefore ? rowsOf(now, previous ?? null, sold, soldBefore) : undefined),
    [now, previous, sold, soldBefore],
  )
  const failed = [customers, sales, before].find(({ status }) => status === 'error')
  return (
    <ClientTable
      id="provinces"
      below
      file={`provincias_${month}`}
      title={text.sales}
      subtitle={`${text.salesOf(monthName(month))}, ${versus(compared)}`}
      updatedAt={sales.data?.meta.updated_at}
      columns={COLUMNS}
      rowKey={(row) => row.state}
      state={{
        status: failed ? 'error' : rows ? 'success' : 'pending',
        data: rows,
        error: failed?.error ?? null,
        isFetching: [customers, sales, before].some(({ isFetching }) => isFetching),
        isPlaceholderData: false,
        refetch: () => void Promise.all([customers.refetch(), sales.refetch(), before.refetch()]),
      }}
      view={view}
      onView={onView}
      empty={text.noneYet(monthName(month))}
      own={mayUser(user, 'export')}
      cells={{
        name: (row) => (
          <PageLink href={`/customers-orders?month=${month}&state=${encodeURIComponent(row.state)}`}>
            {row.name}
          </PageLink>
        ),
        customers_change: (row) => <OwnChange now={row.customers} before={row.customers_before} />,
        net_change: (row) => <OwnChange now={row.net} before={row.net_before} />,
      }}
    />
  )
}

interface Sold {
  state: string
  total_orders: number
  total_amount: number
}

/** Every province of either month. */
function rowsOf(
  now: ByProvince,
  before: ByProvince | null,
  sold: readonly Sold[],
  soldBefore: readonly Sold[],
) {
  const states = new Set(
    [...now.rows, ...(before?.rows ?? []), ...sold, ...soldBefore].map(({ state }) => state),
  )
  const registered = ({ rows }: ByProvince, state: string) =>
    rows.find((row) => row.state === state)?.total_registered ?? 0
  return [...states].map((state) => {
    const sale = sold.find((row) => row.state === state)
    const net = sale?.total_amount ?? 0
    const net_before = soldBefore.find((row) => row.state === state)?.total_amount ?? 0
    const customers = registered(now, state)
    const customers_before = before ? registered(before, state) : 0
    return {
      state,
      name: provinceName(state),
      customers,
      customers_before,
      customers_change: changeOf(customers, customers_before),
      net,
      net_change: changeOf(net, net_before),
      difference: toCents(net - net_before),
      net_before,
      orders: sale?.total_orders ?? 0,
    }
  })
}
