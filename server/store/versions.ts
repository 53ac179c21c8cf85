// Versions of the data: one per month, and one each for what all months share. Whoever writes bumps what it touched,
// in the same transaction; answers are cached and tagged by the versions of what they were read from.
import { acquireLock } from './locks.ts'
import { sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface DataVersion {
  readonly version: number
  /** When it last changed: ISO 8601, UTC. */
  readonly updated_at: string
  /** A month whose rollups are older than its rows. */
  readonly dirty: boolean
}

/** By name: 'YYYY-MM', 'dimensions', 'accounts', 'settings'. */
export type DataVersions = ReadonlyMap<string, DataVersion>

/** A version never comes back, not even in a database that is made anew: it is at least the time in milliseconds. */
export const bumpVersions = (tx: Queries, names: Iterable<string>): Promise<void> => upsert(tx, names, 'keep')

/** The months' rollups are to be rebuilt; bumps them too. */
export const markDirty = (tx: Queries, months: Iterable<string>): Promise<void> => upsert(tx, months, 'dirty')

/**
 * The months' rollups are being rebuilt in this transaction: call it before reading their rows, since it makes other
 * writers of these months wait (and mark them dirty again after it). Answers change with the rollups, so it bumps.
 */
export const markClean = (tx: Queries, months: Iterable<string>): Promise<void> => upsert(tx, months, 'clean')

/**
 * What rollups are made of beside their month's own rows: classes of products, e-mails of accounts. Who changes it holds it
 * before looking up the months that this touches; who rebuilds holds it before reading, together with others who rebuild.
 * So neither misses what the other has not committed yet. Always before any month, so that nobody waits in a circle.
 */
export const lockDimensions = (tx: Queries, to: 'rebuild' | 'change'): Promise<void> =>
  acquireLock(tx, 'dimensions', to === 'rebuild' ? 'shared' : 'exclusive')

/**
 * What a rebuild tells of an account's whole history is told by one at a time, and last of all it does: whoever waits here
 * for another waits for a commit, and then sees it.
 */
export const lockServedAccounts = (tx: Queries): Promise<void> => acquireLock(tx, 'served', 'exclusive')

/** Months to rebuild, oldest first. */
export async function dirtyMonths(queries: Queries): Promise<string[]> {
  const rows = await queries.all<{ name: string }>(
    sql`select name from data_versions where dirty order by name`,
  )
  return rows.map(({ name }) => name)
}

async function upsert(tx: Queries, names: Iterable<string>, dirt: 'keep' | 'dirty' | 'clean'): Promise<void> {
  // In one order for everybody, so that two writers wait for each other and never both.
  const sorted = [...new Set(names)].sort()
  const now = Date.now()
  const at = new Date(now).toISOString().slice(0, 23).replace('T', ' ')
  const dirty = dirt === 'keep' ? sql`data_versions.dirty` : sql`${dirt === 'dirty'}`
  const change = sql`version = greatest(data_versions.version + 1, ${now}), updated_at = ${at}, dirty = ${dirty}`
  const row = (name: string) => sql`(${name}, ${now}, ${at}, ${dirt === 'dirty'})`
  if (tx.engine === 'postgres') {
    for (const name of sorted)
      await tx.run(sql`insert into data_versions (name, version, updated_at, dirty) values ${row(name)}
        on conflict (name) do update set ${change}`)
    return
  }
  if (sorted.length === 0) return
  // DuckDB has one writer at a time and no key here.
  const among = sql`where name in (${sorted})`
  const known = new Set(
    (await tx.all<{ name: string }>(sql`select name from data_versions ${among}`)).map(({ name }) => name),
  )
  if (known.size > 0) await tx.run(sql`update data_versions set ${change} ${among}`)
  const fresh = sorted.filter((name) => !known.has(name))
  if (fresh.length > 0)
    await tx.run(
      sql`insert into data_versions (name, version, updated_at, dirty) values ${sql.join(fresh.map(row))}`,
    )
}

const remembered = new WeakMap<Store, { stamp: string; versions: DataVersions }>()

/** All versions, the same object while nothing was written; asked of the engine only where others can write too. */
export async function readVersions(store: Store): Promise<DataVersions> {
  const stamp = await stampOf(store)
  const known = remembered.get(store)
  if (known && known.stamp === stamp) return known.versions
  const rows = await store.all<DataVersion & { name: string }>(
    sql`select name, version, updated_at, dirty from data_versions`,
  )
  const versions = new Map(
    rows.map(({ name, version, updated_at, dirty }) => {
      return [name, { version, updated_at: `${updated_at.replace(' ', 'T')}Z`, dirty }]
    }),
  )
  remembered.set(store, { stamp, versions })
  return versions
}

/** Moves with every write: a version only grows, so where their number and sum stand, each stands. */
async function stampOf(store: Store): Promise<string> {
  if (store.writes !== undefined) return String(store.writes)
  const row = await store.one<{ stamp: string }>(
    sql`select count(*)::text || ' ' || coalesce(sum(version), 0)::text as stamp from data_versions`,
  )
  return row?.stamp ?? ''
}
