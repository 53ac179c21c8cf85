// Generated data makes way for a real shop's. Room ingest: may import store and domain.
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { readSetting, writeSetting } from './settings.ts'

/** Setting that says where the data comes from: { kind: 'demo', complete, … } or { kind: 'woocommerce', origin }. */
export const DATA_SOURCE = 'data_source'

/** Setting that lists the users made for a demonstration. */
export const DEMO_USERS = 'demo_users'

const FACTS = [
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
  'rejects',
  'import_cursors',
  'sync_cursors',
  'sync_months',
  'rollup_orders',
  'rollup_months',
  'rollup_provinces',
  'rollup_products',
  'rollup_sold',
  'rollup_segments',
  'rollup_businesses',
  'rollup_discounts',
  'rollup_buyers',
  'rollup_companies',
  'rollup_shared_buyers',
  'rollup_customers',
  'rollup_served',
]

export async function isDemo(queries: Queries): Promise<boolean> {
  const source = await readSetting(queries, DATA_SOURCE)
  return typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'demo'
}

/** Empties a store that holds a demonstration, and shuts out its users; other accounts stay. False where there is none. */
export async function clearDemo(store: Store): Promise<boolean> {
  if (!(await isDemo(store))) return false
  await store.transaction(async (tx) => {
    await clearStore(tx)
    await shutOutDemoUsers(tx)
  })
  return true
}

/** Their password is known to whoever saw the demonstration. */
async function shutOutDemoUsers(tx: Queries): Promise<void> {
  const users = await readSetting(tx, DEMO_USERS)
  const emails = Array.isArray(users) ? users.flatMap((user: { email?: unknown }) => String(user.email)) : []
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
  await tx.run(sql`
    update users set deleted_at = cast(${now} as timestamp) where email in (${emails}) and deleted_at is null`)
  await bumpVersions(tx, ['accounts'])
  await writeSetting(tx, DEMO_USERS, undefined)
}

/** Takes out every fact, rollup and import cursor, and what was said of their source. */
export async function clearStore(tx: Queries): Promise<void> {
  for (const table of FACTS) await tx.run(sql`delete from ${sql.identifier(table)}`)
  const months = await tx.all<{ name: string }>(
    sql`select name from data_versions where strpos(name, '-') = 5`,
  )
  await bumpVersions(tx, [...months.map(({ name }) => name), 'dimensions'])
  await tx.run(sql`update data_versions set dirty = false`)
  for (const option of ['show_max_month', 'store_name', 'demo', DATA_SOURCE])
    await writeSetting(tx, option, undefined)
}
