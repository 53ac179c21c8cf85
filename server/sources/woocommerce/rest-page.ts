// One page of a listing; pages shrink while the shop is slow or fails.
import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { noStore } from './concealed.ts'
import { TEXT } from './text.ts'

/** WooCommerce's maximum, and the size used after a page of that size failed. */
export const PAGE = 100
const SMALL_PAGE = 10
/** Pages without failure before a larger size is tried again. */
const CALM_PAGES = 5

export interface Listing {
  readonly path: string
  /** Includes the order, unless it is by id. */
  readonly query: Readonly<Record<string, string>>
}

export interface ListedPage {
  readonly records: unknown[]
  readonly total: number | undefined
  /** Records requested. */
  readonly size: number
  /** No page follows. */
  readonly isLast: boolean
}

export type ReadPage = (listing: Listing, offset: number) => Promise<ListedPage>

/** Remembers the page size that worked. */
export function pageReader(client: Client): ReadPage {
  let size = PAGE
  let calm = 0
  const ask = async ({ path, query }: Listing, offset: number, wanted: number) => {
    const parameters = { orderby: 'id', order: 'asc', ...query, per_page: wanted, offset }
    const { body, total } = await client.get(path, parameters)
    const records = recordsOf(body, path)
    // WooCommerce omits records that it cannot load but counts them: a short page is not always the last.
    const isLast = records.length === 0 || (records.length < wanted && offset + wanted >= (total ?? 0))
    return { records, total, size: wanted, isLast }
  }
  return async (listing, offset) => {
    const wanted = size
    try {
      const page = await ask(listing, offset, wanted)
      if (size < PAGE && ++calm >= CALM_PAGES) {
        size = Math.min(size * 2, PAGE)
        calm = 0
      }
      return page
    } catch (error) {
      // A single heavy record can make a page of a hundred fail; a small page often works.
      const heavy = error instanceof SourceError && error.kind === 'unavailable' && wanted > SMALL_PAGE
      if (!heavy) throw error
      size = SMALL_PAGE
      calm = 0
      return ask(listing, offset, SMALL_PAGE)
    }
  }
}

/**
 * The next offset, at this page's last record, so that records that move forward meanwhile are not skipped. Undefined for a
 * page of one record.
 */
export const nextOffset = (offset: number, { records }: ListedPage): number | undefined =>
  records.length > 1 ? offset + records.length - 1 : undefined

export function recordsOf(body: unknown, path: string): unknown[] {
  if (Array.isArray(body)) return body
  throw noStore(new SourceError('unexpected', TEXT.notWooCommerce(path)))
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {})
export const idOf = (value: unknown): number => (isFields(value) ? Number(value.id) : Number.NaN)
/** A record without a usable id can be neither stored nor requested. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
