// Accounts that bought through a distributor, with the first such month and its first distributor. One row per account, so the
// table does not grow with the history.
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

export const viaDistributor = sql`customer_id <> 0 and dist_id <> ${NO_DISTRIBUTOR.dist_id}`

/** The first order through a distributor of each account, among the orders that match a condition. */
export const firstOrders = (condition: Sql): Sql =>
  firstOf(sql`orders where ${condition} and ${viaDistributor}`)

export const firstOf = (orders: Sql): Sql => sql`
  select month, customer_id, dist_id from (
    select month, customer_id, dist_id, row_number() over (partition by customer_id order by created_at, order_id) as place
    from ${orders}
  ) served
  where place = 1`

export const boughtIn = (months: readonly string[]): Sql => firstOrders(sql`month in (${months})`)

/** The table's rows for these months, computed from all orders, to verify it. */
export const servedAccounts = (months: readonly string[]): Sql => sql`
  select b.month, b.customer_id, b.dist_id from (${boughtIn(months)}) b
  join (select customer_id, min(month) as first_month from orders where ${viaDistributor} group by customer_id) e
    on e.customer_id = b.customer_id and e.first_month = b.month`

/**
 * Of account `c` with its row `s` of the table: the distributor that the shop assigns to it, else the one that served it first, else
 * none.
 */
export const accountDistributor = sql`coalesce(nullif(c.dist_id, ${NO_DISTRIBUTOR.dist_id}), s.dist_id, ${NO_DISTRIBUTOR.dist_id})`

/** Accounts of a scope. Answers that read a limited scope depend on the orders of every month. */
export const accountsOf = (scope: Scope): ScopedSql =>
  byScope(
    scope,
    sql`customers`,
    sql`(
      select c.* from customers c left join rollup_served s on s.customer_id = c.customer_id
      where ${inScope(scope, accountDistributor)}
    )`,
  )
