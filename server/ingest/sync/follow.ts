// Reads the changes of a collection since its cursor; an idle shop costs one empty response.
import { addSeconds } from '#server/domain/date-time.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ChangedPage, DatedCollection, Heads, RecordHead } from '../source.ts'
import { differingIds, isId } from './compare.ts'
import { type Cursor, EARLIEST, earlier, readCursor, saveCursor, shopNow } from './cursors.ts'
import { read, refetchOrders } from './refetch.ts'
import { inSequence, type Sync } from './sync.ts'
import { EMPTY_RESULT, type Gone, mergeResults, type SyncResult, upsertOrders } from './upsert.ts'

/** A record may be written seconds after its timestamp, so the last seconds are read again for this long. */
const OVERLAP_S = 60

/** A change may be dated earlier than one already read: this much is read again, this often. */
const REREAD_S = 3600
const REREAD_EVERY_MS = 10 * 60_000

/** Without a cursor of a full import, changes are read from this long before the newest stored one. */
const FIRST_OVERLAP_S = 24 * 3600

/** Orders that changed and orders that went to the trash. */
export async function followOrders(sync: Sync, withTrash = true): Promise<SyncResult> {
  const changed = await follow(sync, 'orders', undefined, async ({ records }, alsoWrite) => {
    const heads = records.map(({ head }) => head)
    const differing = await differingIds(sync.store, heads, sync.currency)
    // Two edits within a second may differ outside the head. Refunds, which cost requests, are part of the head.
    const changedRecords = records.filter(({ head }) => differing.has(head.id) || head.refunds.length === 0)
    if (changedRecords.length === 0) return undefined
    // By their dates they are older than what is stored, so their present state decides.
    const again = await refetchOrders(sync, await datedBack(sync.store, heads), { authoritative: true })
    return mergeResults(again, await upsertOrders(sync, changedRecords, { alsoWrite }))
  })
  if (!withTrash) return changed
  const trashed = await follow(sync, 'orders', 'trash', async ({ records }, alsoWrite) => {
    const gone = await goneToTrash(sync, records.map(({ head }) => head.id).filter(isId))
    return gone.size === 0 ? undefined : upsertOrders(sync, [], { gone, alsoWrite })
  })
  return mergeResults(changed, trashed)
}

/** Orders whose stored date of change is later, as after a clock was put back. */
async function datedBack(queries: Queries, heads: readonly RecordHead[]): Promise<number[]> {
  const dates = new Map(heads.filter(({ id }) => isId(id)).map(({ id, modified }) => [id, modified]))
  if (dates.size === 0) return []
  const stored = await queries.all<{ order_id: number; modified_at: string }>(
    sql`select order_id, modified_at from orders where order_id in (${[...dates.keys()]})`,
  )
  return stored
    .filter(({ order_id, modified_at }) => {
      const listed = dates.get(order_id)?.replace('T', ' ')
      return listed !== undefined && listed < modified_at.slice(0, 19)
    })
    .map(({ order_id }) => order_id)
}

/** The stored orders among these, unless they were restored. */
async function goneToTrash(sync: Sync, ids: readonly number[]): Promise<Gone> {
  const stored = await sync.store.all<{ order_id: number }>(
    sql`select order_id from orders where order_id in (${ids})`,
  )
  if (stored.length === 0) return new Map()
  const known = stored.map(({ order_id }) => order_id)
  return (await read(sync, 'orders', known)).gone
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
  const save = async (tx: Queries, next: Cursor) => {
    await sync.assertCurrent(tx)
    await saveCursor(tx, name, source.origin, next, now())
  }
  const began = now()
  const stored = (await readCursor(store, name, source.origin)) ?? (await firstCursor(sync, collection))
  let cursor = isRereadDue(stored, began) ? { ...stored, reread: began.toISOString() } : stored
  const from = addSeconds(cursor.at, -(cursor === stored ? (cursor.settled ? 0 : OVERLAP_S) : REREAD_S))
  let pages = changes.since(collection, from, trash)[Symbol.asyncIterator]()
  let total = EMPTY_RESULT
  for (let more = true; more; ) {
    more = await inSequence(store, async () => {
      const step = await pages.next()
      const present = shopNow(changes, now())
      if (present < cursor.at) {
        // The shop's clock was put back: changes after that are dated before those already read.
        cursor = { ...cursor, at: present, seen: now().toISOString(), settled: false }
        pages = changes.since(collection, addSeconds(present, -REREAD_S), trash)[Symbol.asyncIterator]()
        await store.transaction((tx) => save(tx, cursor))
        return true
      }
      if (step.done) return false
      const upTo = earlier(step.value.upTo, present)
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
  const isComplete = !cursor.settled && began.getTime() - Date.parse(cursor.seen) >= OVERLAP_S * 1000
  if (isComplete || cursor.reread !== stored.reread)
    await store.transaction((tx) => save(tx, { ...cursor, settled: cursor.settled || isComplete }))
  return total
}

/** Also after our clock was put back. */
const isRereadDue = ({ reread }: Cursor, now: Date): boolean =>
  reread === undefined || Math.abs(now.getTime() - Date.parse(reread)) >= REREAD_EVERY_MS

/** A full import leaves a cursor; other data is followed from some time before its newest change. */
async function firstCursor({ store, changes, now }: Sync, collection: DatedCollection): Promise<Cursor> {
  const newest = await store.one<{ at: string | null }>(
    sql`select max(modified_at) as at from ${sql.identifier(collection)}`,
  )
  const stored = newest?.at?.slice(0, 19).replace(' ', 'T')
  const at = stored ? addSeconds(earlier(stored, shopNow(changes, now())), -FIRST_OVERLAP_S) : EARLIEST
  return { at, seen: now().toISOString(), settled: false, listedAt: '' }
}
