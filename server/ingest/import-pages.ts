// Imports a large collection page by page: each page, its removals and its cursor in one transaction. Room ingest.
import type { ReadRecords, RejectedRecord } from '#server/sources/woocommerce/read-records.ts'
import type { BrokenRecord, RecordPage } from '#server/sources/woocommerce/shop.ts'
import { acquireLock } from '#server/store/locks.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { type IdSpan, spanning } from './id-span.ts'
import { forgetOtherRejects } from './import-rejects.ts'
import type { CollectionCounts, ImportStats } from './import-report.ts'
import type { ImportRun } from './import-run.ts'
import type { Progress } from './progress.ts'
import { clearRejects, type Reject, writeRejects } from './write-rejects.ts'

/** A page whose records have been read. */
export interface ReadPage<Read> {
  readonly read: Read
  readonly span: IdSpan
  /** Records, broken ones too. */
  readonly size: number
  readonly broken: readonly BrokenRecord[]
  readonly rejects: readonly RejectedRecord[]
  /** Reading goes on after this page from here. */
  readonly cursor: string
  readonly total?: number
}

export interface PagesJob<Read> {
  readonly store: Store
  readonly run: ImportRun
  readonly tally: ImportStats
  readonly progress: Progress
  /** Name of the collection, in cursors, counts and rejects. */
  readonly collection: string
  readonly label: string
  readonly pages: AsyncIterable<ReadPage<Read>>
  /** Table and key of what is stored of it. */
  readonly table: string
  readonly key: string
  /** Of what is stored, the part that the listing covers; without it everything. */
  readonly within?: Sql
  keysOf(read: Read): readonly number[]
  /** `allNew`: none of these keys is stored. */
  write(tx: Queries, read: Read, allNew: boolean): Promise<{ written: number; unchanged: number }>
  remove(tx: Queries, keys: readonly number[]): Promise<unknown>
  /** Of keys that are stored but were not listed, those that the shop has no more. */
  confirmGone(keys: readonly number[]): Promise<readonly number[]>
  /** Whether the listing says that nothing comes after its end. */
  readonly endIsKnown: boolean
}

export async function importPages<Read>(job: PagesJob<Read>): Promise<void> {
  const { run, collection, progress } = job
  const listing: Listing = {
    lastId: run.cursor(collection).lastId,
    newest: await newestKey(job),
    ascending: true,
    turnedAway: new Set(),
  }
  const pages = ahead(job.pages)
  const following = async (): Promise<ComparedPage<Read> | undefined> => {
    try {
      const step = await pages.next()
      return step.done ? undefined : await compared(job, listing, step.value)
    } catch (error) {
      listing.failure = { error }
      return undefined
    }
  }
  let page = await following()
  const started = page !== undefined
  if (page) progress.start(job.label, page.total)
  try {
    while (page) {
      await writePage(job, listing, page)
      page = listing.failure ? undefined : await following()
    }
  } finally {
    // Not awaited: after an error nobody waits for a request that is still under way.
    pages.return().catch(() => {})
  }
  // What came before it has been written.
  if (listing.failure) throw listing.failure.error
  await finish(job, listing)
  if (started) progress.done()
}

/** What the pages so far have told. */
interface Listing {
  lastId: number
  /** The largest key that was stored before. */
  readonly newest: number
  ascending: boolean
  readonly turnedAway: Set<string>
  failure?: { readonly error: unknown }
}

interface ComparedPage<Read> extends ReadPage<Read> {
  /** None of its keys was stored. */
  readonly allNew: boolean
  /** Stored, but listed no more. */
  readonly gone: readonly number[]
  readonly upTo: number
}

async function compared<Read>(
  job: PagesJob<Read>,
  listing: Listing,
  page: ReadPage<Read>,
): Promise<ComparedPage<Read>> {
  const { span } = page
  const { lastId } = listing
  listing.ascending &&= span.ascending && span.first > lastId
  const whole = listing.ascending && page.broken.length === 0
  const upTo = Math.max(lastId, span.last)
  const allNew = listing.ascending && span.first > listing.newest
  const gone = whole && !allNew ? await goneBetween(job, lastId, upTo, keysListed(job, page)) : []
  listing.lastId = upTo
  return { ...page, allNew, gone, upTo }
}

