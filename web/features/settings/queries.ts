// Lists and calls of the settings screens, shared by screens and prefetching.
import type { Column } from '#contract/columns.ts'
import { cronLogList, largeOrderList, removalList, settingsLists } from '#contract/lists/settings.ts'
import type { Answer } from '#web/api/call.ts'
import { listSource } from '#web/shared/lists/list.ts'
import { ACTIONS } from '#web/ui/table/phone-order.ts'

const users = listSource(settingsLists.users, { limits: { role: undefined } })
export const USERS = {
  ...users,
  columns: [...users.columns, ACTIONS],
}

/** Columns that are filtered with a select instead of a typed text. */
const withoutFilter = ({ filter: _, ...rest }: Column): Column => rest

const logs = listSource(cronLogList, {
  orderBy: 'started_at',
  limits: { status: undefined, cron: undefined },
})
export const LOGS = {
  ...logs,
  columns: logs.columns.filter(({ key }) => key !== 'id').map(withoutFilter),
}

/** What waits has no decision yet. */
export const withoutDecision = (columns: readonly Column[]) =>
  columns.filter(({ key }) => key !== 'decided_at')

export const REMOVALS = (() => {
  const removals = listSource(removalList, { limits: { state: undefined } })
  return {
    ...removals,
    columns: [...removals.columns, ACTIONS],
  }
})()

export const LARGE_ORDERS = (() => {
  const large = listSource(largeOrderList, { limits: { state: undefined } })
  return {
    ...large,
    columns: [...large.columns.filter(({ key }) => key !== 'dist_id').map(withoutFilter), ACTIONS],
  }
})()

const audit = listSource(settingsLists.auditTrail, { limits: { action: undefined } })
export const AUDIT = {
  ...audit,
  columns: audit.columns.map((one) => (one.key === 'action' ? withoutFilter(one) : one)),
}

export const PROGRAMS = 'GET /api/config/program-access'

/** 'waiting' sorts after 'active', so accounts without a role come first. */
export const WAITING = { query: { orderBy: 'status', order: 'DESC', per_page: 1000 } }

export const MONTH_CHANGES = { query: { subject: 'show_max_month', per_page: 5 } }

export const LINK_REQUESTS = 'GET /api/config/provider/requests'
export type LinkRequest = Answer<typeof LINK_REQUESTS>['data'][number]
