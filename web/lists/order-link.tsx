// Order numbers in tables as links to their orders.
import { useMemo } from 'react'
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from './month-link.tsx'

const orderLink = (row: object) => {
  const id = String(Reflect.get(row, 'order_id'))
  return (
    <MonthLink to="/orders/$order_id" params={{ order_id: id }}>
      {id}
    </MonthLink>
  )
}

/** `cells` with a link in the column of order numbers, for users who may see orders. */
export function useOrderLinks<Cells extends object>(cells: Cells | undefined) {
  const linked = mayUser(useUser(), 'view:orders')
  return useMemo(() => (linked ? { order_id: orderLink, ...cells } : cells), [linked, cells])
}
