// Order numbers in tables as links to their orders.
import { useMemo } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from './month-link.tsx'

const orderLink = (column: string) => (row: object) => {
  const id = Reflect.get(row, column)
  return id === null ? null : (
    <MonthLink to="/orders/$order_id" params={{ order_id: String(id) }}>
      {id}
    </MonthLink>
  )
}

const LINKS = Object.fromEntries(
  ['order_id', 'first_order_id', 'second_order_id', 'last_order_id'].map((key) => [key, orderLink(key)]),
)

/** `cells` with links in the columns of order numbers, for users who may see orders. */
export function useOrderLinks<Cells extends object>(cells: Cells | undefined) {
  const linked = mayUser(useUser(), 'view:orders')
  return useMemo(() => (linked ? { ...LINKS, ...cells } : cells), [linked, cells])
}
