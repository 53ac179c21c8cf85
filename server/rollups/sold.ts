// What was sold of each product. Room rollups: may import store and domain.
import { type Sql, sql } from '#server/store/sql.ts'

/** Sales per product: of all distributors in one row (`scope` null), else a row per distributor, to be limited by dist_id. */
export const soldIn = (scope: readonly string[] | null): Sql =>
  scope === null ? sql`rollup_sold` : sql`rollup_products`

/** Name and SKU of what was sold: those of the catalogue (`p` product, `v` variation), else those of the order line (`s`). */
const soldAs = (column: 'name' | 'sku'): Sql => {
  const of = (table: string) => sql.identifier(table, column)
  return sql`coalesce(${of('v')}, case when s.variation_id = 0 then ${of('p')} end, ${of('s')})`
}
export const soldName = soldAs('name')
export const soldSku = soldAs('sku')
