import { NO_BUSINESS, NO_SEGMENT } from '#server/domain/facts.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { buyers, distinctBuyers, sharedBuyers } from './buyers.ts'
import { rebuildServedAccounts, servedAccounts } from './served-accounts.ts'

/** A rollup table and the query for its rows of some months, columns in the table's order. */
export interface Rollup {
  readonly table: string
  readonly rows: (months: readonly string[]) => Sql
  /** Incremental update, for tables whose query reads more than these months. */
  readonly rebuild?: (tx: Queries, months: readonly string[]) => Promise<void>
}

/** Net of refunds. */
const units = sql`coalesce(sum(units - refunded_units), 0)`
const lineUnits = sql`coalesce(sum(quantity - refunded_units), 0)`

/** Keeps the rows of each month together; one month needs no sort. */
const sortedBy = (months: readonly string[], columns: Sql): Sql =>
  months.length > 1 ? sql`order by ${columns}` : sql.empty

/** Order lines with the present business and segment of their product. */
const classedLines = (months: readonly string[]): Sql => sql`
  select l.month, l.dist_id, l.status, l.order_id, l.quantity, l.refunded_units, l.gross, l.net,
    coalesce(nullif(p.business, ''), ${NO_BUSINESS}) as business,
    coalesce(nullif(p.segment, ''), ${NO_SEGMENT}) as segment
  from order_lines l left join products p on p.product_id = l.product_id
  where l.counted and l.month in (${months})`

export const ROLLUPS: readonly Rollup[] = [
  {
    table: 'rollup_orders',
    rows: (months) => sql`
      select month, order_date, dist_id, status, count(*), ${units}, sum(coupons),
        sum(gross), sum(discount), sum(refunded), sum(net)
      from orders where counted and month in (${months})
      group by month, order_date, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id, order_date`)}`,
  },
  {
    table: 'rollup_months',
    rows: (months) => sql`
      select month, dist_id, status, sum(orders), sum(units), sum(coupons),
        sum(gross), sum(discount), sum(refunded), sum(net)
      from rollup_orders where month in (${months})
      group by month, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id`)}`,
  },
  {
    table: 'rollup_provinces',
    rows: (months) => sql`
      select month, province, dist_id, status, count(*), ${units}, sum(net)
      from orders where counted and month in (${months})
      group by month, province, dist_id, status
      ${sortedBy(months, sql`month, status, dist_id, province`)}`,
  },
  {
    table: 'rollup_products',
    rows: (months) => sql`
      select month, dist_id, status, product_id, variation_id, max(sku), max(name),
        count(distinct order_id), ${lineUnits}, sum(gross), sum(net)
      from order_lines where counted and month in (${months})
      group by month, dist_id, status, product_id, variation_id, case when product_id = 0 then name else '' end
      ${sortedBy(months, sql`month, status, dist_id, product_id, variation_id`)}`,
  },
  {
    table: 'rollup_sold',
    rows: (months) => sql`
      select month, status, product_id, variation_id, max(sku), max(name), sum(orders), sum(units), sum(gross), sum(net)
      from rollup_products where month in (${months})
      group by month, status, product_id, variation_id, case when product_id = 0 then name else '' end
      ${sortedBy(months, sql`month, status, product_id, variation_id`)}`,
  },
  {
    table: 'rollup_segments',
    rows: (months) => sql`
      select month, dist_id, status, business, segment,
        count(distinct order_id), ${lineUnits}, sum(gross), sum(net)
      from (${classedLines(months)}) classed
      group by month, dist_id, status, business, segment
      ${sortedBy(months, sql`month, status, dist_id, business, segment`)}`,
  },
  {
    table: 'rollup_businesses',
    rows: (months) => sql`
      select month, dist_id, status, business, count(distinct order_id), ${lineUnits}, sum(gross), sum(net)
      from (${classedLines(months)}) classed
      group by month, dist_id, status, business
      ${sortedBy(months, sql`month, status, dist_id, business`)}`,
  },
  {
    table: 'rollup_discounts',
    rows: (months) => sql`
      select month, dist_id, status, kind, name, discount_group, sub_group, promo_name, promo_type,
        count(*), sum(amount)
      from order_discounts where counted and month in (${months})
      group by month, dist_id, status, kind, name, discount_group, sub_group, promo_name, promo_type
      ${sortedBy(months, sql`month, status, dist_id, name`)}`,
  },
  {
    table: 'rollup_buyers',
    rows: (months) => sql`
      with ${buyers(months)},
      members as (
        select b.*, e.customer_id as employee
        from buyers b left join (select customer_id from customers where company <> '') e on e.customer_id = b.account_id
      )
      select month, '*', ${distinctBuyers}, count(distinct employee) from members group by month
      union all
      select month, dist_id, ${distinctBuyers}, count(distinct employee) from members group by month, dist_id`,
  },
  {
    table: 'rollup_companies',
    rows: (months) => sql`
      select o.month, o.dist_id, o.status, c.role, c.company, count(*), sum(o.gross), sum(o.discount), sum(o.refunded), sum(o.net)
      from orders o join customers c on c.customer_id = o.customer_id
      where o.counted and o.month in (${months})
      group by o.month, o.dist_id, o.status, c.role, c.company
      ${sortedBy(months, sql`o.month, o.status, o.dist_id, c.role, c.company`)}`,
  },
  {
    table: 'rollup_shared_buyers',
    rows: sharedBuyers,
  },
  {
    table: 'rollup_customers',
    rows: (months) => sql`
      select month, role, company, province, count(*)
      from customers where month in (${months})
      group by month, role, company, province
      ${sortedBy(months, sql`month, role, company, province`)}`,
  },
  // Last: its lock makes other rebuilds wait.
  {
    table: 'rollup_served',
    rows: servedAccounts,
    rebuild: rebuildServedAccounts,
  },
]
