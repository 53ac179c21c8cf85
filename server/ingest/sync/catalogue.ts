// Follows the changes of products, coupons and accounts. Also lists them in full from time to time: a variation may change
// without its product, and no listing reports deletions.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { importCatalogue } from '../import-catalogue.ts'
import { storedCategories } from '../import-job.ts'
import { importCustomers } from '../import-orders.ts'
import { absentStored } from '../removal/removals.ts'
import type { Facts, ProductHead, SourceRecord } from '../source.ts'
import { compareCompanyAccounts } from './company-accounts.ts'
import { isId } from './compare.ts'
import { EARLIEST, earlier, readCursor, saveCursor, shopNow } from './cursors.ts'
import { follow } from './follow.ts'
import { inBatches, refetchCoupons, refetchProducts } from './refetch.ts'
import { sweepAccounts } from './sweep-accounts.ts'
import type { Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult, upsertCustomers } from './upsert.ts'
import { upsertCoupons, upsertProducts } from './upsert-catalogue.ts'

const HOUR_MS = 3600_000
type Listed = 'products' | 'coupons' | 'customers'
/** Time between two full listings; reconciliation also lists in full. */
const LIST_EVERY_MS: Record<Listed, number> = {
  products: 6 * HOUR_MS,
  coupons: 24 * HOUR_MS,
  customers: 7 * 24 * HOUR_MS,
}

/** A shop that goes back to a copy of itself has older dates than those stored. */
const PRESENT = { authoritative: true } as const

/** Products with their variations and categories. */
export async function syncProducts(sync: Sync): Promise<SyncResult> {
  if ((await isDue(sync, 'products')) || (await categoriesChanged(sync))) return listProducts(sync)
  const storePage = async (
    { records }: { readonly records: readonly SourceRecord<ProductHead>[] },
    alsoWrite: (tx: Queries) => Promise<void>,
  ) => {
    const outdated = new Set(await outdatedProducts(sync.store, records))
    // Two edits within a second have the same date, so simple products, which cost no request, are always written.
    const changed = records.filter((record) => outdated.has(record) || !record.head.hasVariations)
    return changed.length === 0 ? undefined : upsertProducts(sync, changed, { alsoWrite })
  }
  const changed = await follow(sync, 'products', undefined, storePage)
  return mergeResults(changed, await follow(sync, 'products', 'trash', storePage))
}

export const listProducts = (sync: Sync): Promise<SyncResult> =>
  fullListing(sync, 'products', async () => {
    const older: number[] = []
    await importCatalogue(sync, ['categories', 'products'], (ids) => older.push(...ids))
    await inBatches(sync, older, (_, ids) => refetchProducts(sync, ids, PRESENT))
  })

export async function syncCoupons(sync: Sync): Promise<SyncResult> {
  if (await isDue(sync, 'coupons')) return listCoupons(sync)
  return follow(sync, 'coupons', undefined, async ({ records }, alsoWrite) =>
    records.length === 0 ? undefined : upsertCoupons(sync, records, { alsoWrite }),
  )
}

export const listCoupons = (sync: Sync): Promise<SyncResult> =>
  fullListing(sync, 'coupons', async () => {
    const older: number[] = []
    await importCatalogue(sync, ['coupons'], (ids) => older.push(...ids))
    await inBatches(sync, older, (_, ids) => refetchCoupons(sync, ids, PRESENT))
  })

/** Accounts do not report changes and are slow to list: new ones are read first, known ones in rotation. */
export async function syncCustomers(sync: Sync): Promise<SyncResult> {
  if (await isDue(sync, 'customers')) return listCustomers(sync)
  return mergeResults(await newCustomers(sync), await sweepAccounts(sync))
}

async function newCustomers(sync: Sync): Promise<SyncResult> {
  let total = EMPTY_RESULT
  for await (const records of sync.changes.newestCustomers()) {
    const outdated = await outdatedCustomers(sync.store, records)
    if (outdated.length > 0) total = mergeResults(total, await upsertCustomers(sync, outdated))
    if (outdated.length < records.length) break
  }
  return total
}

/**
 * New accounts, and the roles of companies' accounts; all accounts (`complete`) if their number shows that some are missing
 * or deleted.
 */
