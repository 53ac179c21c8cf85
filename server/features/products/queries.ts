import type { ProductRankingRow } from '#contract/products.ts'
import { NO_DISTRIBUTOR } from '#server/domain/facts.ts'
import { type Span, wholeMonth } from '#server/domain/span.ts'
import {
  classes,
  completedSum,
  distName,
  incrementOf,
  nameOfDeleted,
  placed,
  preparingSum,
  productSales,
  soldBeside,
  soldProduct,
} from '#server/figures/expressions.ts'
import { soldName, soldSku, withSoldNames } from '#server/figures/sold-names.ts'
import { rollupsOf, tablesOf } from '#server/figures/spans.ts'
import { quotient } from '#server/store/quotient.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads, Row } from '#server/store/store.ts'

const OUT_OF_STOCK = sql`p.stock_status = 'outofstock'`

/** Completed sales of the month per product; an order with several variations of it counts once. */
const salesOf = (month: string, scope: Scope): ScopedSql => sql`
  select r.product_id, sum(r.units) as units_sold, sum(r.net) as total_amount,
    coalesce(max(o.orders), sum(r.orders)) as total_orders
  from ${productSales(scope)} r
  left join (
    select product_id, count(distinct order_id) as orders from order_lines
    where month = ${month} and counted and status = 'wc-completed' and ${inScope(scope)} and product_id in (
      select product_id from ${productSales(scope)} where month = ${month} and variation_id <> 0)
    group by product_id
  ) o on o.product_id = r.product_id
  where r.month = ${month} and r.status = 'wc-completed' and r.product_id <> 0 and ${inScope(scope)}
  group by r.product_id`

const sold = sql`coalesce(s.units_sold, 0) as units_sold, coalesce(s.total_amount, 0) as total_amount`

/** The catalogue without variations, with the month's sales; `status` is that of the shop, 'any' for all. */
export const catalogue = (month: string, scope: Scope, status: string): ScopedSql => sql`
  select p.product_id, p.sku, p.name, ${classes}, p.status, p.stock_status, p.stock_quantity, p.price, ${sold},
    coalesce(s.total_orders, 0) as total_orders, p.url
  from products p left join (${salesOf(month, scope)}) s on s.product_id = p.product_id
  where p.parent_id = 0 and ${status === 'any' ? sql`true` : sql`p.status = ${status}`}`

const stockRows = (month: string, scope: Scope, which: Sql): ScopedSql => sql`
  select p.product_id, p.sku, p.name as product, ${classes}, p.stock_status, p.stock_quantity, ${sold}, p.url
  from products p left join (${salesOf(month, scope)}) s on s.product_id = p.product_id
  where p.parent_id = 0 and p.status = 'publish' and ${which}`

export const withoutStock = (month: string, scope: Scope): ScopedSql => stockRows(month, scope, OUT_OF_STOCK)

/** Published products of a category or of any category below it. */
export async function ofCategory(store: Reads, month: string, scope: Scope, categoryId: number) {
  const below = await categoriesFrom(store, categoryId)
  return stockRows(
    month,
    scope,
    sql`p.product_id in (select product_id from product_categories where category_id in (${below}))`,
  )
}

/** The category and those below it; `union` stops at cycles. */
async function categoriesFrom(store: Reads, categoryId: number): Promise<number[]> {
  const rows = await store.all<{ category_id: number }>(
    wholeShop(
      'categories hold no sales',
      sql`
        with recursive below as (${sql.union([
          sql`select cast(${categoryId} as bigint) as category_id`,
          sql`select c.category_id from categories c join below b on c.parent_id = b.category_id`,
        ])})
        select category_id from below`,
    ),
  )
  return rows.map(({ category_id }) => category_id)
}

/** Products sold by each distributor in the month that are out of stock now; variations have their own stock. */
export const distributorsWithoutStock = (
  month: string,
  scope: Scope,
  excluded: readonly string[],
): ScopedSql => sql`
  select dist_id, dist_name, products_sold, products_without_stock,
    ${quotient(sql`(100 * products_without_stock)`, sql`products_sold`, 2)} as percent_without_stock,
    units_without_stock, amount_without_stock
  from (
    select r.dist_id, coalesce(max(d.name), ${NO_DISTRIBUTOR.name}) as dist_name,
      count(*) as products_sold,
      sum(case when ${OUT_OF_STOCK} then 1 else 0 end) as products_without_stock,
      sum(case when ${OUT_OF_STOCK} then r.units else 0 end) as units_without_stock,
      sum(case when ${OUT_OF_STOCK} then r.net else 0 end) as amount_without_stock
    from rollup_products r
    left join products p
      on p.product_id = case when r.variation_id <> 0 then r.variation_id else r.product_id end
    left join distributors d on d.dist_id = r.dist_id
    where r.month = ${month} and r.status = 'wc-completed' and ${inScope(scope, sql`r.dist_id`)}
      and ${excluded.length === 0 ? sql`true` : sql`not (r.dist_id in (${excluded}))`}
    group by r.dist_id
  ) stocked`

