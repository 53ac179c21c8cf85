// Products, coupons and accounts in step with the shop: what it tells of their changes, and the whole lists now and then,
// since a variation may change without its product, and no list tells what was deleted. Room ingest.
import type { CategoryFact } from '#server/domain/facts.ts'
import type { ChangedPage } from '#server/sources/woocommerce/changes.ts'
import { modifiedOf } from '#server/sources/woocommerce/order-head.ts'
import { categoryPayload } from '#server/sources/woocommerce/payloads.ts'
import { readRecords, recordNumber } from '#server/sources/woocommerce/read-records.ts'
import { isId } from '#server/sources/woocommerce/rest-page.ts'
import { translateCategory } from '#server/sources/woocommerce/translate-catalogue.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { importCatalogue } from '../import-catalogue.ts'
import { importCustomers } from '../import-orders.ts'
import type { Progress } from '../progress.ts'
import { compareCompanyAccounts } from './company-accounts.ts'
import { EARLIEST, notAhead, readCursor, saveCursor } from './cursors.ts'
import { follow } from './follow.ts'
import type { Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult, upsertCustomers } from './upsert.ts'
import { upsertCoupons, upsertProducts } from './upsert-catalogue.ts'
import { fullListingJob } from './whole.ts'

const HOUR_MS = 3600_000
type Listed = 'products' | 'coupons' | 'customers'
/** After so long a list is read whole again; reconciliation reads it whenever it runs. */
const WHOLE_AFTER_MS: Record<Listed, number> = {
  products: 6 * HOUR_MS,
  coupons: 24 * HOUR_MS,
  customers: 7 * 24 * HOUR_MS,
}

/** Products with their variations and categories. */
export async function syncProducts(sync: Sync, progress: Progress): Promise<SyncResult> {
  if ((await isDue(sync, 'products')) || (await categoriesMoved(sync))) return wholeProducts(sync, progress)
  const bring = async ({ records }: ChangedPage, also: (tx: Queries) => Promise<void>) => {
    const later = new Set(await changed(sync.store, 'products', 'product_id', records))
    // Two edits in one second show one date; only variations cost a request each.
    const wanted = records.filter((record) => later.has(record) || field(record, 'type') === 'simple')
    return wanted.length === 0 ? undefined : upsertProducts(sync, wanted, { also })
  }
  const living = await follow(sync, 'products', undefined, bring)
  return mergeResults(living, await follow(sync, 'products', 'trash', bring))
}

export async function wholeProducts(sync: Sync, progress: Progress): Promise<SyncResult> {
  return whole(sync, 'products', () =>
    importCatalogue(fullListingJob(sync, progress, ['categories', 'products'])),
  )
}

export async function syncCoupons(sync: Sync, progress: Progress): Promise<SyncResult> {
  if (await isDue(sync, 'coupons')) return wholeCoupons(sync, progress)
  return follow(sync, 'coupons', undefined, async ({ records }, also) =>
    records.length === 0 ? undefined : upsertCoupons(sync, records, { also }),
  )
}

export async function wholeCoupons(sync: Sync, progress: Progress): Promise<SyncResult> {
  return whole(sync, 'coupons', () => importCatalogue(fullListingJob(sync, progress, ['coupons'])))
}

/** The list of accounts tells no changes and is slow: new ones stand first, buyers come with their orders. */
export async function syncCustomers(sync: Sync, progress: Progress): Promise<SyncResult> {
  if (await isDue(sync, 'customers')) return wholeCustomers(sync, progress)
  let all = EMPTY_RESULT
  for await (const records of sync.changes.newestCustomers()) {
    const wanted = await changed(sync.store, 'customers', 'customer_id', records)
    if (wanted.length > 0) all = mergeResults(all, await upsertCustomers(sync, wanted))
    if (wanted.length < records.length) break
  }
  return all
}