/** Writes a page in one transaction, together with its rejects and the cursor behind it. */
async function writePage<Read>(
  job: PagesJob<Read>,
  { turnedAway }: Listing,
  page: ComparedPage<Read>,
): Promise<void> {
  const { store, collection, run, tally, progress } = job
  const { read, gone, upTo } = page
  const rejects = rejectsOf(collection, page)
  const written = await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'together')
    // A webhook may have stored one of them meanwhile.
    const allNew = page.allNew && !(await isStoredFrom(tx, job, page.span.first))
    const counts = await job.write(tx, read, allNew)
    if (gone.length > 0) await job.remove(tx, gone)
    // A complete listing deletes outdated rejects at its end; a listing of one month deletes those it could read.
    if (job.within !== undefined) await clearRejects(tx, collection, job.keysOf(read).map(String))
    if (rejects.length > 0) await writeRejects(tx, rejects)
    await run.save(tx, collection, { cursor: page.cursor, lastId: upTo, done: false })
    return counts
  })
  count(tally.of(collection), page.size, written, gone.length, rejects.length)
  for (const { source, record_id, reason } of rejects) {
    tally.reject(source, reason)
    turnedAway.add(record_id)
  }
  progress.advance(page.size)
}

async function finish<Read>(job: PagesJob<Read>, { ascending, lastId, turnedAway }: Listing): Promise<void> {
  const { store, run, collection } = job
  const gone =
    job.endIsKnown && ascending ? await goneBetween(job, lastId, Number.MAX_SAFE_INTEGER, new Set()) : []
  await store.transaction(async (tx) => {
    await acquireLock(tx, 'sync', 'together')
    if (gone.length > 0) await job.remove(tx, gone)
    if (!run.resumed && job.within === undefined) await forgetOtherRejects(tx, collection, turnedAway)
    await run.save(tx, collection, { lastId, done: true })
    job.tally.of(collection).removed += gone.length
  })
}

async function isStoredFrom<Read>(
  tx: Queries,
  { table, key }: PagesJob<Read>,
  first: number,
): Promise<boolean> {
  const found = await tx.one(
    sql`select 1 as found from ${sql.identifier(table)} where ${sql.identifier(key)} >= ${first} limit 1`,
  )
  return found !== undefined
}

/** Pages as the shop lists them, read by `read`. */
export async function* readPages<Read extends ReadRecords<unknown>>(
  pages: AsyncIterable<RecordPage>,
  read: (records: readonly unknown[]) => Promise<Read>,
): AsyncGenerator<ReadPage<Read>, void> {
  for await (const { records, broken, ...page } of pages) {
    const seen = spanning()
    for (const record of records) seen.note(record)
    const facts = await read(records)
    const size = records.length + broken.length
    yield { ...page, read: facts, rejects: facts.rejects, broken, span: seen.span(), size }
  }
}

/** The next page is read and translated while the one before is being written. */
async function* ahead<Page>(pages: AsyncIterable<Page>): AsyncGenerator<Page, void> {
  const iterator = pages[Symbol.asyncIterator]()
  const following = async () => {
    const step = await iterator.next()
    return step.done ? undefined : step.value
  }
  try {
    for (let next = following(); ; ) {
      const current = await next
      if (current === undefined) return
      next = following()
      // A failure shows where it is awaited: after this page has been written.
      next.catch(() => {})
      yield current
    }
  } finally {
    // Not awaited: after an error nobody waits for a request that is still under way.
    iterator.return?.().catch(() => {})
  }
}

async function newestKey<Read>({ store, table, key }: PagesJob<Read>) {
  const row = await store.one<{ newest: number | null }>(
    sql`select max(${sql.identifier(key)}) as newest from ${sql.identifier(table)}`,
  )
  return row?.newest ?? 0
}

/** Stored keys after `from` up to `to` that were not listed, and are confirmed to be gone. */
async function goneBetween<Read>(
  job: PagesJob<Read>,
  from: number,
  to: number,
  listed: ReadonlySet<number>,
): Promise<readonly number[]> {
  const key = sql.identifier(job.key)
  const stored = await job.store.all<{ key: number }>(
    sql`select ${key} as key from ${sql.identifier(job.table)} where ${key} > ${from} and ${key} <= ${to}
      and ${job.within ?? sql`true`}`,
  )
  const missing = stored.map((row) => row.key).filter((one) => !listed.has(one))
  return missing.length === 0 ? [] : job.confirmGone(missing)
}

/** A record that was turned away is listed all the same: what is stored of it stays. */
const keysListed = <Read>(job: PagesJob<Read>, { read, rejects }: ReadPage<Read>): Set<number> =>
  new Set([...job.keysOf(read), ...rejects.map(({ id }) => Number(id))])

function rejectsOf(source: string, { broken, rejects }: ReadPage<unknown>): Reject[] {
  return [
    ...broken.map(({ at, reason }) => ({ source, record_id: at, reason })),
    ...rejects.map(({ id, reason }) => ({ source, record_id: id, reason })),
  ]
}

function count(
  counts: CollectionCounts,
  size: number,
  { written, unchanged }: { written: number; unchanged: number },
  removed: number,
  rejected: number,
): void {
  counts.read += size
  counts.written += written
  counts.unchanged += unchanged
  counts.removed += removed
  counts.rejected += rejected
}
