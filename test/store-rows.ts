// All rows of a store that come from its shop, in one order, to compare two imports.
import { ROLLUPS } from '#server/figures/rollups.ts'
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
  ...ROLLUPS.map(({ table }) => table),
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
