import type { Reads, Row } from '#server/store/store.ts'
import type { deferredPages, listQuery, Slice } from './list-query.ts'
import { keysBySample, SAMPLED_FROM } from './sampled-page.ts'

type Queries = ReturnType<typeof listQuery>
export type Pages = Queries | NonNullable<ReturnType<typeof deferredPages>>

interface Page {
  readonly rows: Row[]
  readonly total: number
}

/** From this row on the total is read first, to know from which end the page is nearer. */
const DEEP = 2000

const sliceOf = (page: number, perPage: number): Slice => ({
  from: (page - 1) * perPage,
  rows: perPage,
  backwards: false,
})

/** A first page that is not full is the whole list, so its total needs no query. */
export async function pageAndTotal(store: Reads, pages: Pages, page: number, perPage: number): Promise<Page> {
  const slice = sliceOf(page, perPage)
  if (slice.from >= DEEP) {
    const total = await countRows(store, pages)
    return { rows: await deepRows(store, pages, slice, total), total }
  }
  if (page === 1) {
    const rows = await rowsOf(store, pages, slice)
    if (rows.length < perPage) return { rows, total: rows.length }
    return { rows, total: await countRows(store, pages) }
  }
  const [rows, total] = await Promise.all([rowsOf(store, pages, slice), countRows(store, pages)])
  return { rows, total }
}

/** Both from one pass over rows that are expensive to find. */
export async function pageWithTotal(
  store: Reads,
  queries: Queries,
  page: number,
  perPage: number,
): Promise<Page> {
  const found = await store.all<Row>(queries.pageWithTotal(sliceOf(page, perPage)))
  const total = found[0]?.total_of_list
  if (typeof total !== 'number') return { rows: [], total: page === 1 ? 0 : await countRows(store, queries) }
  return { rows: found.map(({ total_of_list: _, ...row }) => row), total }
}

const countRows = async (store: Reads, { count }: Pages): Promise<number> =>
  (await store.one<{ total: number }>(count))?.total ?? 0

/** Rows of a page, sorted from the nearer end of the list. */
async function deepRows(store: Reads, pages: Pages, slice: Slice, total: number): Promise<Row[]> {
  if (slice.from >= total) return []
  if (slice.from < total / 2) return rowsOf(store, pages, slice, total)
  const rows = Math.min(slice.rows, total - slice.from)
  const found = await rowsOf(store, pages, { from: total - slice.from - rows, rows, backwards: true }, total)
  return found.reverse()
}

async function rowsOf(store: Reads, pages: Pages, slice: Slice, total = 0): Promise<Row[]> {
  if ('page' in pages) return store.all<Row>(pages.page(slice))
  const { textOrder } = pages
  const isLong = total >= SAMPLED_FROM[store.engine]
  const sampled = textOrder && isLong ? await keysBySample(store, textOrder, slice, total) : undefined
  const keys = sampled ?? (await store.all<Row>(pages.keys(slice)))
  if (keys.length === 0) return []
  const keyOf = (row: Row) => JSON.stringify(pages.key.map((column) => row[column]))
  const rows = new Map((await store.all<Row>(pages.rowsOf(keys))).map((row) => [keyOf(row), row]))
  // A write between the two queries may have removed rows.
  return keys.map((key) => rows.get(keyOf(key))).filter((row) => row !== undefined)
}
