// How far the changes of each collection were read; saved in the transaction of each batch.
import { acquireLock } from '#server/store/locks.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Changes, Instant, Source } from '../source.ts'

export interface Cursor {
  /** The newest change seen, by the shop's clock. */
  readonly at: Instant
  /** When that change was first seen, by our clock. */
  readonly seen: string
  /** That second was read again later, so it is complete. */
  readonly settled: boolean
  /** When an hour before the cursor was last read again, by our clock; absent for never. */
  readonly reread?: string
  /** When the whole collection was last listed, by our clock; '' for never. */
  readonly listedAt: string
}

/** Undefined before the first round, and after the shop was replaced. */
export async function readCursor(
  queries: Queries,
  collection: string,
  origin: string,
): Promise<Cursor | undefined> {
  const row = await queries.one<{ cursor: string }>(
    sql`select cursor from sync_cursors where collection = ${collection}`,
  )
  if (!row) return undefined
  const { origin: stored, ...cursor }: Cursor & { origin: string } = JSON.parse(row.cursor)
  return isSameShop(stored, origin) ? cursor : undefined
}

/** What is stored was followed from another address: it may be another shop, until it is imported from this one. */
export async function isFollowedElsewhere(queries: Queries, origin: string): Promise<boolean> {
  const row = await queries.one<{ cursor: string }>(
    sql`select cursor from sync_cursors where collection = 'orders'`,
  )
  return row !== undefined && !isSameShop(JSON.parse(row.cursor).origin, origin)
}

/** A certificate or a redirect of the host changes these alone. */
const withoutDoor = (origin: string): string => origin.replace(/^https?:\/\/(?:www\.)?/, '')
const isSameShop = (one: string, other: string): boolean => withoutDoor(one) === withoutDoor(other)

export async function saveCursor(tx: Queries, collection: string, origin: string, cursor: Cursor, now: Date) {
  await acquireLock(tx, 'sync', 'exclusive')
  await tx.run(sql`delete from sync_cursors where collection = ${collection}`)
  await tx.run(sql`insert into sync_cursors (collection, cursor, updated_at)
    values (${collection}, ${JSON.stringify({ origin, ...cursor })}, ${utc(now)})`)
}

/** Earlier than any change. */
export const EARLIEST: Instant = '1970-01-02T00:00:00'

/** A clock that differs more from ours is not that of the shop, such as that of an answer kept by a cache. */
const LARGEST_SKEW_MS = 24 * 3600_000

/**
 * The shop's present. A change dated later must not become the cursor: those between would be skipped. Ours where the shop
 * tells no time.
 */
export function shopNow(changes: Pick<Changes, 'shopTime'>, now: Date): Instant {
  const shop = changes.shopTime()
  const isSound = shop && Math.abs(shop.getTime() - now.getTime()) <= LARGEST_SKEW_MS
  return (isSound ? shop : now).toISOString().slice(0, 19)
}

export const earlier = (one: Instant, other: Instant): Instant => (one < other ? one : other)

/** The shop's newest change when a full import began; kept when it resumes, since what was read first is the oldest. */
const IMPORT = 'import'

const FOLLOWED = ['orders', 'orders:trash', 'products', 'products:trash', 'coupons', 'customers']

/** `changes`: undefined for a source that does not report changes. */
export async function markImport(
  tx: Queries,
  { origin }: Source,
  changes:
    | { readonly newest: Instant | undefined; readonly shopNow: Instant; readonly now: Date }
    | undefined,
): Promise<void> {
  await tx.run(sql`delete from sync_cursors where collection = ${IMPORT}`)
  if (!changes) return
  const { newest = EARLIEST, now } = changes
  const cursor = {
    at: earlier(newest, changes.shopNow),
    seen: now.toISOString(),
    settled: false,
    listedAt: '',
  }
  await saveCursor(tx, IMPORT, origin, cursor, now)
}

/** At the end of a full import: changes are followed from its beginning. */
export async function followFromImport(tx: Queries, { origin }: Source, now: Date): Promise<void> {
  const mark = await readCursor(tx, IMPORT, origin)
  await tx.run(sql`delete from sync_cursors`)
  if (!mark) return
  const cursor = { ...mark, listedAt: mark.seen }
  for (const collection of FOLLOWED) await saveCursor(tx, collection, origin, cursor, now)
}
