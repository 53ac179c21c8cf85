// One page of a listing; pages shrink while the shop is slow or fails, down to single records if one of them always fails.
import { SourceError } from '#server/ingest/source.ts'
import type { Answer, Client } from './client.ts'
import { hadNoAnswer, noStore } from './concealed.ts'
import { TEXT } from './text.ts'
import { asUnreadable, isNameless, isUnreadable } from './unreadable.ts'

/** WooCommerce's maximum, and the size used after a page of that size failed. */
export const PAGE = 100
const SMALL_PAGE = 10
/** Pages without failure before a larger size is tried again. */
const CALM_PAGES = 5
/** Unreadable records in a row after which the shop counts as failing. */
const MOST_UNREADABLE = 50
/** What a record that cannot be shown as a whole can often show. */
export const HEAD_FIELDS = 'id,date_created_gmt,date_modified_gmt'
/** For what is likely to fail. */
export const FEW_ATTEMPTS = { attempts: 2 }
/** For what is asked every few minutes and not needed: an answer that fails may take a minute. */
export const ONE_ATTEMPT = { attempts: 1 }

export interface Listing {
  readonly path: string
  /** Includes the order, unless it is by id. */
  readonly query: Readonly<Record<string, string>>
}

export interface ListedPage {
  readonly records: unknown[]
  readonly total: number
  /** Records requested. */
  readonly size: number
  /** The shop counts no more records. */
  readonly isLast: boolean
}

export type ReadPage = (listing: Listing, offset: number) => Promise<ListedPage>

/** Remembers the page size that worked. `onNameless`: for a record of which the shop does not even tell the id. */
export function pageReader(client: Client, onNameless: (path: string) => void): ReadPage {
  let size = PAGE
  let calm = 0
  let unreadable = 0
  const oneByOne = async (listing: Listing, offset: number, failure: unknown): Promise<ListedPage> => {
    const page = await singleRecords(client, listing, offset, failure)
    if (page.records.some(isNameless)) onNameless(listing.path)
    unreadable = page.records.every(isUnreadable) ? unreadable + page.records.length : 0
    if (unreadable > MOST_UNREADABLE) throw failure
    return page
  }
  return async (listing, offset) => {
    const wanted = size
    try {
      const page = await askPage(client, listing, offset, wanted)
      if (size < PAGE && ++calm >= CALM_PAGES) {
        size = Math.min(size * 2, PAGE)
        calm = 0
      }
      return page
    } catch (error) {
      // A single heavy record can make a page of a hundred fail; a small page often works.
      if (!isOutage(error)) throw error
      size = SMALL_PAGE
      calm = 0
      if (wanted === SMALL_PAGE) return oneByOne(listing, offset, error)
      return askPage(client, listing, offset, SMALL_PAGE).catch((again) =>
        isOutage(again) ? oneByOne(listing, offset, again) : Promise.reject(again),
      )
    }
  }
}

export const isOutage = (error: unknown): boolean =>
  error instanceof SourceError && error.kind === 'unavailable'

async function askPage(
  client: Client,
  { path, query }: Listing,
  offset: number,
  size: number,
  options = {},
): Promise<ListedPage> {
  const parameters = { orderby: 'id', order: 'asc', ...query, per_page: size, offset }
  const answer = await client.get(path, parameters, options)
  const { records: rows, total } = await listedIn(client, answer, path)
  const records = distinct(rows)
  // WooCommerce omits records that it cannot load but counts them, and some shops answer fewer than asked: only the total tells
  // which page is the last.
  return { records, total, size, isLast: offset + (records.length || size) >= total }
}

/** Repeated rows must not make a page look longer than the part of the listing that it shows. */
function distinct(rows: readonly unknown[]): unknown[] {
  const seen = new Set<number>()
  return rows.filter((row) => {
    const id = idOf(row)
    if (seen.has(id)) return false
    if (isId(id)) seen.add(id)
    return true
  })
}