/**
 * Every product or variation sold in completed orders of either span, the highest amount first; one that is no longer
 * bought has 0. A deleted one has the name and SKU of its newest line.
 */
export const soldProducts = (store: Reads, month: string, previous: Span, scope: Scope) =>
  store.all<Omit<ProductRankingRow, 'difference' | 'increment' | 'placed_increment'>>(sql`
    select ${soldSku} as sku, ${soldName} as name, ${classes},
      s.total_amount, s.units_sold, s.total_orders, s.prev_amount, s.prev_units_sold,
      s.preparing_amount, s.prev_preparing_amount, coalesce(p.url, '') as url, s.product_id, s.variation_id
    from (${salesBeside(month, previous, scope)}) s
    ${withSoldNames([month, previous.month], scope)}
    order by ${sql.order('total_amount', 'DESC')}, prev_amount desc, name, sku, s.product_id, s.variation_id`)

const besideSums = (month: string, previous: Span): Sql => sql`
  ${completedSum('net', month)} as total_amount, ${completedSum('units', month)} as units_sold,
  ${completedSum('orders', month)} as total_orders,
  ${completedSum('net', previous.month)} as prev_amount, ${completedSum('units', previous.month)} as prev_units_sold,
  ${preparingSum('net', month)} as preparing_amount, ${preparingSum('net', previous.month)} as prev_preparing_amount`

const salesBeside = (month: string, previous: Span, scope: Scope): ScopedSql => sql`
  select ${soldProduct}, ${besideSums(month, previous)}
  from ${productSales(scope, rollupsOf([wholeMonth(month), previous]))} sold
  where month in (${[month, previous.month]}) and ${placed} and ${inScope(scope)}
  group by product_id, variation_id, ${nameOfDeleted}
  having ${soldBeside(month, previous)}`

const byDistributor = (month: string, previous: Span, scope: Scope, only = sql`true`): ScopedSql => sql`
  select s.dist_id, ${distName}, s.product_id, s.variation_id, ${soldSku} as sku, ${soldName} as name, ${classes},
    s.total_amount, s.units_sold, s.total_orders, s.prev_amount, s.prev_units_sold,
    s.preparing_amount, s.prev_preparing_amount, s.total_amount - s.prev_amount as difference,
    ${incrementOf(sql`s.total_amount`, sql`s.prev_amount`)} as increment,
    ${incrementOf(
      sql`(s.total_amount + s.preparing_amount)`,
      sql`(s.prev_amount + s.prev_preparing_amount)`,
    )} as placed_increment
  from (
    select dist_id, ${soldProduct}, ${besideSums(month, previous)}
    from ${rollupsOf([wholeMonth(month), previous])('rollup_products')} sold
    where month in (${[month, previous.month]}) and ${placed} and ${inScope(scope)} and ${only}
    group by dist_id, product_id, variation_id, ${nameOfDeleted}
    having ${soldBeside(month, previous)}
  ) s
  left join distributors d on d.dist_id = s.dist_id
  ${withSoldNames([month, previous.month], scope)}`

/**
 * What each distributor sold of each product or variation in either span, as a list: pages are found with the sum that orders them,
 * and all sums are added up for the rows of the page.
 */
export function productsByDistributor(month: string, previous: Span, scope: Scope) {
  const query = byDistributor(month, previous, scope)
  const rowsOf = (keys: readonly Row[]) => {
    const distributors = [...new Set(keys.map(({ dist_id }) => String(dist_id)))]
    const products = [...new Set(keys.map(({ product_id }) => Number(product_id)))]
    const only = sql`dist_id in (${distributors}) and product_id in (${products})`
    return byDistributor(month, previous, scope, only)
  }
  return { query, deferred: [{ query, lacks: [], rowsOf, allAtOnce: true as const }] }
}

/** rollup_sold covers the whole shop; a limited scope sums the rows of its distributors. */
const soldInSpan = (span: Span, scope: Scope): ScopedSql => sql`
  select ${completedSum('net', span.month)} as total_amount, ${completedSum('units', span.month)} as units_sold,
    ${preparingSum('net', span.month)} as preparing_amount,
    max(case when status = 'wc-completed' then 1 else 0 end) as completed
  from ${productSales(scope, tablesOf(span))} sold
  where month = ${span.month} and ${placed} and ${inScope(scope)}
  group by product_id, variation_id, ${nameOfDeleted}`

export interface SoldTotals {
  total_units_sold: number
  total_amount: number
  total_products: number
  preparing_amount: number
}

/** Units, net and number of products (variations apart) of the month's completed orders. */
export async function soldTotals(store: Reads, span: Span, scope: Scope): Promise<SoldTotals> {
  const row = await store.one<SoldTotals>(sql`
    select coalesce(sum(units_sold), 0) as total_units_sold, coalesce(sum(total_amount), 0) as total_amount,
      coalesce(sum(preparing_amount), 0) as preparing_amount, coalesce(sum(completed), 0) as total_products
    from (${soldInSpan(span, scope)}) sold`)
  return row ?? { total_units_sold: 0, total_amount: 0, total_products: 0, preparing_amount: 0 }
}
