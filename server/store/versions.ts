// Data versions: one per month and one per kind of shared data. Writers bump them in the same transaction; cached responses
// and ETags depend on them.
import { lockWriters } from './citus.ts'
import { acquireLock } from './locks.ts'
import { sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface DataVersion {
  readonly version: number
  /** ISO 8601, UTC. */
  readonly updated_at: string
  /** The month's rollups are older than its rows. */
  readonly dirty: boolean
}

/** By name: 'YYYY-MM', 'dimensions', 'accounts', 'settings'. */
export type DataVersions = ReadonlyMap<string, DataVersion>

/** A version is at least the time in milliseconds, so values never repeat, even in a new database. */
export const bumpVersions = (tx: Queries, names: Iterable<string>): Promise<void> => upsert(tx, names, 'keep')

/** Marks months whose rollups must be rebuilt, and bumps their versions. */
export const markDirty = (tx: Queries, months: Iterable<string>): Promise<void> => upsert(tx, months, 'dirty')

/**
 * Call it before reading the months' rows to rebuild their rollups: it makes other writers of these months wait, and they
 * mark them dirty again afterwards. Bumps the months.
 */
export const markClean = (tx: Queries, months: Iterable<string>): Promise<void> => upsert(tx, months, 'clean')

/**
 * Guards data that rollups of all months read, such as product classes and account e-mails. Take it before looking up the
 * affected months (change) or before reading (rebuild). Lock order: always before any month.
 */
export async function lockDimensions(tx: Queries, to: 'rebuild' | 'change'): Promise<void> {
  // A change also writes rows.
  if (to === 'change') await lockWriters(tx)
  await acquireLock(tx, 'dimensions', to === 'rebuild' ? 'shared' : 'exclusive')
}

/** Guards rollups that span all months. Take it last, so that the transaction sees the previous holder's commit. */
export const lockSpanning = (tx: Queries): Promise<void> => acquireLock(tx, 'served', 'exclusive')

/** Months to rebuild, oldest first. */
export async function dirtyMonths(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ name: string }>(
    sql`select name from data_versions where dirty order by name`,
  )
  return rows.map(({ name }) => name)
}

async function upsert(tx: Queries, names: Iterable<string>, mark: 'keep' | 'dirty' | 'clean'): Promise<void> {
  // A fixed order avoids deadlocks.
  const sorted = [...new Set(names)].sort()
  const now = Date.now()
  const at = new Date(now).toISOString().slice(0, 23).replace('T', ' ')
  const dirty = mark === 'keep' ? sql`data_versions.dirty` : sql`${mark === 'dirty'}`
  const change = sql`version = greatest(data_versions.version + 1, ${now}), updated_at = ${at}, dirty = ${dirty}`
  const row = (name: string) => sql`(${name}, ${now}, ${at}, ${mark === 'dirty'})`
  if (tx.engine === 'postgres') {
    for (const name of sorted)
      await tx.run(sql`insert into data_versions (name, version, updated_at, dirty) values ${row(name)}
        on conflict (name) do update set ${change}`)
    return
  }
  if (sorted.length === 0) return
  // On DuckDB the table has no key to conflict with.
  const filter = sql`where name in (${sorted})`
  if ((await tx.run(sql`update data_versions set ${change} ${filter}`)) === sorted.length) return
  const existing = await tx.all<{ name: string }>(sql`select name from data_versions ${filter}`)
  const missing = sorted.filter((name) => !existing.some((one) => one.name === name))
  await tx.run(
    sql`insert into data_versions (name, version, updated_at, dirty) values ${sql.join(missing.map(row))}`,
  )
}

interface Cached {
  readonly changes: number | undefined
  readonly stamp: string
  readonly versions: DataVersions
}

const cache = new WeakMap<Store, Cached>()
const readers = new WeakMap<Store, () => Promise<DataVersions>>()

/**
 * The versions that this process knows: other processes' commits arrive milliseconds later, or with `isCurrent` at once, at
 * the cost of a query. Returns the same object until something is written.
 */
export async function readVersions(store: Store, isCurrent = false): Promise<DataVersions> {
  const mayBeKnown = !isCurrent || store.engine === 'duckdb'
  const changes = mayBeKnown ? store.changes() : undefined
  const cached = cache.get(store)
  if (changes !== undefined && cached?.changes === changes) return cached.versions
  const read = readers.get(store) ?? coalesced(() => readAnew(store))
  readers.set(store, read)
  return read()
}

/**
 * Runs one read at a time. Calls during a read share the next one, since the running one may have missed a change that the
 * caller knows of.
 */
function coalesced<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  let next: Promise<T> | undefined
  const start = () => {
    next = undefined
    const current = read().finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }
  return () => {
    if (!running) return start()
    next ??= running.then(start, start)
    return next
  }
}

async function readAnew(store: Store): Promise<DataVersions> {
  // Counted before the query: a change that it misses is counted later.
  const changes = store.changes()
  const stamp = await stampOf(store)
  const cached = cache.get(store)
  if (cached?.stamp === stamp) {
    cache.set(store, { ...cached, changes })
    return cached.versions
  }
  const rows = await store.priority.all<DataVersion & { name: string }>(
    sql`select name, version, updated_at, dirty from data_versions`,
  )
  const versions = new Map(
    rows.map(({ name, version, updated_at, dirty }) => {
      return [name, { version, updated_at: `${updated_at.replace(' ', 'T')}Z`, dirty }]
    }),
  )
  cache.set(store, { changes, stamp, versions })
  return versions
}

/** Changes with every write: versions only grow, so an equal count and sum mean equal versions. */
async function stampOf(store: Store): Promise<string> {
  if (store.engine === 'duckdb') return String(store.changes())
  const row = await store.priority.one<{ stamp: string }>(
    sql`select count(*)::text || ' ' || coalesce(sum(version), 0)::text as stamp from data_versions`,
  )
  return row?.stamp ?? ''
}
