// One page of a WooCommerce listing, as large as the shop can stand at the moment. Part of the REST source.

import { SourceError } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { TEXT } from './text.ts'

/** The most WooCommerce gives; and what is asked for where a page of that size does not come through. */
export const PAGE = 100
const SMALL_PAGE = 10
/** So many pages in a row without trouble, and larger ones are tried again. */
const CALM_PAGES = 5

export interface Listing {
  readonly path: string
  /** Also the order, where it is not by id. */
  readonly query: Readonly<Record<string, string>>
}

export interface ListedPage {
  readonly records: unknown[]
  readonly total: number | undefined
  /** How many were asked for. */
  readonly size: number
  /** Nothing comes after it. */
  readonly isLast: boolean
}

export type ReadPage = (listing: Listing, offset: number) => Promise<ListedPage>

/** Remembers the size that came through, so that a shop in trouble is not asked for too much page after page. */
export function pageReader(client: Client): ReadPage {
  let size = PAGE
  let calm = 0
  const ask = async ({ path, query }: Listing, offset: number, wanted: number) => {
    const parameters = { orderby: 'id', order: 'asc', ...query, per_page: wanted, offset }
    const { body, total } = await client.get(path, parameters)
    const records = recordsOf(body, path)
    // WooCommerce leaves out what it cannot load and counts it all the same: fewer records than asked for are no end yet.
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
      // One heavy record can bring a page of a hundred down; a small page often comes through.
      const heavy = error instanceof SourceError && error.kind === 'unavailable' && wanted > SMALL_PAGE
      if (!heavy) throw error
      size = SMALL_PAGE
      calm = 0
      return ask(listing, offset, SMALL_PAGE)
    }
  }
}

/**
 * Where the page after this one begins: at its last record, wherever gaps are, so that what moves forward meanwhile is not
 * passed over. Undefined for a page of one record, which has nothing to go on by.
 */
export const overlapping = (offset: number, { records }: ListedPage): number | undefined =>
  records.length > 1 ? offset + records.length - 1 : undefined

export function recordsOf(body: unknown, path: string): unknown[] {
  if (Array.isArray(body)) return body
  throw new SourceError('unexpected', TEXT.notWooCommerce(path))
}

export const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
export const fieldsOf = (value: unknown): Record<string, unknown> => (isFields(value) ? value : {})
export const idOf = (value: unknown): number => (isFields(value) ? Number(value.id) : Number.NaN)
/** A record without one, or with an odd one, can be neither stored nor asked for. */
export const isId = (id: number): boolean => Number.isSafeInteger(id) && id > 0