/** New accounts and companies' ones, and all of them where some are gone or were missed, which only their number tells. */
export async function compareCustomers(sync: Sync, progress: Progress): Promise<SyncResult> {
  const { store, changes } = sync
  const told = await syncCustomers(sync, progress)
  const inShop = await changes.accounts()
  const here = await store.one<{ accounts: number }>(sql`
    select (select count(*) from customers)
      + (select count(*) from rejects where source = 'customers'
        and record_id not in (select cast(customer_id as text) from customers)) as accounts`)
  if (inShop === undefined || inShop === here?.accounts)
    return mergeResults(told, await compareCompanyAccounts(sync))
  return mergeResults(told, await wholeCustomers(sync, progress))
}

export async function wholeCustomers(sync: Sync, progress: Progress): Promise<SyncResult> {
  return whole(sync, 'customers', () => importCustomers(fullListingJob(sync, progress, ['customers'])))
}

async function isDue({ store, shop, now }: Sync, collection: Listed): Promise<boolean> {
  const cursor = await readCursor(store, collection, shop.origin)
  if (!cursor || cursor.whole === '') return true
  return now().getTime() - Date.parse(cursor.whole) >= WHOLE_AFTER_MS[collection]
}

/** Changes are followed from where the shop stood before the whole list was read. */
async function whole(sync: Sync, collection: Listed, read: () => Promise<void>): Promise<SyncResult> {
  const { store, shop, now, tally } = sync
  const newest = collection === 'customers' ? undefined : await sync.changes.newest(collection)
  const before = totals(tally.of(collection))
  await read()
  const seen = now().toISOString()
  const cursor = { at: notAhead(newest ?? EARLIEST, now()), seen, settled: false, whole: seen }
  await store.transaction(async (tx) => {
    await saveCursor(tx, collection, shop.origin, cursor, now())
    if (collection === 'products') await saveCursor(tx, 'products:trash', shop.origin, cursor, now())
  })
  const after = totals(tally.of(collection))
  return {
    read: after.read - before.read,
    written: after.written - before.written,
    removed: after.removed - before.removed,
    rejected: after.rejected - before.rejected,
    months: [],
  }
}

const totals = <Counts extends object>(counts: Counts): Counts => ({ ...counts })

/** Few, and without a date: they are read whole and compared. */
async function categoriesMoved({ store, shop }: Sync): Promise<boolean> {
  const listed: CategoryFact[] = []
  const pages = await shop.read('categories')
  for await (const page of pages ?? [])
    listed.push(...readRecords(page.records, categoryPayload, translateCategory).facts)
  const stored = await store.all<CategoryFact>(sql`select category_id, parent_id, name, slug from categories`)
  const words = (categories: readonly CategoryFact[]) =>
    categories
      .map(({ category_id, parent_id, name, slug }) => JSON.stringify([category_id, parent_id, name, slug]))
      .sort()
      .join()
  return words(listed) !== words(stored)
}

/** Records that are not stored with their present date of change and status. */
async function changed(
  queries: Queries,
  table: 'products' | 'customers',
  key: string,
  records: readonly unknown[],
): Promise<unknown[]> {
  const column = sql.identifier(key)
  const status = table === 'products' ? sql`status` : sql`''`
  const stored = await queries.all<{ id: number; modified_at: string; status: string }>(sql`
    select ${column} as id, modified_at, ${status} as status from ${sql.identifier(table)}
    where ${column} in (${records.map(recordNumber).filter(isId)})`)
  const byId = new Map(stored.map((row) => [row.id, row]))
  return records.filter((record) => {
    const row = byId.get(recordNumber(record))
    if (!row) return true
    const told = table === 'products' ? field(record, 'status') : ''
    const modified = modifiedOf(record)
    // An account that was never edited in the shop has no date.
    const isLater = modified !== undefined && row.modified_at.slice(0, 19) !== modified.replace('T', ' ')
    return isLater || row.status !== told
  })
}

const field = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null ? Reflect.get(record, name) : undefined
