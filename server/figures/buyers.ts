import { HASH_LENGTH, NOWHERE } from '#server/domain/placeholder-email.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { wholeTables } from './table-source.ts'

/**
 * `owned`: the orders, with their customer_id and email, and the account that bought: the order of a guest belongs to the first account
 * with its e-mail, 0 where no account has it. `accounts`: the few that may have bought, for a change; by default all.
 * The orders are read once more for these accounts rather than shared: on a Citus cluster, shared rows would all go through the
 * coordinator. Among all accounts the first is chosen by "distinct on", which tells PostgreSQL that each e-mail has one; after
 * "group by" it expects hundreds of rows per order and sorts on disk. Few need no search, and DuckDB plans a group in less time.
 * The join is on one equality: with a second condition on the left side DuckDB leaves its hash join, 20 times slower.
 */
export const ownedOrders = <Orders extends Sql>(orders: Orders, accounts?: Sql): Orders => {
  const search = sql`
  guest_accounts as materialized (
    select email, customer_id from customers
    where email <> '' and email in (select distinct email from (${orders}) bought where customer_id = 0)
  ),`
  const first = accounts
    ? sql`select email, min(customer_id) as account_id from ${accounts} known where email <> '' group by email`
    : sql`select distinct on (email) email, customer_id as account_id from guest_accounts order by email, customer_id`
  return sql`
  ${accounts ? sql.empty : search}
  owned as (
    select b.*, case when b.customer_id <> 0 then b.customer_id else coalesce(a.account_id, 0) end as account_id
    from (${orders}) b
    left join (${first}) a on a.email = case when b.customer_id = 0 then b.email end
  )` as Sql as Orders
}

interface Bought<Orders> {
  readonly orders: Orders
  /** Whether a row `g` is of their months. */
  readonly inMonths: Sql
  /** As for `ownedOrders`. */
  readonly accounts?: Sql
  readonly isCluster: boolean
}

/**
 * `owned`: the orders with the accounts that bought, as `rollup_guest_accounts` has those of guests. On a cluster, the rollup is not
 * where the orders are.
 */
export const ordersBought = <Orders extends Sql>({
  orders,
  inMonths,
  accounts,
  isCluster,
}: Bought<Orders>): Orders => {
  if (isCluster) return ownedOrders(orders, accounts)
  return sql`
  owned as (
    select b.*, case when b.customer_id <> 0 then b.customer_id else coalesce(a.account_id, 0) end as account_id
    from (${orders}) b
    left join (
      select g.order_id, g.account_id from rollup_guest_accounts g
      where ${inMonths}
    ) a on a.order_id = b.order_id
  )` as Sql as Orders
}

/** Accounts `c` with `isMember` and all others with their e-mails, of which the first owns the orders of guests. */
export const sharingEmailWith = (isMember: Sql): Sql => sql`
  (select email, customer_id from customers where email in (select email from customers c where ${isMember}))`

/**
 * A hash of a guest's e-mail with a secret of this database. The placeholder of an erased guest holds the same one, so orders that
 * were erased and those that were not yet have one buyer.
 */
export function guestHash(email: Sql): Sql {
  const salted = sql`(select value from settings where option = 'buyers_salt') || ${email}`
  return sql`
    case when ${email} like ${`%${NOWHERE}`} then substr(${email}, 1, ${sql.whole(HASH_LENGTH)})
      else substr(md5(${salted}), 1, ${sql.whole(HASH_LENGTH)}) end`
}

/**
 * Columns that identify the buyer of an owned order, one of them null: accounts, with guests without e-mail as one each, and
 * guests by e-mail. A cluster counts them from distinct rows of the workers, which must be columns for that.
 */
export const buyerColumns = sql`
  case when account_id <> 0 then account_id when email = '' then - order_id end as buyer_id,
  case when account_id = 0 and email <> '' then ${guestHash(sql`email`)} end as guest`

/** Completed, counted orders of the months with their buyers. */
export const buyers = (months: readonly string[], tables = wholeTables): Sql => sql`
  ${ownedOrders(
    sql`
    select order_id, dist_id, customer_id, email from ${tables('orders')} placed
    where counted and status = 'wc-completed' and month in (${months})`,
    tables.accounts,
  )},
  buyers as (select order_id, dist_id, account_id, ${buyerColumns} from owned)`

/** Distinct buyers with a completed order in one month, computed from the orders. */
export const buyersOf = (month: string, within: ScopedSql, tables = wholeTables): ScopedSql => sql`
  with ${buyers([month], tables)} select count(distinct buyer_id) + count(distinct guest) as buyers from buyers where ${within}`

/** The key of the buyer of an owned order, '' for a guest without e-mail; the e-mail itself is stored only once. */
export const buyerKey = (order: string): Sql => {
  const [account, email] = [sql.identifier(order, 'account_id'), sql.identifier(order, 'email')]
  return sql`
    case when ${account} <> 0 then cast(${account} as text)
      when ${email} <> '' then '@' || ${guestHash(email)}
      else '' end`
}

/** Each guest without e-mail counts as a buyer. */
const countedKeys = sql`
  count(distinct nullif(buyer, '')) + cast(coalesce(sum(case when buyer = '' then orders end), 0) as bigint) as buyers,
  count(distinct case when employee then buyer end) as employees`

/** Distinct buyers per month and distributor; the row of the whole month has no distributor. */
export const countedBuyers = (months: readonly string[], tables = wholeTables): Sql => sql`
  with keyed as (select * from ${tables('rollup_month_buyers')} keyed where month in (${months}))
  ${sql.union(
    [
      sql`select month, null as dist_id, ${countedKeys} from keyed group by month`,
      sql`select month, dist_id, ${countedKeys} from keyed group by month, dist_id`,
    ],
    'all',
  )}`

/** Buyers of several distributors in a month, one row per distributor. */
export const sharedBuyers = (months: readonly string[], tables = wholeTables): Sql => sql`
  select month, dist_id, buyer from (
    select month, dist_id, buyer, count(*) over (partition by month, buyer) as places
    from ${tables('rollup_month_buyers')} keyed where month in (${months}) and buyer <> ''
  ) keyed
  where places > 1
  order by month, dist_id, buyer`

/**
 * Distinct buyers per month; for some distributors, the sum over them, corrected for buyers that several of them share. The
 * row of the whole month has no distributor.
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
