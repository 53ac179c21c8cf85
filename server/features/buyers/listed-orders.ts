// Lists of orders, or of people by one of their orders. Pages are found without e-mails, which are read for the page only.
import { distName, orderNumber } from '#server/figures/expressions.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

/** Ids of the orders of a page, or null for the whole list. */
export type Ids = readonly number[] | null

/** Limits rows to these orders, by default purchases `p`. */
export const ofIds = (ids: Ids, column = sql`p.order_id`): Sql =>
  ids === null ? sql`true` : sql`${column} in (${ids})`

interface Listed {
  /** Purchases as `p`; of some ids they may be found in another way. */
  readonly found: (ids: Ids) => ScopedSql
  /** Rows of the whole list without names and some columns, where that is cheaper. */
  readonly cheapest?: { readonly query: ScopedSql; readonly lacks: readonly string[] }
  /** Columns of the list beside the names, of purchase `p`. */
  readonly columns: Sql
  /** Column of the list that holds the order's id. */
  readonly key: 'order_id' | 'first_order_id'
  /** Condition of their orders `o`, so that orders of other months are not read. */
  readonly within?: Sql
  /** Purchases of the last month. A list sorted by date, newest first, starts with them. */
  readonly newest?: ScopedSql
  /** People have no distributor. */
  readonly of: 'people' | 'orders'
}

export const orderColumns = sql`p.order_id, p.order_date as date, p.dist_id, p.net as amount`

/** Of the buyer of purchase `p`. */
export const names = sql`p.name, p.surname`

/** That of account `a`, else that of order `o`. */
export const email = sql`coalesce(nullif(a.email, ''), o.email) as email`

/** What e-mails of purchases are joined from. */
export const emailsFrom = (purchases: Sql, within = sql`true`): Sql => sql`
  join orders o on o.order_id = ${purchases}.order_id and ${within} left join customers a on a.customer_id = ${purchases}.account_id`

const withEmails = ({ found, columns, of, within }: Listed, ids: Ids): ScopedSql => sql`
  select ${columns}, ${names}, ${email}
    ${of === 'people' ? sql.empty : sql`, ${distName}, ${orderNumber('o')} as number`}
  from (${found(ids)}) p ${emailsFrom(sql`p`, within)}
  ${of === 'people' ? sql.empty : sql`left join distributors d on d.dist_id = p.dist_id`}`

/** Columns that are read for the orders of a page only. */
const LATER = ['email', 'dist_name', 'number']

export function listedOrders(list: Listed) {
  const query = withEmails(list, null)
  const rowsOf = (keys: readonly Row[]) =>
    withEmails(
      list,
      keys.map((row) => Number(row[list.key])),
    )
  const { columns, cheapest, newest } = list
  const withoutEmails = (found: ScopedSql) => sql`select ${columns}, ${names} from (${found}) p`
  const leading = newest && { orderBy: 'date', order: 'DESC' as const, query: withoutEmails(newest) }
  return {
    query,
    deferred: [
      ...(cheapest ? [{ ...cheapest, lacks: ['name', 'surname', ...cheapest.lacks, ...LATER], rowsOf }] : []),
      { query: withoutEmails(list.found(null)), lacks: LATER, rowsOf, ...(leading && { leading }) },
      { query, lacks: [], rowsOf },
    ],
  }
}
