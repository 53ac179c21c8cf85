// All rows of a store that come from its shop, in one order, to compare two imports.
import { sql } from '#server/store/sql.ts'
import type { Row, Store } from '#server/store/store.ts'

const TABLES = [
  'orders',
  'order_lines',
  'order_discounts',
  'order_refunds',
  'customers',
  'products',
  'product_categories',
  'categories',
  'coupons',
  'distributors',
  'import_cursors',
  'rollup_orders',
  'rollup_months',
  'rollup_provinces',
  'rollup_products',
  'rollup_sold',
  'rollup_segments',
  'rollup_businesses',
  'rollup_discounts',
  'rollup_month_buyers',
  'rollup_buyers',
  'rollup_companies',
  'rollup_shared_buyers',
  'rollup_customers',
  'rollup_first_months',
  'rollup_purchases',
  'rollup_cohorts',
  'rollup_served',
]

/** Guests are identified by a hash with a secret of each database. */
const KEY_OF_GUEST = /"@[0-9a-f]{24}"/

export async function storeRows(store: Store): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const table of TABLES) {
    const found = await store.all<Row>(sql`select * from ${sql.identifier(table)}`)
    rows[table] = found.map((row) => JSON.stringify(row).replace(KEY_OF_GUEST, '"@"')).sort()
  }
  return rows
}
