// Completed orders with their buyers, and each buyer's first one.
import { NONE } from '#contract/buyers.ts'
import { guestAccounts, ownedRows } from '#server/rollups/buyers.ts'
import { inScope, type Scope } from '#server/store/scope.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

/** Values of the first order; absent fields do not filter. */
export interface FirstOrderFilter {
  readonly distributor?: string | undefined
  readonly province?: string | undefined
  readonly company?: string | undefined
  readonly benefit?: string | undefined
}

const completed = (scope: Scope): ScopedSql => sql`
  select order_id, month, order_date, created_at, dist_id, province, customer_id, email, first_name, last_name, discount, net
  from orders where counted and status = 'wc-completed' and ${inScope(scope)}`

/** What `purchaseRows` read. */
export const buyersKnown = (scope: Scope): ScopedSql => guestAccounts(completed(scope))

/** Completed orders at the distributors of the scope, `buyer` as distinct buyers are counted. */
export const purchaseRows = (scope: Scope): ScopedSql => sql`
  select owned.*, case when account_id <> 0 then cast(account_id as text) when email <> '' then 'guest ' || email
    else 'order ' || cast(order_id as text) end as buyer
  from (${ownedRows(completed(scope))}) owned`

/** `purchases`: these rows. `numbered`: the same with `place`, 1 for the first order of a buyer. */
export const purchases = (scope: Scope): ScopedSql => sql`
  ${buyersKnown(scope)},
  purchases as (${purchaseRows(scope)}),
  numbered as (
    select purchases.*, row_number() over (partition by buyer order by created_at, order_id) as place from purchases
  )`

/** The group with the largest discount of each order. */
const largestBenefits = sql`
  select order_id, discount_group as benefit from (
    select order_id, discount_group,
      row_number() over (partition by order_id order by sum(amount) desc, discount_group) as rank
    from order_discounts where counted and status = 'wc-completed' group by order_id, discount_group
  ) ranked
  where rank = 1`

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
export function matching(filter: FirstOrderFilter, by: FirstOrderDimension | null = null) {
  const used = FIRST_ORDER_DIMENSIONS.filter((key) => key === by || filter[key] !== undefined)
  const conditions = used.flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : sql`and ${VALUES[key]} = ${value}`
  })
  return {
    joined: sql`
      ${used.includes('company') ? sql`left join customers c on c.customer_id = p.account_id` : sql.empty}
      ${used.includes('benefit') ? sql`left join (${largestBenefits}) b on b.order_id = p.order_id` : sql.empty}`,
    condition: sql`true ${sql.join(conditions, sql` `)}`,
  }
}

/** The first order of each buyer that passes the filter. Reads `numbered`. */
export function firstOrders(filter: FirstOrderFilter, by: FirstOrderDimension | null = null): Sql {
  const { joined, condition } = matching(filter, by)
  return sql`
    select p.buyer, p.order_id, p.month as cohort, p.order_date as first_date ${by ? sql`, ${VALUES[by]} as value` : sql.empty}
    from numbered p ${joined}
    where p.place = 1 and ${condition}`
}

/** Names of the account of order `p`, else those of the order; it needs `personJoin`. */
export const personColumns = sql`
  coalesce(a.first_name, p.first_name) as name, coalesce(a.last_name, p.last_name) as surname,
  coalesce(nullif(a.email, ''), p.email) as email`
export const personJoin = sql`left join customers a on a.customer_id = p.account_id`
