// Completed orders with their buyers, and each buyer's first one.
import { NONE } from '#contract/buyers.ts'
import type { Month } from '#contract/month.ts'
import { buyerKey, guestAccounts, ownedOrders, ownedRows } from '#server/rollups/buyers.ts'
import { WHOLE_SHOP } from '#server/rollups/first-months.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

/** Values of the first order; absent fields do not filter. */
export interface FirstOrderFilter {
  readonly distributor?: string | undefined
  readonly province?: string | undefined
  readonly company?: string | undefined
  readonly benefit?: string | undefined
}

export interface Months {
  readonly from: Month
  readonly to: Month
}

export const inMonths = (column: Sql, { from, to }: Months): Sql =>
  sql`${column} >= ${from} and ${column} <= ${to}`

const COLUMNS = sql`
  o.order_id, o.month, o.order_date, o.created_at, o.dist_id, o.province, o.customer_id, o.email, o.first_name, o.last_name,
  o.discount, o.net`

const completed = (scope: Scope, condition: Sql): ScopedSql => sql`
  o.counted and o.status = 'wc-completed' and ${inScope(scope, sql`o.dist_id`)} and ${condition}`

const completedOrders = (scope: Scope): ScopedSql =>
  sql`select ${COLUMNS} from orders o where ${completed(scope, sql`true`)}`

/** What `purchaseRows` read. */
export const buyersKnown = (scope: Scope): ScopedSql => guestAccounts(completedOrders(scope))

/** All completed orders at the distributors of the scope, `buyer` as distinct buyers are counted. */
export const purchaseRows = (scope: Scope): ScopedSql => sql`
  select owned.*, case when account_id <> 0 then cast(account_id as text) when email <> '' then 'guest ' || email
    else 'order ' || cast(order_id as text) end as buyer
  from (${ownedRows(completedOrders(scope))}) owned`

/**
 * `purchases`: completed orders at the distributors of the scope with their accounts and `buyer`, the key of rollups, computed once
 * per order; of a guest without e-mail, the order.
 */
export const purchases = (
  scope: Scope,
  condition: Sql,
  columns = COLUMNS,
  kept = sql`materialized`,
): ScopedSql => sql`
  ${ownedOrders(sql`select ${columns} from orders o where ${completed(scope, condition)}`)},
  purchases as ${kept} (
    select owned.*, coalesce(nullif(${buyerKey('owned')}, ''), 'order ' || cast(order_id as text)) as buyer from owned
  )`

/** Buyers by the month of their first order at the distributors of the scope. */
export const newBuyers = (scope: Scope, months: Months): ScopedSql =>
  byScope(
    scope,
    sql`
      select buyer, month as cohort from rollup_first_months
      where dist_id = ${WHOLE_SHOP} and ${inMonths(sql`month`, months)}`,
    sql`
      select buyer, min(month) as cohort from rollup_first_months
      where ${inScope(scope)} group by buyer having ${inMonths(sql`min(month)`, months)}`,
  )

/** Guests without e-mail have no row in rollups: each order is the first and only one of its buyer. */
export const isNobody = sql`p.account_id = 0 and p.email = ''`

/** The group with the largest discount of each order. */
const largestBenefits = (months: Months | undefined): Sql => sql`
  select order_id, discount_group as benefit from (
    select order_id, discount_group,
      row_number() over (partition by order_id order by sum(amount) desc, discount_group) as rank
    from order_discounts
    where counted and status = 'wc-completed' and ${months ? inMonths(sql`month`, months) : sql`true`}
    group by order_id, discount_group
  ) ranked
  where rank < 2`

/** Of numbered orders `p`. PostgreSQL expects every third row below a number, but one of 200 at it, and would join in loops. */
export const isFirst = sql`p.place < 2`
export const isSecond = sql`p.place <= 2 and p.place <> 1`

/** Values of the first order `p`, by the name of their parameter. */
const VALUES = {
  distributor: sql`p.dist_id`,
  province: sql`p.province`,
  company: sql`coalesce(c.role, ${NONE})`,
  benefit: sql`coalesce(b.benefit, ${NONE})`,
} as const satisfies Record<keyof FirstOrderFilter, Sql>

export type FirstOrderDimension = keyof typeof VALUES
export const FIRST_ORDER_DIMENSIONS = Object.keys(VALUES) as FirstOrderDimension[]

