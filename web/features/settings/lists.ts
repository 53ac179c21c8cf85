// The lists of the settings: call, columns, first order. Touches contract, lists and ui.
import { type Column, column } from '#contract/columns.ts'
import { cronLogList, settingsLists } from '#contract/lists/settings.ts'
import { listSource } from '#web/lists/list.ts'
import { text } from './text.ts'

const users = listSource(settingsLists.users)
export const USERS = {
  ...users,
  columns: [...users.columns, column('actions', text.actions, 'text', { sortable: false })],
}

/** Columns that are filtered with a select instead of a typed text. */
const withoutFilter = ({ filter: _, ...rest }: Column): Column => rest

const logs = listSource(cronLogList, { orderBy: 'started_at' })
export const LOGS = {
  ...logs,
  columns: logs.columns.filter(({ key }) => key !== 'id').map(withoutFilter),
}

const audit = listSource(settingsLists.auditTrail)
export const AUDIT = {
  ...audit,
  columns: audit.columns.map((one) => (one.key === 'action' ? withoutFilter(one) : one)),
}

/** 'waiting' sorts after 'active', so the accounts that wait for a role come first. */
export const WAITING = { query: { orderBy: 'status', order: 'DESC', per_page: 1000 } }

export const CHANGES_OF_MONTH = { query: { subject: 'show_max_month', per_page: 5 } }
