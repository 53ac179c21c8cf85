// Reads records again by id; missing ones are removed or marked as deleted.
import { sql } from '#server/store/sql.ts'
import type { SourceRecord } from '../source.ts'
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

/** Orders of a deleted account lose it in the shop without a new date, so they are read too. */
export async function refetchCustomers(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const { store, changes } = sync
  const records = await changes.byId('customers', ids)
  const gone = missing(ids, records)
  let total = await upsertCustomers(sync, records, { gone })
  if (total.removed === 0) return total
  const rows = await store.all<{ order_id: number }>(
    sql`select order_id from orders where customer_id in (${gone}) order by order_id`,
  )
  const bought = rows.map(({ order_id }) => order_id)
  for (let from = 0; from < bought.length; from += BATCH_SIZE)
    total = mergeResults(total, await refetchOrders(sync, bought.slice(from, from + BATCH_SIZE)))
  return total
}

export async function refetchOrders(
  sync: Sync,
  ids: readonly number[],
  options: Pick<UpsertOptions, 'authoritative'> = {},
): Promise<SyncResult> {
  const records = await sync.changes.byId('orders', ids)
  return upsertOrders(sync, records, { gone: missing(ids, records), ...options })
}

/** Variations are read through their product. */
export async function refetchProducts(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const rows = await sync.store.all<{ product_id: number; parent_id: number }>(
    sql`select product_id, parent_id from products where product_id in (${ids}) and parent_id > 0`,
  )
  const parents = new Map(rows.map(({ product_id, parent_id }) => [product_id, parent_id]))
  const products = [...new Set(ids.map((id) => parents.get(id) ?? id))]
  const records = await sync.changes.byId('products', products)
  return upsertProducts(sync, records, { gone: missing(products, records) })
}

export async function refetchCoupons(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const records = await sync.changes.byId('coupons', ids)
  return upsertCoupons(sync, records, { gone: missing(ids, records) })
}

function missing(ids: readonly number[], records: readonly SourceRecord[]): number[] {
  const found = new Set(records.map(({ head }) => head.id))
  return ids.filter((id) => !found.has(id))
}
