// Reads records again by id, with evidence about those that left the shop.
import { sql } from '#server/store/sql.ts'
import { TABLES } from '../removal/tables.ts'
import type { Changes, Heads, OneByOne, SyncedCollection } from '../source.ts'
import { inSequence, type Sync } from './sync.ts'
import {
  EMPTY_RESULT,
  mergeResults,
  type SyncResult,
  type UpsertOptions,
  upsertCustomers,
  upsertOrders,
} from './upsert.ts'
import { upsertCoupons, upsertProducts } from './upsert-catalogue.ts'

/** Records per request. */
export const BATCH_SIZE = 100

/** Batch by batch: one is written before the next is requested. */
export async function inBatches(
  sync: Sync,
  ids: readonly number[],
  refetch: (sync: Sync, ids: readonly number[]) => Promise<SyncResult>,
): Promise<SyncResult> {
  let total = EMPTY_RESULT
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE)
    total = mergeResults(total, await inSequence(sync.store, () => refetch(sync, batch)))
  }
  return total
}

/** Stored records that no list shows are asked for one by one; orders also if they are new, since lists leave some statuses out. */
export async function read<Name extends SyncedCollection>(
  { store, changes }: Sync,
  collection: Name,
  ids: readonly number[],
): Promise<OneByOne<Heads[Name]>> {
  const listed = await changes.byId(collection, ids)
  const found = new Set(listed.map(({ head }) => head.id))
  const missing = ids.filter((id) => !found.has(id))
  const key = sql.identifier(TABLES[collection].key)
  const stored = await store.all<{ id: number }>(
    sql`select ${key} as id from ${sql.identifier(collection)} where ${key} in (${missing})`,
  )
  const known = new Set(stored.map(({ id }) => id))
  const sought = collection === 'orders' ? missing : [...known]
  if (sought.length === 0) return { records: listed, gone: new Map() }
  const { records, gone } = await changes.oneByOne(collection, sought)
  const others = await ofOtherTypes(
    changes,
    records.flatMap(({ head }) => (known.has(head.id) ? [] : head)),
  )
  return { records: [...listed, ...records.filter(({ head }) => !others.has(head.id))], gone }
}

/** Plug-ins keep records that are no orders at addresses of orders; no list shows them, not even that of their status. */
async function ofOtherTypes(
  changes: Changes,
  heads: readonly Heads[SyncedCollection][],
): Promise<ReadonlySet<number>> {
  const others = new Set<number>()
  const byStatus = Map.groupBy(heads, (head) => ('status' in head ? head.status : ''))
  for (const [status, some] of byStatus) {
    const ids = some.map(({ id }) => id)
    const orders = await changes.ordersIn(status, ids)
    for (const id of orders ? ids : []) if (!orders?.has(id)) others.add(id)
  }
  return others
}

type Refetching = Pick<UpsertOptions, 'authoritative'>

export async function refetchCustomers(
  sync: Sync,
  ids: readonly number[],
  options: Refetching = {},
): Promise<SyncResult> {
  const { records, gone } = await read(sync, 'customers', ids)
  return upsertCustomers(sync, records, { gone, ...options })
}

export async function refetchOrders(
  sync: Sync,
  ids: readonly number[],
  options: Refetching = {},
): Promise<SyncResult> {
  const { records, gone } = await read(sync, 'orders', ids)
  return upsertOrders(sync, records, { gone, ...options })
}

/** Variations are read through their product. */
export async function refetchProducts(
  sync: Sync,
  ids: readonly number[],
  options: Refetching = {},
): Promise<SyncResult> {
  const rows = await sync.store.all<{ product_id: number; parent_id: number }>(
    sql`select product_id, parent_id from products where product_id in (${ids}) and parent_id > 0`,
  )
  const parents = new Map(rows.map(({ product_id, parent_id }) => [product_id, parent_id]))
  const products = [...new Set(ids.map((id) => parents.get(id) ?? id))]
  const { records, gone } = await read(sync, 'products', products)
  return upsertProducts(sync, records, { gone, ...options })
}

export async function refetchCoupons(
  sync: Sync,
  ids: readonly number[],
  options: Refetching = {},
): Promise<SyncResult> {
  const { records, gone } = await read(sync, 'coupons', ids)
  return upsertCoupons(sync, records, { gone, ...options })
}
