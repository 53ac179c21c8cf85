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

/** What an import may leave changed: the trail, the log of jobs, the import itself, and the counts of changes. */
const LEFT = ['audit', 'jobs', 'job_runs', 'file_imports', 'inbox_files', 'data_versions', 'notices']
/** Of calls and accounts. */
const OTHERS = /^(?:users|roles|refresh|sessions|sign_|used_|api_tokens|outbox|gondola_|schema_|served_)/

export async function everyRow(store: Store): Promise<Record<string, string[]>> {
  const tables = await store.all<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 1`)
  const rows: Record<string, string[]> = {}
  for (const { name } of tables.filter((one) => !LEFT.includes(one.name) && !OTHERS.test(one.name)))
    rows[name] = (await store.all<Row>(sql`select * from ${sql.identifier(name)}`))
      .map((row) => JSON.stringify(row))
      .sort()
  return rows
}
