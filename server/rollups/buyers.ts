import { byScope, inScope, type Scope } from '#server/store/scope.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { wholeTables } from './table-source.ts'

/**
 * `owned`: some orders, with their customer_id and email, and the account that bought: the order of a guest belongs to the
 * account of its e-mail, 0 where no account has it.
 * The join is on one equality: with a second condition on the left side DuckDB leaves its hash join, 20 times slower.
 */
export const ownedOrders = <Orders extends Sql>(orders: Orders): Orders =>
  sql`
  bought as (${orders}),
  accounts as (
    select email, min(customer_id) as account_id from customers
    where email <> '' and email in (select email from bought where customer_id = 0)
    group by email
  ),
  owned as (
    select b.*,
      case when b.customer_id <> 0 then b.customer_id else coalesce(a.account_id, 0) end as account_id
    from bought b left join accounts a on a.email = case when b.customer_id = 0 then b.email end
  )` as Sql as Orders

/** Completed, counted orders of the months with their buyers. */
export const buyers = (months: readonly string[], tables = wholeTables): Sql => sql`
  ${ownedOrders(sql`
    select order_id, month, dist_id, customer_id, email from ${tables('orders')} placed
    where counted and status = 'wc-completed' and month in (${months})`)},
  buyers as (select order_id, month, dist_id, email, account_id from owned)`

/** Accounts, guests by e-mail, and guests without e-mail: disjoint groups. */
export const distinctBuyers = sql`
  count(distinct case when account_id <> 0 then account_id end)
  + count(distinct case when account_id = 0 and email <> '' then email end)
  + count(case when account_id = 0 and email = '' then 1 end)`

/** Columns that identify a buyer as `distinctBuyers` counts them. */
export const oneBuyer = sql`
  account_id, case when account_id = 0 then email else '' end as guest,
  case when account_id = 0 and email = '' then order_id else 0 end as nobody`

/** Distinct buyers with a completed order in one month, computed from the orders. */
export const buyersOf = (month: string, within: ScopedSql, tables = wholeTables): ScopedSql => sql`
  with ${buyers([month], tables)} select ${distinctBuyers} as buyers from buyers where ${within}`

/** Buyers of several distributors in a month, one row per distributor, numbered per month so that no e-mail is stored. */
export const sharedBuyers = (months: readonly string[], tables = wholeTables): Sql => sql`
  with ${buyers(months, tables)},
  known as (
    select distinct month, dist_id, account_id, case when account_id = 0 then email else '' end as guest
    from buyers where account_id <> 0 or email <> ''
  ),
  several as (
    select month, account_id, guest, row_number() over (partition by month order by account_id, guest) as buyer
    from known group by month, account_id, guest having count(*) > 1
  )
  select k.month, k.dist_id, s.buyer
  from known k join several s on s.month = k.month and s.account_id = k.account_id and s.guest = k.guest
  order by k.month, k.dist_id, s.buyer`

/**
 * Distinct buyers per month; of some distributors, the sum over them, corrected for buyers that several of them share. The row
 * of the whole month has no distributor.
 */
export const buyersByMonth = (months: readonly string[], scope: Scope, tables = wholeTables): ScopedSql =>
  byScope(
    scope,
    sql`select month, buyers from ${tables('rollup_buyers')} counted where month in (${months}) and dist_id is null`,
    sql`
      select b.month, b.buyers - coalesce(s.told, 0) + coalesce(s.buyers, 0) as buyers
      from (
        select month, sum(buyers) as buyers from ${tables('rollup_buyers')} counted
        where month in (${months}) and dist_id is not null and ${inScope(scope)} group by month
      ) b
      left join (
        select month, count(*) as told, count(distinct buyer) as buyers from ${tables('rollup_shared_buyers')} shared
        where month in (${months}) and ${inScope(scope)} group by month
      ) s on s.month = b.month`,
  )
