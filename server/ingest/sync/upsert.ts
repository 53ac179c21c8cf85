// Records as the shop tells them now into the store: facts, rejects, rollups of their months, in one transaction. Room ingest.
import { rebuildDirtyMonths, rebuildMonths } from '#server/rollups/rebuild.ts'
import { customerPayload } from '#server/sources/woocommerce/payloads.ts'
import { type RejectedRecord, readOrders, readRecords } from '#server/sources/woocommerce/read-records.ts'
import { translateCustomer } from '#server/sources/woocommerce/translate-people.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { removeOrders, writeOrders } from '../write.ts'
import { removeCustomers, writeCustomers } from '../write-customers.ts'
import { writeDistributors } from '../write-distributors.ts'
import { clearRejects, writeRejects } from '../write-rejects.ts'
import { lockSync, type Sync } from './sync.ts'

export interface SyncResult {
  readonly read: number
  /** Really changed: what was equal is not among them. */
  readonly written: number
  readonly removed: number
  readonly rejected: number
  /** Whose figures moved. */
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

/** More months than this are rebuilt after the write, each by itself, so that nobody waits for all of them. */
const MONTHS_AT_ONCE = 4

export interface UpsertOptions {
  /** Records that the shop has no more. */
  readonly gone?: readonly number[]
  /** Read just now, to mend what is stored, whatever its date says. */
  readonly authoritative?: boolean
  /** Written in the same transaction: where the reading stands. */
  readonly also?: (tx: Queries) => Promise<void>
}

/** Orders with their refunds, which the shop is asked for, and the accounts that bought. */
export async function upsertOrders(
  sync: Sync,
  records: readonly unknown[],
  { gone = [], authoritative = false, also }: UpsertOptions = {},
): Promise<SyncResult> {
  const { store, shop, context } = sync
  const read = await readOrders(records, undefined, shop.refundsOf, context)
  const ids = read.facts.map(({ order }) => order.order_id)
  const buyers = await buyersToRead(
    store,
    read.facts.map(({ order }) => order),
  )
  const people = buyers.length > 0 ? await sync.changes.byId('customers', buyers) : []
  const brought = await applyChange(store, async (tx) => {
    const { written, months } = await writeOrders(tx, read.facts, authoritative)
    await writeDistributors(tx, read.distributors)
    const left = await takeOut(tx, 'orders', gone)
    const rejected = await recordRejects(tx, 'orders', ids, read.rejects)
    const accounts = await writePeople(sync, tx, people)
    await also?.(tx)
    return {
      ...{ read: records.length, written, removed: left.removed, rejected: rejected + accounts.rejected },
      months: [...months, ...left.months, ...accounts.months],
    }
  })
  addToTally(sync, 'orders', brought, read.rejects)
  return brought
}

const OUT = {
  orders: { key: 'order_id', remove: removeOrders },
  customers: { key: 'customer_id', remove: removeCustomers },
} as const

async function takeOut(tx: Queries, table: keyof typeof OUT, gone: readonly number[]) {
  if (gone.length === 0) return { removed: 0, months: [] }
  const { key, remove } = OUT[table]
  const stored = await tx.all(
    sql`select 1 as found from ${sql.identifier(table)} where ${sql.identifier(key)} in (${gone})`,
  )
  await clearRejects(tx, table, gone.map(String))
  return { removed: stored.length, months: await remove(tx, gone) }
}

export async function upsertCustomers(
  sync: Sync,
  records: readonly unknown[],
  { gone = [], also }: UpsertOptions = {},
): Promise<SyncResult> {
  const brought = await applyChange(sync.store, async (tx) => {
    const { written, rejected, months } = await writePeople(sync, tx, records)
    const left = await takeOut(tx, 'customers', gone)
    await also?.(tx)
    return {
      read: records.length,
      written,
      removed: left.removed,
      rejected,
      months: [...months, ...left.months],
    }
  })
  addToTally(sync, 'customers', brought, [])
  return brought
}

async function writePeople({ context }: Sync, tx: Queries, records: readonly unknown[]) {
  const { facts, rejects } = readRecords(records, customerPayload, (one) => translateCustomer(one, context))
  const { written, months } = await writeCustomers(tx, facts)
  const ids = facts.map(({ customer_id }) => customer_id)
  return { written, months, rejected: await recordRejects(tx, 'customers', ids, rejects) }
}

/** The write and the rollups of what it moved are seen together, or not at all. */
export async function applyChange(
  store: Store,
  work: (tx: Queries) => Promise<SyncResult>,
): Promise<SyncResult> {
  let later = false
  const brought = await store.transaction(async (tx) => {
    await lockSync(tx)
    const done = await work(tx)
    const months = [...new Set(done.months)].sort()
    later = months.length > MONTHS_AT_ONCE
    if (!later) await rebuildMonths(tx, months)
    return { ...done, months }
  })
  if (later) await rebuildDirtyMonths(store)
  return brought
}

export async function recordRejects(
  tx: Queries,
  source: string,
  kept: readonly number[],
  rejects: readonly RejectedRecord[],
): Promise<number> {
  await clearRejects(
    tx,
    source,
    kept.map((id) => String(id)),
  )
  if (rejects.length > 0)
    await writeRejects(
      tx,
      rejects.map(({ id, reason }) => ({ source, record_id: id, reason })),
    )
  return rejects.length
}

/** Ordering changes an account: those of new orders are read anew, others only where they are not known yet. */
async function buyersToRead(
  store: Store,
  orders: readonly { order_id: number; customer_id: number }[],
): Promise<number[]> {
  const bought = orders.filter(({ customer_id }) => customer_id > 0)
  if (bought.length === 0) return []
  const stored = await store.all<{ order_id: number }>(
    sql`select order_id from orders where order_id in (${bought.map(({ order_id }) => order_id)})`,
  )
  const known = await store.all<{ customer_id: number }>(
    sql`select customer_id from customers where customer_id in (${bought.map(({ customer_id }) => customer_id)})`,
  )
  const old = new Set(stored.map(({ order_id }) => order_id))
  const accounts = new Set(known.map(({ customer_id }) => customer_id))
  const wanted = bought.filter(
    ({ order_id, customer_id }) => !old.has(order_id) || !accounts.has(customer_id),
  )
  return [...new Set(wanted.map(({ customer_id }) => customer_id))]
}

export function addToTally(
  { tally }: Sync,
  collection: string,
  { read, written, removed, rejected }: SyncResult,
  rejects: readonly RejectedRecord[],
): void {
  const counts = tally.of(collection)
  counts.read += read
  counts.written += written
  counts.unchanged += Math.max(read - written - rejected, 0)
  counts.removed += removed
  counts.rejected += rejected
  for (const { reason } of rejects) tally.reject(collection, reason)
}
