// Order numbers in other columns than the order's own, as links.
import { mayUser, useUser } from '#web/api/session.ts'
import { MonthLink } from '#web/lists/month-link.tsx'

interface OrderCellProps {
  id: number | null
}

export function OrderCell({ id }: OrderCellProps) {
  const isLinked = mayUser(useUser(), 'view:orders')
  if (id === null) return null
  if (!isLinked) return id
  return (
    <MonthLink to="/orders/$order_id" params={{ order_id: String(id) }}>
      {id}
    </MonthLink>
  )
}
