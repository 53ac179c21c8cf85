// Removes records on evidence, keeps what was removed to be restored, and lets a person decide about large losses.
import type { AuditAction } from '#contract/value-labels.ts'
import type { Rollups } from '#server/rollups/difference.ts'
import { type Author, audit, GONDOLA } from '#server/store/audit.ts'
import { type Sql, sql, utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { RemovableCollection } from '../source.ts'
import { clearRejects } from '../write-rejects.ts'
import { insertFacts } from '../write-rows.ts'
import { type Candidate, decide, type Proven } from './rule.ts'
import { TABLES } from './tables.ts'

const REMOVALS = {
  table: 'removals',
  columns: [
    ...(['collection', 'record_id', 'state', 'evidence', 'month'] as const),
    ...(['label', 'number', 'total', 'found_at', 'decided_at', 'content'] as const),
  ],
} as const

/** How long a removed record can be restored. */
export const RESTORABLE_DAYS = 30

const DAY_MS = 24 * 3600_000
const before = (now: Date, days: number): string => utcText(new Date(now.getTime() - days * DAY_MS))

export interface Removed {
  readonly ids: readonly number[]
  /** Wait for a person. */
  readonly waiting: number
  readonly months: readonly string[]
}

interface Stored extends Candidate {
  readonly label: string
  readonly number: string
  readonly total: number | null
}

/** Removes proven records that are stored; large losses wait for a person, and records that a person kept stay. */
export async function applyRemovals(
  tx: Queries,
  collection: RemovableCollection,
  proven: readonly Proven[],
  { now, rollups }: { readonly now: Date; readonly rollups: Rollups },
): Promise<Removed> {
  if (proven.length === 0) return { ids: [], waiting: 0, months: [] }
  const candidates = await storedAmong(tx, collection, proven)
  const { remove, wait } = decide(candidates, await circumstances(tx, collection, now))
  const months = await removeRecords(tx, collection, remove, { now, rollups, by: GONDOLA })
  await insertFacts(
    tx,
    REMOVALS,
    wait.map((one) => ({
      ...rowOf(collection, one, now),
      ...{ state: 'waiting', decided_at: null, content: '' },
    })),
  )
  if (wait.length > 0) await bumpVersions(tx, ['jobs'])
  return { ids: remove.map(({ id }) => id), waiting: await waitingCount(tx, collection), months }
}

/** Proven records that are stored, and that nobody kept; of those that already wait only trashed ones. */
async function storedAmong(
  tx: Queries,
  collection: RemovableCollection,
  proven: readonly Proven[],
): Promise<Stored[]> {
  const { key, month, label, number, total, where } = TABLES[collection]
  const evidence = new Map(proven.map((one) => [one.id, one.evidence]))
  const ids = [...evidence.keys()]
  const column = sql.identifier(key)
  const rows = await tx.all<Omit<Stored, 'evidence'>>(sql`
    select ${column} as id, ${month} as month, ${label} as label, ${number} as number, ${total} as total
    from ${sql.identifier(collection)} where ${column} in (${ids}) and ${where}`)
  const known = await tx.all<{ record_id: number; state: string }>(sql`
    select record_id, state from removals
    where collection = ${collection} and record_id in (${ids}) and state <> 'removed'`)
  const states = new Map(known.map(({ record_id, state }) => [record_id, state]))
  return rows.flatMap((row) => {
    const one = { ...row, evidence: evidence.get(row.id) ?? 'gone' }
    const state = states.get(row.id)
    return state === undefined || (state === 'waiting' && one.evidence === 'trashed') ? [one] : []
  })
}

async function circumstances(tx: Queries, collection: RemovableCollection, now: Date) {
  const { month, where } = TABLES[collection]
  const dayAgo = sql`cast(${before(now, 1)} as timestamp)`
  const stored = await tx.all<{ month: string; count: number }>(sql`
    select month, count(*) as count
    from (select ${month} as month from ${sql.identifier(collection)} where ${where}) as records group by month`)
  const recent = await tx.all<{ month: string; count: number }>(sql`
    select month, count(*) as count from removals
    where collection = ${collection} and evidence <> 'trashed'
      and (state = 'waiting' and found_at > ${dayAgo} or state = 'removed' and decided_at > ${dayAgo})
    group by month`)
  const counts = (rows: readonly { month: string; count: number }[]) =>
    new Map(rows.map((row) => [row.month, Number(row.count)]))
  return { stored: counts(stored), recent: counts(recent) }
}

const rowOf = (collection: string, { id, evidence, month, label, number, total }: Stored, now: Date) => ({
  ...{ collection, record_id: id, evidence, month, label, number },
  total: total === null ? null : total.toFixed(2),
  found_at: utcText(now),
})

interface Removing {
  readonly now: Date
  readonly rollups: Rollups
  readonly by: Author
}

async function removeRecords(
  tx: Queries,
  collection: RemovableCollection,
  records: readonly Stored[],
  { now, rollups, by }: Removing,
): Promise<string[]> {
  if (records.length === 0) return []
  const table = TABLES[collection]
  const ids = records.map(({ id }) => id)
  const contents = await table.contents(tx, ids)
  await tx.run(sql`delete from removals where collection = ${collection} and record_id in (${ids})`)
  await insertFacts(
    tx,
    REMOVALS,
    records.map((one) => ({
      ...rowOf(collection, one, now),
      ...{
        state: 'removed',
        decided_at: utcText(now),
        content: JSON.stringify(contents.get(one.id) ?? null),
      },
    })),
  )
  const months = await table.remove(tx, ids, rollups)
  await clearRejects(tx, collection, ids.map(String))
  for (const [evidence, some] of Map.groupBy(records, (one) => one.evidence))
    await auditIds(tx, by, 'records.remove', collection, { evidence, ids: some.map(({ id }) => id) }, now)
  return months
}

/** Ids named in one audit entry; the screen lists all of them. */
const NAMED_IDS = 50

async function auditIds(
  tx: Queries,
  by: Author,
  action: AuditAction,
  collection: RemovableCollection,
  { ids, ...why }: { readonly ids: readonly number[]; readonly evidence?: string },
  now: Date,
): Promise<void> {
  const after = { ...why, count: ids.length, ids: ids.slice(0, NAMED_IDS) }
  await audit(tx, by, { action, subject: collection, after }, now)
}

export async function waitingCount(queries: Queries, collection?: RemovableCollection): Promise<number> {
  const of = collection === undefined ? sql`true` : sql`collection = ${collection}`
  const row = await queries.one<{ count: number }>(
    sql`select count(*) as count from removals where state = 'waiting' and ${of}`,
  )
  return Number(row?.count ?? 0)
}

/** Absent records that are still stored: they wait for a person, or one kept them. */
export const absentStored = (collection: RemovableCollection): Sql =>
  sql`select record_id from removals where collection = ${collection} and state <> 'removed'`

/** Absent records that a person kept. */
export async function keptAbsent(
  queries: Queries,
  collection: RemovableCollection,
): Promise<ReadonlySet<number>> {
  const rows = await queries.all<{ record_id: number }>(
    sql`select record_id from removals where collection = ${collection} and state = 'kept'`,
  )
  return new Set(rows.map(({ record_id }) => record_id))
}

/** The source lists these records: what is known about their removal is outdated. */
export async function noteListed(
  tx: Queries,
  collection: RemovableCollection,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  const rows = await tx.all<{ record_id: number }>(
    sql`select record_id from removals where collection = ${collection}`,
  )
  if (rows.length === 0) return
  const listed = new Set(ids)
  const outdated = rows.map(({ record_id }) => record_id).filter((id) => listed.has(id))
  if (outdated.length === 0) return
  await tx.run(sql`delete from removals where collection = ${collection} and record_id in (${outdated})`)
  await bumpVersions(tx, ['jobs'])
}

/** Which entries a person decides about: all of a state, or some by number. */
export interface Choice {
  readonly collection?: RemovableCollection | undefined
  readonly ids?: readonly number[] | undefined
}

export interface Deciding {
  readonly by: Author
  readonly now: Date
}

interface Entry {
  readonly collection: RemovableCollection
  readonly record_id: number
  readonly evidence: Proven['evidence']
  readonly content: string
}

async function chosen(tx: Queries, state: string, { collection, ids }: Choice) {
  const rows = await tx.all<Entry>(sql`
    select collection, record_id, evidence, content from removals where state = ${state}
      and ${collection === undefined ? sql`true` : sql`collection = ${collection}`}
      and ${ids === undefined ? sql`true` : sql`record_id in (${ids})`}
    order by collection, record_id`)
  return [...Map.groupBy(rows, (row) => row.collection)]
}

/** Removes records that wait. Returns their number; months with a large change stay dirty. */
export async function acceptRemovals(tx: Queries, choice: Choice, { by, now }: Deciding): Promise<number> {
  let count = 0
  for (const [collection, entries] of await chosen(tx, 'waiting', choice)) {
    const ids = entries.map(({ record_id }) => record_id)
    await tx.run(sql`delete from removals where collection = ${collection} and record_id in (${ids})`)
    const proven = entries.map(({ record_id, evidence }) => ({ id: record_id, evidence }))
    const records = await storedAmong(tx, collection, proven)
    await removeRecords(tx, collection, records, { now, rollups: 'now', by })
    count += records.length
  }
  if (count > 0) await bumpVersions(tx, ['jobs'])
  return count
}

/** Records that wait stay, until the source lists them again. */
export async function keepRecords(tx: Queries, choice: Choice, { by, now }: Deciding): Promise<number> {
  let count = 0
  for (const [collection, entries] of await chosen(tx, 'waiting', choice)) {
    const ids = entries.map(({ record_id }) => record_id)
    await markKept(tx, collection, ids, now)
    await auditIds(tx, by, 'records.keep', collection, { ids }, now)
    count += ids.length
  }
  return count
}

async function markKept(tx: Queries, collection: string, ids: readonly number[], now: Date): Promise<void> {
  await tx.run(sql`
    update removals set state = 'kept', content = '', decided_at = cast(${utcText(now)} as timestamp)
    where collection = ${collection} and record_id in (${ids})`)
  await bumpVersions(tx, ['jobs'])
}

/** Brings removed records back; the same evidence does not remove them again. Returns their number. */
export async function restoreRemoved(tx: Queries, choice: Choice, { by, now }: Deciding): Promise<number> {
  let count = 0
  for (const [collection, entries] of await chosen(tx, 'removed', choice)) {
    const table = TABLES[collection]
    const ids = entries.map(({ record_id }) => record_id)
    const contents = entries.map(({ content }): unknown => JSON.parse(content))
    await table.restore(tx, await table.cleared(tx, contents), 'now')
    await markKept(tx, collection, ids, now)
    await auditIds(tx, by, 'records.restore', collection, { ids }, now)
    count += ids.length
  }
  return count
}

/** Deletes what can no longer be restored. */
export async function purgeRemoved(tx: Queries, now: Date): Promise<void> {
  await tx.run(sql`
    delete from removals where state = 'removed' and decided_at < cast(${before(now, RESTORABLE_DAYS)} as timestamp)`)
}

/** Replaces the data of forgotten people in what was removed. */
export async function clearRemovedPeople(tx: Queries): Promise<void> {
  for (const [collection, entries] of await chosen(tx, 'removed', {})) {
    const cleared = await TABLES[collection].cleared(
      tx,
      entries.map(({ content }): unknown => JSON.parse(content)),
    )
    for (const [index, { record_id, content }] of entries.entries()) {
      const text = JSON.stringify(cleared[index])
      if (text === content) continue
      await tx.run(sql`
        update removals set content = ${text}
        where collection = ${collection} and record_id = ${record_id}`)
    }
  }
}
