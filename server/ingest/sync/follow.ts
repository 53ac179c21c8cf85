// Follows the changes of a collection from where the last round stood; an idle shop costs one empty answer. Room ingest.
import type { ChangedPage, ChangingCollection, Instant } from '#server/sources/woocommerce/changes.ts'
import { modifiedOf, orderHead, shifted } from '#server/sources/woocommerce/order-head.ts'
import { isId } from '#server/sources/woocommerce/rest-page.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { differing } from './compare.ts'
import { type Cursor, EARLIEST, isAhead, notAhead, readCursor, saveCursor } from './cursors.ts'
import { oneAtATime, type Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult, upsertOrders } from './upsert.ts'

/** A record may show a second that is over when it is written: until then the last seconds are read again. */
const OVERLAP_S = 60

/** Where orders were imported without a mark of the shop's clock, this much before their newest change is read again. */
const UNMARKED_S = 24 * 3600

/** Orders that changed and orders that went to the trash. */
export async function followOrders(sync: Sync, withTrash = true): Promise<SyncResult> {
  const changed = await follow(sync, 'orders', undefined, async (page, also) => {
    const heads = page.records.map(orderHead)
    const wanted = await differing(sync.store, heads, sync.context.currency)
    // Two edits in one second may differ in what a head does not show; refunds, which cost a request each, show in it.
    const records = page.records.filter((_, index) => {
      const head = heads[index]
      return head !== undefined && (wanted.has(head.id) || head.refunds.length === 0)
    })
    return records.length === 0 ? undefined : upsertOrders(sync, records, { also })
  })
  if (!withTrash) return changed
  const trashed = await follow(sync, 'orders', 'trash', async (page, also) => {
    const gone = await goneToTrash(sync, page.records.map((record) => orderHead(record).id).filter(isId))
    return gone.length === 0 ? undefined : upsertOrders(sync, [], { gone, also })
  })
  return mergeResults(changed, trashed)
}

/** Of these, the stored ones that are not back among the orders. */
async function goneToTrash({ store, changes }: Sync, ids: readonly number[]): Promise<number[]> {
  const stored = await store.all<{ order_id: number }>(
    sql`select order_id from orders where order_id in (${ids})`,
  )
  const known = stored.map(({ order_id }) => order_id)
  if (known.length === 0) return []
  const there = new Set((await changes.byId('orders', known)).map((record) => orderHead(record).id))
  return known.filter((id) => !there.has(id))
}

/** Brings a page in, with `also` in its transaction; undefined when there was nothing to write. */
type Bring = (page: ChangedPage, also: (tx: Queries) => Promise<void>) => Promise<SyncResult | undefined>

export async function follow(
  sync: Sync,
  collection: ChangingCollection,
  trash: 'trash' | undefined,
  bring: Bring,
): Promise<SyncResult> {
  const { store, changes, shop, now } = sync
  const name = trash ? `${collection}:trash` : collection
  const began = now()
  let cursor = (await readCursor(store, name, shop.origin)) ?? (await firstCursor(sync, collection))
  const from = cursor.settled ? cursor.at : shifted(cursor.at, -OVERLAP_S)
  const pages = changes.since(collection, from, trash)[Symbol.asyncIterator]()
  let all = EMPTY_RESULT
  for (let more = true; more; ) {
    more = await oneAtATime(store, async () => {
      const step = await pages.next()
      if (step.done) return false
      const upTo = reached(step.value, now())
      const next: Cursor =
        upTo > cursor.at ? { ...cursor, at: upTo, seen: now().toISOString(), settled: false } : cursor
      const save = (tx: Queries) => saveCursor(tx, name, shop.origin, next, now())
      const brought = await bring(step.value, save)
      if (brought) all = mergeResults(all, brought)
      else if (next !== cursor) await store.transaction(save)
      cursor = next
      return true
    })
  }
  // Read to the end so long after its newest second that nothing more can turn up in it.
  if (!cursor.settled && began.getTime() - Date.parse(cursor.seen) >= OVERLAP_S * 1000)
    await store.transaction((tx) => saveCursor(tx, name, shop.origin, { ...cursor, settled: true }, now()))
  return all
}

/** Pages come in the order of changes: those that are dated ahead stand last, and are met each time. */
function reached({ records, upTo }: ChangedPage, now: Date): Instant {
  if (!isAhead(upTo, now)) return upTo
  return records.map(modifiedOf).findLast((at) => at !== undefined && !isAhead(at, now)) ?? EARLIEST
}

/** A whole import leaves a cursor; data that came another way is followed from somewhat before its newest change. */
async function firstCursor({ store, now }: Sync, collection: ChangingCollection): Promise<Cursor> {
  const newest = await store.one<{ at: string | null }>(
    sql`select max(modified_at) as at from ${sql.identifier(collection)}`,
  )
  const told = newest?.at?.slice(0, 19).replace(' ', 'T')
  const at = told ? shifted(notAhead(told, now()), -UNMARKED_S) : EARLIEST
  return { at, seen: now().toISOString(), settled: false, whole: '' }
}
