// What a store holds: nothing, generated data, or a shop; and how it is emptied. Room ingest: may import domain, store and rollups.
import { ROLLUPS } from '#server/rollups/tables.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bump } from '#server/store/versions.ts'
import {
  CATEGORIES,
  COUPONS,
  CUSTOMERS,
  DISCOUNTS,
  LINES,
  ORDERS,
  PRODUCTS,
  REFUNDS,
} from './write-columns.ts'
import { readSetting, removeSetting } from './write-settings.ts'

/** Option that marks generated data: `{ orders, months, until, seed, complete }`. */
export const DEMO = 'demo'

/** `unfinished-demo`: its making was cut off, so its figures are not whole. */
export type Contents = 'empty' | 'demo' | 'unfinished-demo' | 'shop'

const FACTS = [ORDERS, LINES, DISCOUNTS, REFUNDS, CUSTOMERS, PRODUCTS, CATEGORIES, COUPONS].map(
  ({ table }) => table,
)
const OTHERS = ['product_categories', 'distributors', 'rejects', 'import_cursors']

export async function contentsOf(queries: Queries): Promise<Contents> {
  const demo = await readSetting(queries, DEMO)
  if (demo !== undefined) return isComplete(demo) ? 'demo' : 'unfinished-demo'
  const found = await queries.one(sql`
    select 1 as found from orders union all select 1 from customers union all select 1 from products limit 1`)
  return found === undefined ? 'empty' : 'shop'
}

const isComplete = (demo: unknown): boolean =>
  typeof demo === 'object' && demo !== null && 'complete' in demo && demo.complete === true

/** Takes out every fact, rollup and import cursor; accounts, roles and other options stay. */
export async function emptyStore(tx: Queries): Promise<void> {
  const months = await tx.all<{ name: string }>(sql`select name from data_versions`)
  for (const table of [...FACTS, ...OTHERS, ...ROLLUPS.map((rollup) => rollup.table)])
    await tx.run(sql`delete from ${sql.identifier(table)}`)
  await tx.run(sql`update data_versions set dirty = false`)
  await bump(tx, [...months.map(({ name }) => name), 'dimensions'])
  for (const option of [DEMO, 'show_max_month', 'store_name', 'currency']) await removeSetting(tx, option)
}
