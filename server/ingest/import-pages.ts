// Imports a large collection page by page: each page, its removals and its cursor in one transaction.
import { acquireLock } from '#server/store/locks.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ImportJob } from './import-job.ts'
import { IMPORT_TEXT } from './import-text.ts'
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
  /** `allNew`: none of these keys is stored. */
  write(tx: Queries, page: Page<Fact>, allNew: boolean): Promise<{ written: number; unchanged: number }>
  remove(tx: Queries, keys: readonly number[]): Promise<unknown>
  /** Of stored keys that were not listed, those that the shop no longer has. */
  confirmGone(keys: readonly number[]): Promise<readonly number[]>
}

export async function importPages<Fact>(job: PagesJob<Fact>): Promise<void> {
  const { run, collection, progress } = job
  const listing: Listing = {
    lastId: run.cursor(collection).lastId,
    newestStored: await newestKey(job),
    ascending: true,
    rejected: new Set(),
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
}

interface ComparedPage<Fact> extends Page<Fact> {
  readonly firstId: number
  readonly allNew: boolean
  /** Stored, but no longer listed. */
  readonly gone: readonly number[]
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
  const allNew = listing.ascending && firstId > listing.newestStored
  // A rejected record is listed all the same, so its stored version stays; an unidentified one may be any of them.
  const rejectedIds = rejects.map(({ id }) => Number(id))
  const complete = listing.ascending && !rejectedIds.some(Number.isNaN)
  const listed = new Set([...facts.map(job.keyOf), ...rejectedIds])
  const gone = complete && !allNew ? await goneBetween(job, before, lastId, listed) : []
  return { ...page, firstId, allNew, gone, lastId }
}

async function writePage<Fact>(job: PagesJob<Fact>, { rejected }: Listing, page: ComparedPage<Fact>) {
  const { store, collection, run, stats, progress } = job
  const { facts, rejects, gone, lastId, cursor, size } = page
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'shared')
    // A webhook may have stored one of them meanwhile.
    const allNew = page.allNew && !(await isStoredFrom(tx, job, page.firstId))
    const counts = await job.write(tx, page, allNew)
    if (gone.length > 0) await job.remove(tx, gone)
    // A complete listing clears outdated rejects at its end; a listing of one month clears those it could read.
    if (job.within !== undefined) await clearRejects(tx, collection, facts.map(job.keyOf).map(String))
    await writeRejects(tx, collection, rejects)
    stats.add(collection, { ...counts, read: size, removed: gone.length, rejected: rejects.length })
    stats.addRejects(collection, rejects)
    await run.save(tx, collection, { cursor, lastId, done: false }, stats.saved(collection))
  })
  for (const { id } of rejects) rejected.add(id)
  progress.advance(size)
}

async function finish<Fact>(job: PagesJob<Fact>, listing: Listing): Promise<void> {
  const { store, reader, run, collection, stats } = job
  const { ascending, lastId, rejected } = listing
  const gone =
    reader.listsToTheEnd && ascending
      ? await goneBetween(job, lastId, Number.MAX_SAFE_INTEGER, new Set())
      : []
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'shared')
    if (gone.length > 0) await job.remove(tx, gone)
    if (!run.resumed && job.within === undefined) await clearRejectsExcept(tx, collection, rejected)
    stats.add(collection, { removed: gone.length })
    await run.save(tx, collection, { lastId, done: true }, stats.saved(collection))
  })
}

async function isStoredFrom<Fact>(tx: Queries, { collection, key }: PagesJob<Fact>, firstId: number) {
  const found = await tx.one(
    sql`select 1 as found from ${sql.identifier(collection)} where ${sql.identifier(key)} >= ${firstId} limit 1`,
  )
  return found !== undefined
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

/** Stored keys after `from` up to `to` that were not listed and are confirmed to be gone. */
async function goneBetween<Fact>(
  { store, collection, key, within = sql`true`, confirmGone }: PagesJob<Fact>,
  from: number,
  to: number,
  listed: ReadonlySet<number>,
): Promise<readonly number[]> {
  const column = sql.identifier(key)
  const stored = await store.all<{ key: number }>(
    sql`select ${column} as key from ${sql.identifier(collection)}
      where ${column} > ${from} and ${column} <= ${to} and ${within}`,
  )
  const missing = stored.map((row) => row.key).filter((id) => !listed.has(id))
  return missing.length === 0 ? [] : confirmGone(missing)
}
