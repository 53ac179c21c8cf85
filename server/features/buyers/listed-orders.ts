// Lists of orders, or of people by one of their orders. Pages are found without names, which are read for the page only.
import { distName } from '#server/rollups/expressions.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

/** Ids of the orders of a page, or null for the whole list. */
export type Ids = readonly number[] | null

/** Limits orders `o` to these. */
export const ofIds = (ids: Ids): Sql => (ids === null ? sql`true` : sql`o.order_id in (${ids})`)

interface Listed {
  /** `with …, found as (…)`: orders with their accounts; of some ids they may be found in another way. */
  readonly found: (ids: Ids) => ScopedSql
  /** Columns of the list beside the names, of order `p`. */
  readonly columns: Sql
  /** Column of the list that holds the order's id. */
  readonly key: 'order_id' | 'first_order_id'
  /** Finds pages that are ordered by other columns than these. */
  readonly sooner?: Pick<Listed, 'found' | 'columns'> & { readonly lacks: readonly string[] }
}

/** Names of account `a` of order `p`, else those of the order itself. */
export const names = sql`
  coalesce(a.first_name, p.first_name) as name, coalesce(a.last_name, p.last_name) as surname,
  coalesce(nullif(a.email, ''), p.email) as email`

const NAMES = ['name', 'surname', 'email', 'dist_name']

export const orderColumns = sql`p.order_id, p.order_date as date, p.dist_id, p.net as amount`

const named = ({ found, columns }: Pick<Listed, 'found' | 'columns'>, ids: Ids): ScopedSql => sql`
  ${found(ids)}
  select ${columns}, ${names}, ${distName}
  from found p
  left join customers a on a.customer_id = p.account_id
  left join distributors d on d.dist_id = p.dist_id`

const nameless = ({ found, columns }: Pick<Listed, 'found' | 'columns'>): ScopedSql =>
  sql`${found(null)} select ${columns} from found p`

export function listedOrders({ key, sooner, ...list }: Listed) {
  const query = named(list, null)
  const rowsOf = (keys: readonly Row[]) =>
    named(
      list,
      keys.map((row) => Number(row[key])),
    )
  const lookups = [
    ...(sooner
      ? [
          { query: nameless(sooner), lacks: [...NAMES, ...sooner.lacks] },
          { query: named(sooner, null), lacks: sooner.lacks },
        ]
      : []),
    { query: nameless(list), lacks: NAMES },
    { query, lacks: [] },
  ]
  return { query, deferred: lookups.map((lookup) => ({ ...lookup, rowsOf })) }
}
