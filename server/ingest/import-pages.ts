// Imports a large collection page by page: each page and its cursor in one transaction. Looks for evidence about stored records that
// were not listed.
import { among } from '#server/store/among.ts'
import { acquireLock } from '#server/store/locks.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ImportJob } from './import-job.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { noteListed } from './removal/removals.ts'
import { proveAbsences } from './removal/settle.ts'
import type { Page, Pages } from './source.ts'
import { clearRejects, clearRejectsExcept, writeRejects } from './write-rejects.ts'

export interface PagesJob<Fact> extends ImportJob {
  /** The table; also the name in cursors, counts and rejects. */
  readonly collection: 'customers' | 'orders'
  readonly pages: Pages<Fact>
  readonly key: string
  keyOf(fact: Fact): number
  /** The stored rows that the listing covers; absent: all. */
  readonly within?: Sql
  /** `isAllNew`: whether none of these keys is stored, nor comes twice. */
  write(
    tx: Queries,
    page: Page<Fact>,
    isAllNew: () => Promise<boolean>,
  ): Promise<{ written: number; unchanged: number }>
}

export async function importPages<Fact>(job: PagesJob<Fact>): Promise<void> {
  const { run, collection, progress } = job
  const listing: Listing = {
    lastId: run.cursor(collection).lastId,
    newestStored: await newestKey(job),
    ascending: true,
    rejected: new Set(),
    absent: [],
    trashed: [],
  }
  const pages = prefetched(job.pages)
  const next = async (): Promise<ComparedPage<Fact> | undefined> => {
    const step = await pages.next()
    return step.done ? undefined : compare(job, listing, step.value)
  }
  let page = await next()
  const started = page !== undefined
  if (page) {
    progress.start(IMPORT_TEXT.steps[collection], page.total)
    progress.advance(run.stats.get(collection)?.counts.read ?? 0)
  }
  try {
    while (page) {
      await writePage(job, listing, page)
      page = await next()
    }
  } finally {
    // Not awaited: after an error a request may still be under way.
    pages.return().catch(() => {})
  }
  await finish(job, listing)
  if (started) progress.done()
}

/** State of the listing after the pages read so far. */
interface Listing {
  lastId: number
  /** The largest key stored before the import. */
  readonly newestStored: number
  /** Ids have ascended so far, so that gaps between them are meaningful. */
  ascending: boolean
  readonly rejected: Set<string>
  /** Stored, but not listed. */
  readonly absent: number[]
  readonly trashed: number[]
}

interface ComparedPage<Fact> extends Page<Fact> {
  readonly firstId: number
  /** All keys lie above those that were stored before. */
  readonly isBeyond: boolean
  readonly lastId: number
}

async function compare<Fact>(
  job: PagesJob<Fact>,
  listing: Listing,
  page: Page<Fact>,
): Promise<ComparedPage<Fact>> {
  const { ids, facts, rejects } = page
  const before = listing.lastId
  const firstId = ids[0] ?? Number.MAX_SAFE_INTEGER
  listing.ascending &&= ids.every((id, index) => id > (ids[index - 1] ?? before))
  const lastId = ids.reduce((last, id) => (id > last ? id : last), before)
  listing.lastId = lastId
  const isBeyond = listing.ascending && firstId > listing.newestStored
  // A rejected record is listed all the same, so its stored version stays.
  const listed = new Set([...ids, ...facts.map(job.keyOf), ...rejects.map(({ id }) => Number(id))])
  if (!isBeyond) listing.absent.push(...(await absentBetween(job, before, lastId, listed)))
  listing.trashed.push(...(page.trashed ?? []))
  return { ...page, firstId, isBeyond, lastId }
}

async function writePage<Fact>(job: PagesJob<Fact>, { rejected }: Listing, page: ComparedPage<Fact>) {
  const { store, collection, run, stats, progress } = job
  const { facts, rejects, lastId, cursor, size } = page
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'exclusive')
    await job.assertCurrent?.(tx)
    const counts = await job.write(tx, page, () => isAllNew(tx, job, page))
    await noteListed(tx, collection, facts.map(job.keyOf))
    // A complete listing clears outdated rejects at its end; a listing of one month clears those it could read.
    if (job.within !== undefined) await clearRejects(tx, collection, facts.map(job.keyOf).map(String))
    await writeRejects(tx, collection, rejects)
    stats.add(collection, { ...counts, read: size, rejected: rejects.length })
    stats.addRejects(collection, rejects)
    await run.save(tx, collection, { cursor, lastId, done: false }, stats.saved(collection))
  })
  for (const { id } of rejects) rejected.add(id)
  progress.advance(size)
}

async function finish<Fact>(job: PagesJob<Fact>, listing: Listing): Promise<void> {
  const { store, run, collection, stats, proven } = job
  const { ascending, lastId, rejected, absent, trashed } = listing
  absent.push(...(await absentBetween(job, lastId, Number.MAX_SAFE_INTEGER, new Set())))
  proven.add(
    collection,
    trashed.map((id) => [id, 'trashed'] as const),
  )
  // A record without a usable id may be any of the absent ones.
  const isSure = ascending && ![...rejected].some((id) => Number.isNaN(Number(id)))
  if (ascending) await proveAbsences(job, collection, absent, isSure)
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'exclusive')
    if (!run.resumed && job.within === undefined) await clearRejectsExcept(tx, collection, rejected)
    await run.save(tx, collection, { lastId, done: true }, stats.saved(collection))
  })
}

/** Looked up while the page is written: a webhook may have stored one of them meanwhile. */
async function isAllNew<Fact>(
  tx: Queries,
  { collection, key, keyOf }: PagesJob<Fact>,
  { facts, firstId, isBeyond }: ComparedPage<Fact>,
): Promise<boolean> {
  const keys = facts.map(keyOf)
  if (new Set(keys).size < keys.length) return false
  const which = isBeyond ? sql`${sql.identifier(key)} >= ${firstId}` : among(key, keys)
  const found = await tx.one(sql`select 1 as found from ${sql.identifier(collection)} where ${which} limit 1`)
  return found === undefined
}

/** Reads the next page while the current one is being written. */
async function* prefetched<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item, void> {
  const iterator = items[Symbol.asyncIterator]()
  try {
    for (let next = iterator.next(); ; ) {
      const current = await next
      if (current.done) return
      next = iterator.next()
      // A failure is thrown where it is awaited, after the current page has been written.
      next.catch(() => {})
      yield current.value
    }
  } finally {
    // Not awaited: after an error a request may still be under way.
    iterator.return?.().catch(() => {})
  }
}

async function newestKey<Fact>({ store, collection, key }: PagesJob<Fact>): Promise<number> {
  const row = await store.one<{ newest: number | null }>(
    sql`select max(${sql.identifier(key)}) as newest from ${sql.identifier(collection)}`,
  )
  return row?.newest ?? 0
}

/** Stored keys after `from` up to `to` that were not listed; none where an absence proves nothing. */
async function absentBetween<Fact>(
  { store, reader, collection, key, within = sql`true` }: PagesJob<Fact>,
  from: number,
  to: number,
  listed: ReadonlySet<number>,
): Promise<readonly number[]> {
  if (reader.absences === undefined) return []
  const column = sql.identifier(key)
  const stored = await store.all<{ key: number }>(
    sql`select ${column} as key from ${sql.identifier(collection)}
      where ${column} > ${from} and ${column} <= ${to} and ${within}`,
  )
  return stored.map((row) => row.key).filter((id) => !listed.has(id))
}
