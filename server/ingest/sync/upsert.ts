// Writes records in the shop's present state: facts, rejects and the rollups of their months in one transaction.
import { rebuildDirtyMonths, rebuildMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, lockDimensions } from '#server/store/versions.ts'
import { applyRemovals, noteListed } from '../removal/removals.ts'
import type { Facts, Fate, RejectedRecord, SourceRecord, Translated } from '../source.ts'
import { writeOrders } from '../write.ts'
import { writeCustomers } from '../write-customers.ts'
import { writeDistributors } from '../write-distributors.ts'
import { clearRejects, writeRejects } from '../write-rejects.ts'
import { lockSync, type Sync, type SyncJob } from './sync.ts'

export interface SyncResult {
  readonly read: number
  /** Equal records are not counted. */
  readonly written: number
  readonly removed: number
  readonly rejected: number
  /** Months whose figures changed. */
  readonly months: readonly string[]
}

export const EMPTY_RESULT: SyncResult = { read: 0, written: 0, removed: 0, rejected: 0, months: [] }

export const mergeResults = (one: SyncResult, other: SyncResult): SyncResult => ({
  read: one.read + other.read,
  written: one.written + other.written,
  removed: one.removed + other.removed,
  rejected: one.rejected + other.rejected,
  months: [...new Set([...one.months, ...other.months])].sort(),
})

/** More months than this are rebuilt after the write, one by one, to keep the lock short. */
const MAX_MONTHS_LOCKED = 4

export interface UpsertOptions {
  /** Records that left the shop. Those in the trash are removed at once, the others when the run settles. */
  readonly gone?: Gone
  /** Overwrites stored rows regardless of their dates. */
  readonly authoritative?: boolean
  /** Runs in the same transaction, for saving a cursor. */
  readonly alsoWrite?: (tx: Queries) => Promise<void>
}

export type Gone = ReadonlyMap<number, Exclude<Fate, 'there'>>

const NONE: Gone = new Map()

/** Orders with their refunds, and their buyers. */
export async function upsertOrders(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = NONE, authoritative = false, alsoWrite }: UpsertOptions = {},
): Promise<SyncResult> {
  const { store, changes } = sync
  const { facts, rejects, distributors = [] } = await changes.translate.orders(records)
  const orders = facts.map(({ order }) => order)
  const buyerIds = await buyersToRead(store, orders)
  const buyers = buyerIds.length > 0 ? await changes.byId('customers', buyerIds) : []
  const people = await changes.translate.customers(buyers)
  const trashed = [...gone].flatMap(([id, evidence]) => (evidence === 'trashed' ? { id, evidence } : []))
  sync.proven.add(
    'orders',
    [...gone].filter(([, evidence]) => evidence !== 'trashed'),
  )
  const result = await applyChange(sync, async (tx) => {
    // Locked before any month, as everywhere.
    if (people.facts.length > 0) await lockDimensions(tx, 'change')
    const { written, months } = await writeOrders(tx, facts, { authoritative, rollups: 'now' })
    await writeDistributors(tx, distributors)
    const removal = await applyRemovals(tx, 'orders', trashed, { now: sync.now(), rollups: 'now' })
    const ids = orders.map(({ order_id }) => order_id)
    await noteListed(tx, 'orders', ids)
    await updateRejects(tx, 'orders', [...ids, ...gone.keys()], rejects)
    const accounts = await writePeople(tx, people)
    await alsoWrite?.(tx)
    return {
      read: records.length,
      written,
      removed: removal.ids.length,
      rejected: rejects.length + people.rejects.length,
      months: [...months, ...removal.months, ...accounts.months],
    }
  })
  addToStats(sync, 'orders', result, rejects)
  return result
}

export async function upsertCustomers(
  sync: Sync,
  records: readonly SourceRecord[],
  { gone = NONE, authoritative = false }: UpsertOptions = {},
): Promise<SyncResult> {
  const people = await sync.changes.translate.customers(records)
  sync.proven.add('customers', gone)
  const result = await applyChange(sync, async (tx) => {
    const { written, months } = await writePeople(tx, people, authoritative)
    return {
      ...{ read: records.length, written, removed: 0 },
      ...{ rejected: people.rejects.length, months },
    }
  })
  addToStats(sync, 'customers', result, [])
  return result
}

async function writePeople(
  tx: Queries,
  { facts, rejects }: Translated<Facts['customers']>,
  authoritative = false,
) {
  const result = await writeCustomers(tx, facts, 'now', { authoritative })
  const ids = facts.map(({ customer_id }) => customer_id)
  await noteListed(tx, 'customers', ids)
  await updateRejects(tx, 'customers', ids, rejects)
  return result
}

/** The write and the rollups of its months become visible together. */
export async function applyChange(
  { store, assertCurrent }: Pick<SyncJob, 'store' | 'assertCurrent'>,
  work: (tx: Queries) => Promise<SyncResult>,
): Promise<SyncResult> {
  let rebuildLater = false
  const result = await store.transaction(async (tx) => {
    await lockSync(tx)
    await assertCurrent(tx)
    const done = await work(tx)
    const months = [...new Set(done.months)].sort()
    const dirty = (await dirtyMonths(tx)).filter((month) => months.includes(month))
    rebuildLater = dirty.length > MAX_MONTHS_LOCKED
    if (!rebuildLater) await rebuildMonths(tx, dirty)
    return { ...done, months }
  })
  if (rebuildLater) await rebuildDirtyMonths(store)
  return result
}

/** Clears the rejects of stored or deleted records and adds new ones. */
export async function updateRejects(
  tx: Queries,
  source: string,
  settledIds: readonly number[],
  rejects: readonly RejectedRecord[],
): Promise<void> {
  await clearRejects(tx, source, settledIds.map(String))
  await writeRejects(tx, source, rejects)
}

/** An order changes its buyer's account, so buyers of new orders are read again; others only if they are not stored. */
async function buyersToRead(
  store: Store,
  orders: readonly { order_id: number; customer_id: number }[],
): Promise<number[]> {
  const bought = orders.filter(({ customer_id }) => customer_id > 0)
  if (bought.length === 0) return []
  const orderRows = await store.all<{ order_id: number }>(
    sql`select order_id from orders where order_id in (${bought.map(({ order_id }) => order_id)})`,
  )
  const customerRows = await store.all<{ customer_id: number }>(
    sql`select customer_id from customers where customer_id in (${bought.map(({ customer_id }) => customer_id)})`,
  )
  const storedOrders = new Set(orderRows.map(({ order_id }) => order_id))
  const storedCustomers = new Set(customerRows.map(({ customer_id }) => customer_id))
  const buyers = bought
    .filter(({ order_id, customer_id }) => !storedOrders.has(order_id) || !storedCustomers.has(customer_id))
    .map(({ customer_id }) => customer_id)
  return [...new Set(buyers)]
}

export function addToStats(
  { stats }: Sync,
  collection: string,
  { read, written, removed, rejected }: SyncResult,
  rejects: readonly RejectedRecord[],
): void {
  const unchanged = Math.max(read - written - rejected, 0)
  stats.add(collection, { read, written, unchanged, removed, rejected })
  stats.addRejects(collection, rejects)
}
