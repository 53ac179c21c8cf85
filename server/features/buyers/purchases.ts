// Completed orders with their buyers and places, and each buyer's first one.
import { NONE } from '#contract/buyers.ts'
import type { Month } from '#contract/month.ts'
import { placed } from '#server/figures/purchase-rows.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { type Ids, ofIds } from './listed-orders.ts'

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

/** All rows of the buyers of these orders: the place of an order depends on the others of its buyer. */
const ofBuyers = (ids: Ids): Sql =>
  ids === null ? sql`true` : sql`buyer in (select p.buyer from rollup_purchases p where ${ofIds(ids)})`

/**
 * The rows of `rollup_purchases`; for some distributors, only the rows at them, numbered among themselves. `ids` limits the rows
 * that are numbered to the buyers of these orders.
 */
export const purchases = (scope: Scope, ids: Ids = null): ScopedSql =>
  byScope(
    scope,
    sql`rollup_purchases`,
    sql`(${placed(sql`(select * from rollup_purchases where ${inScope(scope)} and ${ofBuyers(ids)}) bought`)})`,
  )

/** The group with the largest discount of each order. */
const largestBenefits = (months: Months): Sql => sql`
  select order_id, discount_group as benefit from (
    select order_id, discount_group,
      row_number() over (partition by order_id order by sum(amount) desc, discount_group) as rank
    from order_discounts
    where counted and status = 'wc-completed' and ${inMonths(sql`month`, months)}
    group by order_id, discount_group
  ) ranked
  where rank < 2`

/** Values of the first order `p`, by the name of their parameter. */
const VALUES = {
  distributor: sql`p.dist_id`,
  province: sql`p.province`,
  company: sql`coalesce(c.role, ${NONE})`,
  benefit: sql`coalesce(b.benefit, ${NONE})`,
} as const satisfies Record<keyof FirstOrderFilter, Sql>

export type FirstOrderDimension = keyof typeof VALUES
const FIRST_ORDER_DIMENSIONS = Object.keys(VALUES) as FirstOrderDimension[]

/** What values of purchases `p` are joined from, and the condition that they pass the filter. */
function matching({ filter, months }: FirstOrders, by: FirstOrderDimension | null) {
  const used = FIRST_ORDER_DIMENSIONS.filter((key) => key === by || filter[key] !== undefined)
  const conditions = used.flatMap((key) => {
    const value = filter[key]
    return value === undefined ? [] : sql`and ${VALUES[key]} = ${value}`
  })
  const join = (key: FirstOrderDimension, tables: Sql) => (used.includes(key) ? tables : sql.empty)
  return {
    joined: sql`
      ${join('company', sql`left join customers c on c.customer_id = p.account_id`)}
      ${join('benefit', sql`left join (${largestBenefits(months)}) b on b.order_id = p.order_id`)}`,
    condition: sql`true ${sql.join(conditions, sql` `)}`,
  }
}

interface FirstOrders {
  readonly scope: Scope
  readonly months: Months
  readonly filter: FirstOrderFilter
}

/**
 * The first order of each buyer, where it lies in the months and passes the filter, with its `value` of the dimension. `ids` as for
 * `purchases`.
 */
export function firstOrders(
  query: FirstOrders,
  by: FirstOrderDimension | null = null,
  ids: Ids = null,
): ScopedSql {
  const { scope, months } = query
  const { joined, condition } = matching(query, by)
  return sql`
    select p.* ${by ? sql`, ${VALUES[by]} as value` : sql.empty}
    from ${purchases(scope, ids)} p ${joined}
    where p.place = 1 and ${inMonths(sql`p.month`, months)} and ${condition}`
}