/** What values of purchases `p` are joined from, and the condition that they pass the filter. */
export function matching(
  filter: FirstOrderFilter,
  { by = null, months }: { by?: FirstOrderDimension | null | undefined; months?: Months } = {},
) {
  const used = FIRST_ORDER_DIMENSIONS.filter((key) => key === by || filter[key] !== undefined)
  const conditions = used.flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : sql`and ${VALUES[key]} = ${value}`
  })
  const benefits = largestBenefits(months)
  return {
    joined: sql`
      ${used.includes('company') ? sql`left join customers c on c.customer_id = p.account_id` : sql.empty}
      ${used.includes('benefit') ? sql`left join (${benefits}) b on b.order_id = p.order_id` : sql.empty}`,
    condition: sql`true ${sql.join(conditions, sql` `)}`,
  }
}

export interface FirstOrders {
  readonly scope: Scope
  readonly months: Months
  readonly filter: FirstOrderFilter
  /** Which orders `purchases` holds, by default those of the months. */
  readonly reads?: Sql
}

const byTime = sql`over (partition by p.buyer order by p.created_at, p.order_id)`

/** `firsts`: the first order of each buyer, where it lies in the months and passes the filter. */
export function firstOrders({ scope, months, filter, reads }: FirstOrders): ScopedSql {
  const { joined, condition } = matching(filter, { months })
  return sql`
    ${purchases(scope, reads ?? inMonths(sql`o.month`, months))},
    newcomers as (${newBuyers(scope, months)}),
    firsts as (
      select p.* from (
        select p.*, row_number() ${byTime} as place
        from purchases p left join newcomers n on n.buyer = p.buyer and n.cohort = p.month
        where n.buyer is not null or (${isNobody} and ${inMonths(sql`p.month`, months)})
      ) p
      ${joined} where ${isFirst} and ${condition}
    )`
}

/** `buyers`: the same for many buyers, with `second_date` and `value` of the dimension. Reads all orders since, but only once. */
export function firstAndSecondDays(
  { scope, months, filter }: FirstOrders,
  by: FirstOrderDimension | null,
): ScopedSql {
  const { joined, condition } = matching(filter, { by, months })
  return sql`
    ${purchases(scope, sql`o.month >= ${months.from}`, COLUMNS, sql.empty)},
    newcomers as (${newBuyers(scope, months)}),
    buyers as (
      select p.* ${by ? sql`, ${VALUES[by]} as value` : sql.empty}
      from (
        select p.order_id, p.month, p.order_date, p.dist_id, p.province, p.account_id,
          row_number() ${byTime} as place, lead(p.order_date) ${byTime} as second_date
        from purchases p left join newcomers n on n.buyer = p.buyer
        where n.buyer is not null or (${isNobody} and ${inMonths(sql`p.month`, months)})
      ) p
      ${joined} where ${isFirst} and ${condition}
    )`
}

/** `candidates`: buyers of these orders who may have bought again. */
export const candidatesAmong = (orders: 'firsts' | 'used'): Sql => sql`
  candidates as (
    select distinct p.buyer, p.account_id, case when p.account_id = 0 then p.email else '' end as email
    from ${sql.identifier(orders)} p where not (${isNobody})
  )`

/**
 * `numbered`: every completed order since a month of the buyers in `candidates`, with `place`, 1 for the first. They are looked up
 * by account and, of guests, by e-mail, where an index finds them.
 */
export const histories = (scope: Scope, since: Month): ScopedSql => {
  const placed = completed(scope, sql`o.month >= ${since}`)
  return sql`
    emails as (
      select buyer, account_id, email from candidates where account_id = 0
      union all
      select c.buyer, c.account_id, a.email
      from candidates c join (
        select email, min(customer_id) as account_id from customers
        where email <> ''
          and email in (select email from customers where customer_id in (select account_id from candidates))
        group by email
      ) a on a.account_id = c.account_id
    ),
    numbered as (
      select p.*, row_number() ${byTime} as place from (
        select c.buyer, c.account_id, ${COLUMNS} from candidates c join orders o on o.customer_id = c.account_id
        where c.account_id <> 0 and ${placed}
        union all
        select e.buyer, e.account_id, ${COLUMNS} from emails e join orders o on o.email = e.email
        where o.customer_id = 0 and ${placed}
      ) p
    )`
}

/** The day of the newest order of any status. */
export const newestDay = sql`
  (select max(order_date) from rollup_orders where month = (select max(month) from rollup_orders))`
