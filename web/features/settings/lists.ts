// The lists of the settings: call, columns, first order. Touches contract, lists and ui.
import { auditColumns, usersColumns } from '#contract/administration-columns.ts'
import { column } from '#contract/columns.ts'
import { cronLogsColumns } from '#contract/crons-columns.ts'
import { list } from '#web/lists/list.ts'
import { text } from './text.ts'

export const USERS = list(
  'GET /api/users',
  [...usersColumns, column('actions', text.actions, 'text', { sortable: false })],
  { perPage: 25, orderBy: 'name', order: 'ASC' },
)

/** What is shown as words of our own is chosen from a list and not typed. */
const withoutFilter = ({
  key,
  title,
  format,
  sortable = true,
}: (typeof cronLogsColumns | typeof auditColumns)[number]) => column(key, title, format, { sortable })

export const LOGS = list(
  'GET /api/config/crones/logs',
  cronLogsColumns.filter(({ key }) => key !== 'id').map(withoutFilter),
  { perPage: 25, orderBy: 'started_at', order: 'DESC' },
)

export const AUDIT = list(
  'GET /api/config/audit',
  auditColumns.map((one) => (one.key === 'action' ? withoutFilter(one) : one)),
  { perPage: 25, orderBy: 'at', order: 'DESC' },
)

/** 'waiting' sorts after 'active', so the accounts that wait for a role come first. */
export const WAITING = { query: { orderBy: 'status', order: 'DESC', per_page: 1000 } }

export const CHANGES_OF_MONTH = { query: { subject: 'show_max_month', per_page: 5 } }
