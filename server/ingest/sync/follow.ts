// Reads the changes of a collection since its cursor; an idle shop costs one empty response.
import { addSeconds } from '#server/domain/date-time.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ChangedPage, DatedCollection, Heads, Instant, RecordHead } from '../source.ts'
import { differingIds, isId } from './compare.ts'
import { type Cursor, EARLIEST, isFuture, notFuture, readCursor, saveCursor } from './cursors.ts'
import { inSequence, type Sync } from './sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult, upsertOrders } from './upsert.ts'

/** A record may be written seconds after its timestamp, so the last seconds are read again for this long. */
const OVERLAP_S = 60

/** Without a cursor of a full import, changes are read from this long before the newest stored one. */
const FIRST_OVERLAP_S = 24 * 3600

/** Orders that changed and orders that went to the trash. */
export async function followOrders(sync: Sync, withTrash = true): Promise<SyncResult> {
  const changed = await follow(sync, 'orders', undefined, async ({ records }, alsoWrite) => {
    const heads = records.map(({ head }) => head)
    const differing = await differingIds(sync.store, heads, sync.currency)
    // Two edits within a second may differ outside the head. Refunds, which cost requests, are part of the head.
    const changedRecords = records.filter(({ head }) => differing.has(head.id) || head.refunds.length === 0)
    return changedRecords.length === 0 ? undefined : upsertOrders(sync, changedRecords, { alsoWrite })
  })
  if (!withTrash) return changed
  const trashed = await follow(sync, 'orders', 'trash', async ({ records }, alsoWrite) => {
    const gone = await goneToTrash(sync, records.map(({ head }) => head.id).filter(isId))
    return gone.length === 0 ? undefined : upsertOrders(sync, [], { gone, alsoWrite })
  })
  return mergeResults(changed, trashed)
}

/** The stored orders among these that were not restored. */
async function goneToTrash({ store, changes }: Sync, ids: readonly number[]): Promise<number[]> {
  const stored = await store.all<{ order_id: number }>(
    sql`select order_id from orders where order_id in (${ids})`,
  )
  const known = stored.map(({ order_id }) => order_id)
  if (known.length === 0) return []
  const restored = new Set((await changes.byId('orders', known)).map(({ head }) => head.id))
  return known.filter((id) => !restored.has(id))
}

/** Stores a page, with `alsoWrite` in its transaction; undefined if there was nothing to write. */
type StorePage<Head extends RecordHead> = (
  page: ChangedPage<Head>,
  alsoWrite: (tx: Queries) => Promise<void>,
) => Promise<SyncResult | undefined>

export async function follow<Name extends DatedCollection>(
  sync: Sync,
  collection: Name,
  trash: 'trash' | undefined,
  storePage: StorePage<Heads[Name]>,
): Promise<SyncResult> {
  const { store, changes, source, now } = sync
  const name = trash ? `${collection}:trash` : collection
  const save = (tx: Queries, next: Cursor) => saveCursor(tx, name, source.origin, next, now())
  const began = now()
  let cursor = (await readCursor(store, name, source.origin)) ?? (await firstCursor(sync, collection))
  const from = cursor.settled ? cursor.at : addSeconds(cursor.at, -OVERLAP_S)
  const pages = changes.since(collection, from, trash)[Symbol.asyncIterator]()
  let total = EMPTY_RESULT
  for (let more = true; more; ) {
    more = await inSequence(store, async () => {
      const step = await pages.next()
      if (step.done) return false
      const upTo = reached(step.value, now())
      const next: Cursor =
        upTo > cursor.at ? { ...cursor, at: upTo, seen: now().toISOString(), settled: false } : cursor
      const result = await storePage(step.value, (tx) => save(tx, next))
      if (result) total = mergeResults(total, result)
      else if (next !== cursor) await store.transaction((tx) => save(tx, next))
      cursor = next
      return true
    })
  }
  // Everything up to the newest second was read, so long after it that the second is complete.
  if (!cursor.settled && began.getTime() - Date.parse(cursor.seen) >= OVERLAP_S * 1000)
    await store.transaction((tx) => save(tx, { ...cursor, settled: true }))
  return total
}

/** Changes dated in the future come last, in every round; they do not move the cursor. */
function reached({ records, upTo }: ChangedPage<RecordHead>, now: Date): Instant {
  if (!isFuture(upTo, now)) return upTo
  const dates = records.map(({ head }) => head.modified)
  return dates.findLast((at) => at !== undefined && !isFuture(at, now)) ?? EARLIEST
}

/** A full import leaves a cursor; other data is followed from some time before its newest change. */
async function firstCursor({ store, now }: Sync, collection: DatedCollection): Promise<Cursor> {
  const newest = await store.one<{ at: string | null }>(
    sql`select max(modified_at) as at from ${sql.identifier(collection)}`,
  )
  const stored = newest?.at?.slice(0, 19).replace(' ', 'T')
  const at = stored ? addSeconds(notFuture(stored, now()), -FIRST_OVERLAP_S) : EARLIEST
  return { at, seen: now().toISOString(), settled: false, listedAt: '' }
}
