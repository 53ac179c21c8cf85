// Links from a figure to the screen that lists its rows.
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'

export interface RowsBehind {
  readonly path: string
  readonly access: Permission | 'session'
  /** Filters and order of the list as search parameters. */
  readonly view?: Readonly<Record<string, string>>
}

/** The orders behind sales figures. */
export const COMPLETED_ORDERS: RowsBehind = {
  path: '/customers-orders',
  access: 'view:orders',
  view: { status: 'wc-completed', counted: '1' },
}

const openRows = (figure: string, month: Month) => `${figure} de ${monthName(month)}: ver el detalle`

/** Returns a function that builds the link of a figure; undefined without permission. `limits` are filters for all lists. */
export function useRowsBehind(month: Month, limits: Readonly<Record<string, string>> = {}) {
  const user = useUser()
  return (figure: string, { path, access, view }: RowsBehind) =>
    mayUser(user, access)
      ? {
          href: `${path}?${new URLSearchParams({ month, ...view, ...limits })}`,
          label: openRows(figure, month),
        }
      : undefined
}
