// Accounts, products and coupons by their ids, as the shop has them now; what it has no more goes, or is marked. Room ingest.
import { recordNumber } from '#server/sources/woocommerce/read-records.ts'
import { sql } from '#server/store/sql.ts'
import { oneAtATime, type Sync } from './sync.ts'
import {
  EMPTY_RESULT,
  mergeResults,
  type SyncResult,
  type UpsertOptions,
  upsertCustomers,
  upsertOrders,
} from './upsert.ts'
import { upsertCoupons, upsertProducts } from './upsert-catalogue.ts'

/** Records in one question. */
export const AT_ONCE = 100

/** So many at a time, each in its turn: what is read is written before the next are asked for. */
export async function inPieces(
  sync: Sync,
  ids: readonly number[],
  refetch: (sync: Sync, ids: readonly number[]) => Promise<SyncResult>,
): Promise<SyncResult> {
  let all = EMPTY_RESULT
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    all = mergeResults(all, await oneAtATime(sync.store, () => refetch(sync, some)))
  }
  return all
}

/** Orders of an account that is gone lose it in the shop without showing a change, so they are read too. */
export async function refetchCustomers(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const { store, changes } = sync
  const records = await changes.byId('customers', ids)
  const gone = missing(ids, records)
  let all = await upsertCustomers(sync, records, { gone })
  if (all.removed === 0) return all
  const rows = await store.all<{ order_id: number }>(
    sql`select order_id from orders where customer_id in (${gone}) order by order_id`,
  )
  const bought = rows.map(({ order_id }) => order_id)
  for (let from = 0; from < bought.length; from += AT_ONCE)
    all = mergeResults(all, await refetchOrders(sync, bought.slice(from, from + AT_ONCE)))
  return all
}

export async function refetchOrders(
  sync: Sync,
  ids: readonly number[],
  how: Pick<UpsertOptions, 'authoritative'> = {},
): Promise<SyncResult> {
  const records = await sync.changes.byId('orders', ids)
  return upsertOrders(sync, records, { gone: missing(ids, records), ...how })
}

/** A shop also tells of variations, which it lists with their product alone. */
export async function refetchProducts(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const rows = await sync.store.all<{ product_id: number; parent_id: number }>(
    sql`select product_id, parent_id from products where product_id in (${ids}) and parent_id > 0`,
  )
  const parents = new Map(rows.map(({ product_id, parent_id }) => [product_id, parent_id]))
  const wanted = [...new Set(ids.map((id) => parents.get(id) ?? id))]
  const records = await sync.changes.byId('products', wanted)
  return upsertProducts(sync, records, { gone: missing(wanted, records) })
}

export async function refetchCoupons(sync: Sync, ids: readonly number[]): Promise<SyncResult> {
  const records = await sync.changes.byId('coupons', ids)
  return upsertCoupons(sync, records, { gone: missing(ids, records) })
}

function missing(ids: readonly number[], records: readonly unknown[]): number[] {
  const there = new Set(records.map(recordNumber))
  return ids.filter((id) => !there.has(id))
}
