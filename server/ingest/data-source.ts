// Records where the stored data comes from, and removes demo data before the first import from a shop.
import { ROLLUPS } from '#server/figures/rollups.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql, utcText } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

/** Setting: { kind: 'demo', complete, … }, or { kind, origin } of the source whose import was completed. */
export const DATA_SOURCE = 'data_source'

/** Setting with the time zone whose days and months the orders follow. */
export const TIME_ZONE = 'time_zone'

/** Setting that lists the users created for demo data. */
export const DEMO_USERS = 'demo_users'

const FACTS = [
  'orders',
  'order_lines',
  'order_discounts',
  'order_refunds',
  'order_past_states',
  'order_status_changes',
  'order_parents',
  'large_orders',
  'customers',
  'products',
  'product_categories',
  'categories',
  'coupons',
  'distributors',
  'file_import_orders',
  'file_import_records',
  'file_import_rejects',
  // These name products and distributors by numbers that another shop gives to others.
  'opportunity_decisions',
  'product_costs',
  'distributor_emails',
  'rejects',
  'removals',
  'import_cursors',
  'sync_cursors',
  'sync_months',
  ...ROLLUPS.map(({ table }) => table),
]

/** `unfinished-demo`: its generation was interrupted, so its figures are incomplete. */
export type Contents = 'empty' | 'demo' | 'unfinished-demo' | 'shop'

export async function contentsOf(queries: Queries): Promise<Contents> {
  // Before the source: records of a demo that another server starts between both reads would pass for those of a shop.
  const found = await queries.one(sql`
    select 1 as found from orders union all select 1 from customers union all select 1 from products limit 1`)
  const source = await sourceOf(queries)
  if (source.kind === 'demo') return source.complete === true ? 'demo' : 'unfinished-demo'
  // Also a shop that lost all its records: a demo in its place would look like its figures.
  if (typeof source.kind === 'string') return 'shop'
  return found === undefined ? 'empty' : 'shop'
}

/** Kind of the source whose import was completed, or 'demo'; undefined where there is none. */
export async function dataKind(queries: Queries): Promise<string | undefined> {
  const { kind } = await sourceOf(queries)
  return typeof kind === 'string' ? kind : undefined
}

async function sourceOf(queries: Queries): Promise<{ kind?: unknown; complete?: unknown }> {
  const source = await readSetting(queries, DATA_SOURCE)
  return typeof source === 'object' && source !== null ? source : {}
}

/** Clears demo data and deactivates its users; other accounts stay. Returns false if there is none. */
export async function clearDemo(store: Store): Promise<boolean> {
  if ((await dataKind(store)) !== 'demo') return false
  await store.transaction(async (tx) => {
    await clearStore(tx)
    await deactivateDemoUsers(tx)
  })
  return true
}

/** Their password is public. */
async function deactivateDemoUsers(tx: Queries): Promise<void> {
  const users = await readSetting(tx, DEMO_USERS)
  const emails = Array.isArray(users) ? users.flatMap((user: { email?: unknown }) => String(user.email)) : []
  await tx.run(sql`
    update users set deleted_at = cast(${utcText(new Date())} as timestamp)
    where email in (${emails}) and deleted_at is null`)
  await bumpVersions(tx, ['accounts'])
  await writeSetting(tx, DEMO_USERS, undefined)
}

/** Deletes every fact, rollup and cursor, and the settings that describe their source. */
export async function clearStore(tx: Queries): Promise<void> {
  for (const table of FACTS) await tx.run(sql`delete from ${sql.identifier(table)}`)
  const months = await tx.all<{ name: string }>(
    sql`select name from data_versions where strpos(name, '-') = 5`,
  )
  await bumpVersions(tx, [...months.map(({ name }) => name), 'dimensions'])
  await tx.run(sql`update data_versions set dirty = false`)
  for (const option of ['show_max_month', 'store_name', 'demo', 'shop_order_statuses', DATA_SOURCE])
    await writeSetting(tx, option, undefined)
}
