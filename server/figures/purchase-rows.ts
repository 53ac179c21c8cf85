// Completed orders with their buyers, each with its place among those of the buyer: the narrow table that tells who is new, who bought
// again and what somebody's last order was at a day, for a month as fast as for a history of any length.
import { type Sql, sql } from '#server/store/sql.ts'
import { buyerKey, ownedOrders } from './buyers.ts'
import { accountsFrom, type TableSource, wholeTables } from './table-source.ts'

/** What is known of a purchase without the others of its buyer, besides its net. */
export const DETAILS = [
  ...(['month', 'dist_id', 'buyer', 'account_id', 'order_id'] as const),
  ...(['created_at', 'order_date', 'province', 'discounted', 'name', 'surname'] as const),
] as const
const COLUMNS = [...DETAILS, 'net', 'place', 'total', 'next_order_id', 'next_date']

const columns = (names: readonly string[]): Sql => sql.join(names.map((name) => sql.identifier(name)))
export const BASE = columns([...DETAILS, 'net'])

/** PostgreSQL has no index over texts of any length. */
export const shortened = (name: Sql): Sql => sql`left(${name}, 200)`

/**
 * Rows of the table without their places, of orders that match a condition, and whether the buyer is an employee of a company. A guest
 * without e-mail is a buyer of one order.
 */
export const purchaseRows = (condition: Sql, tables: TableSource = wholeTables): Sql => sql`
  with ${ownedOrders(
    sql`
    select order_id, month, dist_id, customer_id, email, first_name, last_name, created_at, order_date, province,
      discount <> 0 as discounted, net
    from ${tables('orders')} placed
    where counted and status = 'wc-completed' and ${condition}`,
    tables.accounts,
  )}
  select o.month, o.dist_id,
    case when o.account_id = 0 and o.email = '' then 'order ' || cast(o.order_id as text) else ${buyerKey('o')} end as buyer,
    o.account_id, o.order_id, o.created_at, o.order_date, o.province, o.discounted,
    ${shortened(sql`coalesce(a.first_name, o.first_name)`)} as name,
    ${shortened(sql`coalesce(a.last_name, o.last_name)`)} as surname, o.net,
    coalesce(a.company <> '', false) as employee
  from owned o left join ${accountsFrom(tables)} a on a.customer_id = o.account_id`

/** Rows with their places among those of each buyer. */
export const placed = <Rows extends Sql>(rows: Rows): Rows =>
  sql`
  select ${BASE}, row_number() over by_time as place, cast(sum(net) over by_time as decimal(18, 2)) as total,
    lead(order_id) over by_time as next_order_id, lead(order_date) over by_time as next_date
  from ${rows} window by_time as (partition by buyer order by created_at, order_id)` as Sql as Rows

export const ofMonths = (months: readonly string[], condition = sql`true`): Sql =>
  purchaseRows(sql`month in (${months}) and ${condition}`)

/** The table's rows for these months, from orders and the other rows of their buyers, to verify it. */
const rows = (months: readonly string[]): Sql => sql`
  with fresh as materialized (${ofMonths(months)})
  select * from (${placed(
    sql`(${sql.union(
      [
        sql`select ${BASE} from fresh`,
        sql`
        select ${BASE} from rollup_purchases where month not in (${months}) and buyer in (select buyer from fresh)`,
      ],
      'all',
    )}) bought`,
  )}) purchases
  where month in (${months})`

export const PURCHASES = { table: 'rollup_purchases', columns: COLUMNS, rows }