/** The records of a small page that fails as a whole; throws the `failure` if the shop does not list records at all. */
async function singleRecords(
  client: Client,
  listing: Listing,
  offset: number,
  failure: unknown,
): Promise<ListedPage> {
  const records: unknown[] = []
  let total: number | undefined
  for (let at = offset; at < offset + SMALL_PAGE; at++) {
    const page = await askPage(client, listing, at, 1, FEW_ATTEMPTS).catch((error) => {
      if (!isOutage(error)) throw error
      return unreadableAt(client, listing, at).catch((again) => {
        if (!isOutage(again) || hadNoAnswer(again)) throw failure
        return undefined
      })
    })
    if (page === undefined) {
      if (!records.some(isNameless)) await assertLists(client, listing, failure)
      records.push(asUnreadable({}))
      continue
    }
    total = Math.max(total ?? 0, page.total)
    records.push(...page.records)
    if (page.isLast) break
  }
  // Without any that is shown, others may follow.
  const known = total ?? offset + SMALL_PAGE + 1
  return {
    ...{ records, total: known, size: SMALL_PAGE },
    isLast: offset + (records.length || SMALL_PAGE) >= known,
  }
}

/** Beyond the end of any listing. */
const NOWHERE = 1_000_000_000

/** Throws the `failure` if the shop does not answer a listing even where that has no records. */
export async function assertLists(
  client: Pick<Client, 'get'>,
  { path, query }: Listing,
  failure: unknown,
): Promise<void> {
  await client
    .get(path, { ...query, per_page: 1, offset: NOWHERE }, FEW_ATTEMPTS)
    .catch(() => Promise.reject(failure))
}

/** Records looked at, so that a broken one hides no other. */
const MOST_BROKEN = 10

/** The first record of a listing that the shop can show. */
export async function firstShown(client: Client, listing: Listing): Promise<unknown> {
  const { path, query } = listing
  for (let offset = 0; ; offset++) {
    try {
      const from = offset === 0 ? {} : { offset }
      const answer = await client.get(path, { ...query, per_page: 1, ...from })
      return (await listedIn(client, answer, path)).records[0]
    } catch (error) {
      if (!isOutage(error) || hadNoAnswer(error) || offset >= MOST_BROKEN) throw error
      await assertLists(client, listing, error)
    }
  }
}

/** The record at its own address, else its id and dates. */
async function unreadableAt(client: Client, listing: Listing, offset: number): Promise<ListedPage> {
  const fields = { _fields: HEAD_FIELDS }
  const { path, query } = listing
  const page = await askPage(client, { path, query: { ...query, ...fields } }, offset, 1, FEW_ATTEMPTS)
  const records = page.records.map(async (record) => {
    const read = await client.get(`${path}/${idOf(record)}`, {}, FEW_ATTEMPTS).catch((error) => {
      if (!isOutage(error)) throw error
      return undefined
    })
    return read && idOf(read.body) === idOf(record) ? read.body : asUnreadable(fieldsOf(record))
  })
  return { ...page, records: await Promise.all(records) }
}

/**
 * The next offset, at this page's last record with an id, so that records that move forward meanwhile are not skipped. Undefined if
 * that is the first one.
 */
export function nextOffset(offset: number, { records }: ListedPage): number | undefined {
  const last = records.findLastIndex(hasId)
  return last > 0 ? offset + last : undefined
}

/** The records of a listing; an answer without WooCommerce's headers is none. */
export async function listedIn(client: Pick<Client, 'shown'>, { body, total }: Answer, path: string) {
  const records = recordsOf(body, path)
  if (total === undefined) throw await client.shown(new SourceError('unexpected', TEXT.notListing(path)))
  return { records, total }
}

export function recordsOf(body: unknown, path: string): unknown[] {
  if (Array.isArray(body)) return body
  throw noStore(new SourceError('unexpected', TEXT.notWooCommerce(path)))
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {})
export const idOf = (value: unknown): number => (isFields(value) ? Number(value.id) : Number.NaN)
/** A record without a usable id can be neither stored nor requested. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
export const hasId = (record: unknown): boolean => !Number.isNaN(idOf(record))