export async function compareCustomers(sync: Sync): Promise<SyncResult & { readonly complete: boolean }> {
  const { store, changes } = sync
  const recent = await ((await isDue(sync, 'customers')) ? listCustomers : newCustomers)(sync)
  const inShop = await changes.accountCount()
  const stored = await store.one<{ accounts: number }>(sql`
    select (select count(*) from customers where customer_id not in (${absentStored('customers')}))
      + (select count(*) from rejects where source = 'customers'
        and record_id not in (select cast(customer_id as text) from customers)) as accounts`)
  const complete = inShop !== undefined && inShop !== stored?.accounts
  const compared = await (complete ? listCustomers : compareCompanyAccounts)(sync)
  return { ...mergeResults(recent, compared), complete }
}

export const listCustomers = (sync: Sync): Promise<SyncResult> =>
  fullListing(sync, 'customers', () => importCustomers(sync))

async function isDue({ store, source, now }: Sync, collection: Listed): Promise<boolean> {
  const cursor = await readCursor(store, collection, source.origin)
  if (!cursor?.listedAt) return true
  return now().getTime() - Date.parse(cursor.listedAt) >= LIST_EVERY_MS[collection]
}

/** Later, changes are followed from the shop's newest one before the listing began. */
async function fullListing(sync: Sync, collection: Listed, list: () => Promise<void>): Promise<SyncResult> {
  const { store, source, now, stats } = sync
  const newest = collection === 'customers' ? undefined : await sync.changes.newest(collection)
  const at = earlier(newest ?? EARLIEST, shopNow(sync.changes, now()))
  const before = { ...stats.of(collection) }
  await list()
  const seen = now().toISOString()
  const cursor = { at, seen, settled: false, listedAt: seen }
  await store.transaction(async (tx) => {
    await sync.assertCurrent(tx)
    await saveCursor(tx, collection, source.origin, cursor, now())
    if (collection === 'products') await saveCursor(tx, 'products:trash', source.origin, cursor, now())
  })
  const { read, written, removed, rejected } = stats.of(collection)
  return {
    read: read - before.read,
    written: written - before.written,
    removed: removed - before.removed,
    rejected: rejected - before.rejected,
    months: [],
  }
}

/** Categories are few and carry no date, so they are listed and compared. */
async function categoriesChanged({ store, reader }: Sync): Promise<boolean> {
  const absent = await store.all<{ record_id: number }>(absentStored('categories'))
  const listed: Facts['categories'][] = []
  for await (const { facts } of (await reader.list.categories()) ?? []) listed.push(...facts)
  const text = (categories: readonly Facts['categories'][]) =>
    categories
      .map(({ category_id, parent_id, name, slug }) => JSON.stringify([category_id, parent_id, name, slug]))
      .sort()
      .join()
  // The products were listed when these were found absent.
  const left = new Set(absent.map(({ record_id }) => record_id))
  for (const { category_id } of listed) left.delete(category_id)
  const stored = await storedCategories(store)
  return text(listed) !== text(stored.filter(({ category_id }) => !left.has(category_id)))
}

/** Records not stored with their present date of change and status. */
async function outdatedProducts(queries: Queries, records: readonly SourceRecord<ProductHead>[]) {
  const stored = await queries.all<{ id: number; modified_at: string; status: string }>(sql`
    select product_id as id, modified_at, status from products where product_id in (${idsOf(records)})`)
  const byId = new Map(stored.map((row) => [row.id, row]))
  return records.filter(({ head }) => {
    const row = byId.get(head.id)
    return !row || isModified(head, row) || row.status !== head.status
  })
}

/** Records not stored with their present date of change. */
async function outdatedCustomers(queries: Queries, records: readonly SourceRecord[]) {
  const stored = await queries.all<{ id: number; modified_at: string }>(sql`
    select customer_id as id, modified_at from customers where customer_id in (${idsOf(records)})`)
  const byId = new Map(stored.map((row) => [row.id, row]))
  return records.filter(({ head }) => {
    const row = byId.get(head.id)
    return !row || isModified(head, row)
  })
}

const idsOf = (records: readonly SourceRecord[]) => records.map(({ head }) => head.id).filter(isId)

/** False without a date, as for an account that was never edited. */
const isModified = (
  { modified }: SourceRecord['head'],
  { modified_at }: { readonly modified_at: string },
): boolean => modified !== undefined && modified_at.slice(0, 19) !== modified.replace('T', ' ')
