// What an import of files changes beside its records: distributors with their names, settings, and the list of rejects.
import { entryOf } from '#contract/entry.ts'
import { DATA_SOURCE, DEMO_USERS, TIME_ZONE } from '#server/ingest/data-source.ts'
import { undoRejects } from '#server/ingest/file-import-rejects.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { Applied, Names } from './stored.ts'

const SETTINGS = [DATA_SOURCE, TIME_ZONE, DEMO_USERS, 'currency', 'show_max_month', 'import_report']

/** Null stands for a setting that is not set. */
async function settingsOf(queries: Queries): Promise<Applied['settings']> {
  const settings: [string, unknown][] = []
  for (const name of SETTINGS) settings.push([name, (await readSetting(queries, name)) ?? null])
  return Object.fromEntries(settings)
}

async function namesOf(queries: Queries): Promise<Names> {
  const rows = await queries.all<{ dist_id: string; name: string; named_at: string }>(
    sql`select dist_id, name, named_at from distributors order by dist_id`,
  )
  return rows.map(({ dist_id, name, named_at }) => [dist_id, name, named_at])
}

/** Read before an import writes. */
export async function aroundBefore(queries: Queries): Promise<Applied> {
  const names = await namesOf(queries)
  const distributors = names.map(([id]) => id)
  return { distributors, names, settings: await settingsOf(queries), since: new Date().toISOString() }
}

/** Read once it has written; of the names only those that it changed stay. */
export async function aroundAfter(queries: Queries, before: Applied): Promise<Applied> {
  const now = new Map((await namesOf(queries)).map((one) => [one[0], one]))
  const changed = (before.names ?? []).filter((one) => isOther(one, now.get(one[0])))
  const names = changed.map(([id]) => now.get(id)).filter((one) => one !== undefined)
  const left = { names, settings: await settingsOf(queries), until: new Date().toISOString() }
  return { ...before, names: changed, left }
}

const isOther = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other)

/** Brings back what nobody else has changed since the import ended; of one that did not end, all of it. */
export async function restoreAround(tx: Queries, id: string, applied: Applied): Promise<void> {
  const { left, since } = applied
  await removeDistributors(tx, applied)
  await restoreNames(tx, applied)
  const stored = await tx.one(sql`select 1 as found from orders limit 1`)
  const isFollowed = stored !== undefined && (await hasLater(tx, id))
  if (!isFollowed) await restoreSettings(tx, applied, stored === undefined)
  if (!left && !isFollowed) await tx.run(sql`delete from import_cursors where strpos(source, 'import:') = 1`)
  if (since !== undefined && (left || !isFollowed))
    await undoRejects(tx, id, new Date(since), left && new Date(left.until))
}

const removeDistributors = (tx: Queries, { distributors }: Applied): Promise<unknown> =>
  tx.run(sql`
    delete from distributors where not (dist_id in (${['', ...distributors]}))
      and dist_id not in (select dist_id from orders)`)

async function restoreNames(tx: Queries, { names = [], left }: Applied): Promise<void> {
  const now = new Map((await namesOf(tx)).map((one) => [one[0], one]))
  const after = left && new Map(left.names.map((one) => [one[0], one]))
  for (const one of names) {
    const [id, name, named_at] = one
    const current = now.get(id)
    if (!current || !isOther(one, current) || (after && isOther(after.get(id), current))) continue
    await tx.run(sql`
      update distributors set name = ${name}, named_at = cast(${named_at} as timestamp) where dist_id = ${id}`)
  }
}

/** One whose records stay. */
async function hasLater(tx: Queries, id: string): Promise<boolean> {
  const later = await tx.one(sql`
    select 1 as found from file_imports
    where place > (select place from file_imports where import_id = ${id})
      and state in ('importing', 'cancelling', 'done', 'warning', 'failed') limit 1`)
  return later !== undefined
}

async function restoreSettings(tx: Queries, { settings, left }: Applied, isWhole: boolean): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const isChanged =
      left && isOther(entryOf(left.settings, name) ?? null, (await readSetting(tx, name)) ?? null)
    if (isWhole || !isChanged) await writeSetting(tx, name, value ?? undefined)
  }
}
