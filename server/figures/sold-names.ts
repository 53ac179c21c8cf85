// Names and SKUs of what was sold: those of the catalogue, and of what the catalogue lacks those of its newest line.
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { productSales, soldProduct } from './expressions.ts'

/** A character that texts of a shop do not contain. */
const END = sql`chr(31)`

const padded = (column: 'order_id' | 'line_id') => sql`lpad(cast(${sql.identifier(column)} as text), 19, '0')`

/** The largest in a group of lines is that of its newest line; it carries SKU and name together, so that they are of one line. */
const asSold = sql`month || ${padded('order_id')} || ${padded('line_id')} || ${END} || sku || ${END} || name`

/** SKU and name of the newest line of a group. */
export const newestNames = sql`
  split_part(max(${asSold}), ${END}, 2) as sku, split_part(max(${asSold}), ${END}, 3) as name`

/** Newest lines, in these months, of products and variations that the catalogue lacks. */
const lastLines = (months: readonly string[], scope: Scope): ScopedSql => sql`
  select ${soldProduct}, ${newestNames} from order_lines
  where month in (${months}) and counted and ${inScope(scope)} and product_id in (
    select r.product_id from ${productSales(scope)} r
    left join products c on c.product_id = case when r.variation_id <> 0 then r.variation_id else r.product_id end
    where r.month in (${months}) and ${inScope(scope, sql`r.dist_id`)} and c.product_id is null)
  group by product_id, variation_id, deleted`

/** Joins the names of sales `s`, which have the columns of `soldProduct`, for `soldName` and `soldSku`. */
export const withSoldNames = (months: readonly string[], scope: Scope): ScopedSql => sql`
  left join products p on p.product_id = s.product_id
  left join products v on v.product_id = s.variation_id
  left join (${lastLines(months, scope)}) l
    on l.product_id = s.product_id and l.variation_id = s.variation_id and l.deleted = s.deleted`

const soldColumn = (column: 'name' | 'sku'): Sql => {
  const of = (table: string) => sql.identifier(table, column)
  return sql`coalesce(${of('v')}, case when s.variation_id = 0 then ${of('p')} end, ${of('l')}, '')`
}
export const soldName = soldColumn('name')
export const soldSku = soldColumn('sku')
