// How far the changes of a shop were followed, kept with every batch in its transaction. Room ingest: may import sources and store.
import type { Instant } from '#server/sources/woocommerce/changes.ts'
import { shifted } from '#server/sources/woocommerce/order-head.ts'
import type { Shop } from '#server/sources/woocommerce/shop.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'

export interface Cursor {
  /** The newest change that was met, by the shop's clock. */
  readonly at: Instant
  /** When it was first met, by ours. */
  readonly seen: string
  /** That second was read again long after: nothing else can turn up in it. */
  readonly settled: boolean
  /** When the whole collection was last compared, by ours; '' for never. */
  readonly whole: string
}

/** Undefined before the first time, and for another shop. */
export async function readCursor(
  queries: Queries,
  collection: string,
  origin: string,
): Promise<Cursor | undefined> {
  const row = await queries.one<{ cursor: string }>(
    sql`select cursor from sync_cursors where collection = ${collection}`,
  )
  if (!row) return undefined
  const { origin: kept, ...cursor }: Cursor & { origin: string } = JSON.parse(row.cursor)
  return kept === origin ? cursor : undefined
}

export async function saveCursor(
  tx: Queries,
  collection: string,
  origin: string,
  cursor: Cursor,
  now: Date,
): Promise<void> {
  await tx.run(sql`delete from sync_cursors where collection = ${collection}`)
  await tx.run(sql`insert into sync_cursors (collection, cursor, updated_at)
    values (${collection}, ${JSON.stringify({ origin, ...cursor })}, ${utc(now)})`)
}

/** Before anything else changed. */
export const EARLIEST: Instant = '1970-01-02T00:00:00'

/** Clocks may differ by so much; what is dated later still was dated wrongly. */
const AHEAD_S = 3600
const DAY_S = 24 * 3600

/** A change that is dated ahead says nothing of when the shop was asked: followed from there, all others would be passed over. */
export const isAhead = (at: Instant, now: Date): boolean => at > shifted(instantOf(now), AHEAD_S)

export const notAhead = (at: Instant, now: Date): Instant =>
  isAhead(at, now) ? shifted(instantOf(now), -DAY_S) : at

const instantOf = (now: Date): Instant => now.toISOString().slice(0, 19)

/** Where the shop stood when a whole import began; kept through a stop, since what was read first is the oldest. */
const IMPORT = 'import'

const FOLLOWED = ['orders', 'orders:trash', 'products', 'products:trash', 'coupons', 'customers']

export async function markImport(
  tx: Queries,
  { origin, changes }: Shop,
  newest: Instant | undefined,
  now: Date,
): Promise<void> {
  await tx.run(sql`delete from sync_cursors where collection = ${IMPORT}`)
  if (changes) await saveCursor(tx, IMPORT, origin, newCursor(notAhead(newest ?? EARLIEST, now), now), now)
}

/** At the end of a whole import, which has read every list: changes are followed from its beginning on. */
export async function followFromImport(tx: Queries, { origin }: Shop, now: Date): Promise<void> {
  const mark = await readCursor(tx, IMPORT, origin)
  await tx.run(sql`delete from sync_cursors`)
  if (!mark) return
  const cursor = { ...mark, whole: mark.seen }
  for (const collection of FOLLOWED) await saveCursor(tx, collection, origin, cursor, now)
}

const newCursor = (at: Instant, now: Date): Cursor => ({
  at,
  seen: now.toISOString(),
  settled: false,
  whole: '',
})
