import type { BusinessTotal } from '#contract/reports.ts'
import type { Span } from '#server/domain/span.ts'
import { buyersByMonth } from '#server/figures/buyers.ts'
import {
  completedSum,
  distName,
  inBenefits,
  placed,
  preparingSum,
  productSales,
  soldProduct,
} from '#server/figures/expressions.ts'
import { accountsOf } from '#server/figures/served-accounts.ts'
import { tablesOf } from '#server/figures/spans.ts'
import { inScope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { LineFilter } from './line-queries.ts'

/** Completed orders per business, the highest amount first; zero amounts are dropped (specification, section 5). */
export const totalsByBusiness = (store: Reads, { month, scope }: LineFilter) =>
  store.all<Omit<BusinessTotal, 'percent'>>(sql`
    select business, sum(orders) as total_orders, sum(units) as total_units_sold, sum(net) as total_amount
    from rollup_businesses
    where month = ${month} and status = 'wc-completed' and ${inScope(scope)}
    group by business having sum(net) <> 0 order by total_amount desc, business`)

/** Accounts with their consents; either may be filtered. */
export const mailingList = (
  scope: LineFilter['scope'],
  communications: boolean | undefined,
  samples: boolean | undefined,
): ScopedSql => sql`
  select customer_id, cast(registered_at as date) as date_registered, first_name as name, last_name as surname, email,
    province as main_state, city as main_city,
    allow_communications as allow_receive_comunications, allow_samples as allow_receive_samples
  from ${accountsOf(scope)} c
  where ${communications === undefined ? sql`true` : sql`allow_communications = ${communications}`}
    and ${samples === undefined ? sql`true` : sql`allow_samples = ${samples}`}`

/** Discounts of mixed boxes; by default in the statuses of benefits. */
export const mixedBoxDiscounts = (
  { month, scope }: LineFilter,
  statuses: readonly string[] | undefined,
): ScopedSql => sql`
    select x.order_id, x.discount_id, o.order_date as date, x.dist_id, ${distName},
      x.promo_name, case when x.kind = 'coupon' then x.name else '' end as coupon_code, x.amount as promo_discount, x.status
    from order_discounts x
    join orders o on o.order_id = x.order_id and o.month = x.month
    left join distributors d on d.dist_id = x.dist_id
    where x.month = ${month} and x.counted and x.promo_type = 'boxes-mix' and ${inScope(scope, sql`x.dist_id`)}
      and ${inBenefits(sql`x.status`, statuses)}`

export interface SimpleTotals {
  total_revenue: number
  total_orders: number
  total_products: number
  total_users: number
  preparing_amount: number
}

/** Net, orders, products (variations apart) and distinct buyers of the month's completed orders. */
export async function simpleTotals(
  store: Reads,
  span: Span,
  scope: LineFilter['scope'],
): Promise<SimpleTotals> {
  const tables = tablesOf(span)
  const within = sql`month = ${span.month} and status = 'wc-completed' and ${inScope(scope)}`
  const [sold, products, buyers] = await Promise.all([
    store.one<{ revenue: number; orders: number; preparing: number }>(sql`
      select ${completedSum('net', span.month)} as revenue, ${completedSum('orders', span.month)} as orders,
        ${preparingSum('net', span.month)} as preparing
      from ${tables('rollup_months')} sold where month = ${span.month} and ${placed} and ${inScope(scope)}`),
    store.one<{ products: number }>(sql`
      select count(*) as products from (
        select distinct ${soldProduct}
        from ${productSales(scope, tables)} sold where ${within}) sold`),
    store.one<{ buyers: number }>(buyersByMonth([span.month], scope, tables)),
  ])
  return {
    total_revenue: sold?.revenue ?? 0,
    total_orders: sold?.orders ?? 0,
    total_products: products?.products ?? 0,
    total_users: buyers?.buyers ?? 0,
    preparing_amount: sold?.preparing ?? 0,
  }
}
