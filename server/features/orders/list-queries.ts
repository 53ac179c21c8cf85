import { orderLists } from '#contract/lists/orders.ts'
import type { Span } from '#server/domain/span.ts'
import { ordersBought, sharingEmailWith } from '#server/figures/buyers.ts'
import { orderAmount } from '#server/figures/catalogue.ts'
import { distName, hasRole, inBenefits, inStatuses, orderNumber } from '#server/figures/expressions.ts'
import { tablesOf } from '#server/figures/spans.ts'
import { byEmail, byName } from '#server/figures/typed-buyers.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Row } from '#server/store/store.ts'

export interface OrderFilter {
  readonly month: string
  readonly scope: Scope
  /** With their wc- prefix; none means every status. */
  readonly statuses: readonly string[]
}

const notFrom = (distIds: readonly string[]): Sql =>
  distIds.length === 0 ? sql`true` : sql`not (o.dist_id in (${distIds}))`

const isListed = ({ month, scope, statuses }: OrderFilter): ScopedSql => sql`
  o.month = ${month} and ${inStatuses(sql`o.status`, statuses)} and ${inScope(scope, sql`o.dist_id`)}`

const withDistributors = sql`orders o left join distributors d on d.dist_id = o.dist_id`

const ownColumns = sql`
  o.order_id, ${orderNumber('o')} as number, o.order_date as date, o.status, o.dist_id, o.invoice_number,
  o.first_name as name, o.last_name as surname, o.province as state, o.currency,
  ${orderAmount('units', 'o')} as units, o.gross as order_subtotal, o.discount, o.refunded, o.net as order_total`

/** Orders of the month, unless `counted` also those that no sum counts, such as of another currency. Only the orders of a page are joined to their distributors. */
export function ordersOfMonth(
  filter: OrderFilter,
  only: { province?: string | undefined; distId?: string | undefined; counted?: boolean } = {},
) {
  const which = sql`
    ${isListed(filter)} and ${only.province === undefined ? sql`true` : sql`o.province = ${only.province}`}
      and ${only.distId === undefined ? sql`true` : sql`o.dist_id = ${only.distId}`}
      and ${only.counted ? sql`o.counted` : sql`true`}`
  const query = sql`select ${ownColumns}, ${distName} from ${withDistributors} where ${which}`
  const lookup = {
    query: sql`select ${ownColumns} from orders o where ${which}`,
    lacks: ['dist_name'],
    rowsOf: (keys: readonly Row[]) =>
      sql`${query} and o.order_id in (${keys.map(({ order_id }) => Number(order_id))})`,
  }
  return { query, deferred: [lookup] }
}

/** An order, and those of every month and status with its account or e-mail. */
export const ordersOfBuyer = (
  { order_id, customer_id, email }: { order_id: number; customer_id: number; email: string },
  scope: Scope,
): ScopedSql => sql`
  select ${ownColumns}, ${distName} from ${withDistributors}
  where ${inScope(scope, sql`o.dist_id`)} and (o.order_id = ${order_id}
    or (o.customer_id <> 0 and o.customer_id = ${customer_id}) or (o.email <> '' and o.email = ${email}))`

const FIRST_READ = ['order_id', 'date']

/** Columns that are read for the orders of a page only. */
const LATER = orderLists.ordersOfBuyers.columns
  .map(({ key }) => key)
  .filter((key) => !FIRST_READ.includes(key))

/** Orders of every month and status whose buyer has these words in the name, or in the e-mail. */
export function ordersOfBuyers(typed: string, scope: Scope) {
  const [name, email] = [byName(typed) ?? sql`false`, byEmail(typed) ?? sql`false`]
  const inside = inScope(scope, sql`o.dist_id`)
  // Names apart from e-mails: in one condition with them, DuckDB folds the name of every order instead of each name once.
  const found = sql.union([
    sql`select o.order_id, o.order_date as date from orders o where ${inside} and ${name}`,
    sql`select o.order_id, o.order_date as date from orders o where ${inside} and ${email}`,
  ])
  const columns = sql`${ownColumns}, o.email`
  const isFound = sql`${inside} and o.order_id in (select order_id from (${found}) found)`
  const query = sql`select ${columns}, ${distName} from ${withDistributors} where ${isFound}`
  const rowsOf = (keys: readonly Row[]) => sql`
    select ${columns}, ${distName} from ${withDistributors}
    where ${inside} and o.order_id in (${keys.map(({ order_id }) => Number(order_id))})`
  return {
    query,
    deferred: [
      { query: found, lacks: LATER, singlePass: true as const, rowsOf },
      { query: sql`select ${columns} from orders o where ${isFound}`, lacks: ['dist_name'], rowsOf },
    ],
  }
}

/** Adds the days from each order to `today`; an order dated in the future is zero days old. */
export const oldOrdersOfMonth = (
  filter: OrderFilter,
  excluded: readonly string[],
  today: string,
): ScopedSql => sql`
  select greatest(o.order_date, cast(${today} as date)) - o.order_date as days_old, ${ownColumns}, ${distName}
  from ${withDistributors} where ${isListed(filter)} and ${notFrom(excluded)}`

/**
 * Counted orders of the accounts of a role (its own name or its company's label), also as guests with their e-mail; by default
 * in the statuses of benefits.
 */
export const ordersOfRole = (
  { month, scope, isCluster }: Pick<OrderFilter, 'month' | 'scope'> & { readonly isCluster: boolean },
  role: string,
  statuses: readonly string[] | undefined,
): ScopedSql => sql`
    with ${ordersBought({
      orders: sql`select * from orders where month = ${month} and counted and ${inBenefits(sql`status`, statuses)}`,
      inMonths: sql`g.month = ${month}`,
      accounts: sharingEmailWith(hasRole(role)),
      isCluster,
    })}
    select o.order_id, ${orderNumber('o')} as number, o.order_date as date, c.first_name as name, c.last_name as surname, o.dist_id, ${distName},
      o.gross as order_subtotal, o.discount, o.refunded, o.net as order_total, o.status
    from owned o
    join customers c on c.customer_id = o.account_id
    left join distributors d on d.dist_id = o.dist_id
    where ${inScope(scope, sql`o.dist_id`)} and ${hasRole(role)}`

export const ordersByProvince = (
  span: Span,
  { scope, statuses }: Pick<OrderFilter, 'scope' | 'statuses'>,
): ScopedSql => sql`
  select province as state, sum(orders) as total_orders, sum(net) as total_amount, sum(units) as total_units_sold
  from ${tablesOf(span)('rollup_provinces')} sold
  where month = ${span.month} and ${inStatuses(sql`status`, statuses)} and ${inScope(scope)}
  group by province`
