// The rows behind a figure: the screen that lists them, in the month on screen, for who may see it. Touches contract, api and text.
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { monthName } from '#web/text/format.ts'

export interface RowsBehind {
  readonly path: string
  readonly access: Permission
  /** Filters and order of the list, as they stand in its address. */
  readonly view?: Readonly<Record<string, string>>
}

/** The orders that sales figures count. */
export const COMPLETED_ORDERS: RowsBehind = {
  path: '/customers-orders',
  access: 'view:orders',
  view: { status: 'wc-completed' },
}

const openRows = (figure: string, month: Month) => `${figure} de ${monthName(month)}: ver el detalle`

/** Links of a month's figures; none where the user may not see the rows. `limits` narrow every list alike. */
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
