import { entryOf } from '#contract/entry.ts'
import type { Reads, Row } from '#server/store/store.ts'
import { countDistinctTexts, type DistinctTexts, passingTexts, rowsOfTexts } from './distinct-text-page.ts'
import type { deferredPages, listQuery, Slice } from './list-query.ts'
import { keysBySample, SAMPLED_FROM } from './sampled-page.ts'
import type { Kept } from './while-unchanged.ts'

type Queries = ReturnType<typeof listQuery>
type DeferredPages = NonNullable<ReturnType<typeof deferredPages>>
export type Pages = Queries | DeferredPages

interface Page {
  readonly rows: Row[]
  readonly total: number
}

/** From this row on the total is read first, to know which end the page is nearer to. */
const DEEP = 2000
/** Keys kept of a list whose first rows are found with less than all of them. */
const LEADING = 1000

const sliceOf = (page: number, perPage: number): Slice => ({
  from: (page - 1) * perPage,
  rows: perPage,
  backwards: false,
})

/** A first page that is not full is the whole list, so its total needs no query. */
export async function pageAndTotal(
  store: Reads,
  pages: Pages,
  page: number,
  perPage: number,
  kept: Kept,
): Promise<Page> {
  const slice = sliceOf(page, perPage)
  const count = async () =>
    kept.get<number>(pages.count) ?? kept.set(pages.count, await countRows(store, pages))
  const distinct = await distinctTextsOf(store, pages, kept)
  if (distinct) return { rows: await rowsOf(store, pages, slice, distinct), total: distinct.total }
  const leading = await leadingRows(store, pages, slice, kept)
  if (leading) return { rows: leading, total: await count() }
  if (slice.from >= DEEP) {
    const total = await count()
    return { rows: await deepRows(store, pages, slice, total), total }
  }
  if (page === 1) {
    const rows = await rowsOf(store, pages, slice)
    if (rows.length < perPage) return { rows, total: rows.length }
    return { rows, total: await count() }
  }
  const [rows, total] = await Promise.all([rowsOf(store, pages, slice), count()])
  return { rows, total }
}

/** Rows of a page among the first of a list, whose keys are found with less than all rows and kept for the next pages. */
async function leadingRows(
  store: Reads,
  pages: Pages,
  { from, rows }: Slice,
  kept: Kept,
): Promise<Row[] | undefined> {
  if (!('leadingKeys' in pages) || !pages.leadingKeys || from + rows > LEADING) return undefined
  const query = pages.leadingKeys({ from: 0, rows: LEADING, backwards: false })
  const keys = kept.get<Row[]>(query) ?? kept.set(query, await store.all<Row>(query), LEADING)
  const ofPage = keys.slice(from, from + rows)
  return ofPage.length < rows ? undefined : wholeRows(store, pages, ofPage)
}

/** The distinct texts of a list that is ordered by a text with few of them, if that is faster. */
async function distinctTextsOf(
  store: Reads,
  { distinctTextOrder, ...pages }: Pages,
  kept: Kept,
): Promise<DistinctTexts | undefined> {
  if (!distinctTextOrder) return undefined
  const query = distinctTextOrder.texts(0)
  const known = kept.get<DistinctTexts | 'none'>(query)
  if (known !== undefined) return known === 'none' ? undefined : known
  const { filtered } = distinctTextOrder
  const whole = filtered ? kept.get<DistinctTexts | 'none'>(filtered.texts(0)) : undefined
  const isCheap = !('page' in pages || pages.allAtOnce)
  const distinct =
    filtered && typeof whole === 'object'
      ? await passingTexts(store, filtered, whole)
      : await countDistinctTexts(store, distinctTextOrder, isCheap)
  kept.set(query, distinct ?? 'none', 1 + (distinct?.texts.length ?? 0))
  return distinct
}

/** Page and total from one pass, over rows that are expensive to find. */
export async function pageWithTotal(
  store: Reads,
  pages: Pages,
  page: number,
  perPage: number,
): Promise<Page> {
  const slice = sliceOf(page, perPage)
  const found = await store.all<Row>(pages.pageWithTotal(slice))
  const total = Number(found[0]?.total_of_list)
  if (slice.from >= total) return { rows: [], total }
  const rows = found.map(({ total_of_list: _, ...row }) => row)
  return { rows: 'page' in pages ? rows : await withRest(store, pages, rows), total }
}

async function withRest(store: Reads, pages: DeferredPages, rows: readonly Row[]): Promise<Row[]> {
  const rest = await rowsByKey(store, pages, rows)
  return rows.filter(rest).map((row) => ({ ...row, ...rest(row) }))
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

/** `known`: what is already known about the list, its texts or its number of rows. */
async function rowsOf(
  store: Reads,
  pages: Pages,
  slice: Slice,
  known: DistinctTexts | number = 0,
): Promise<Row[]> {
  if ('page' in pages) {
    const { distinctTextOrder, page } = pages
    return distinctTextOrder && typeof known === 'object'
      ? rowsOfTexts(store, distinctTextOrder, known, 'all', slice)
      : store.all<Row>(page(slice))
  }
  return wholeRows(store, pages, await keysOf(store, pages, slice, known))
}

/** Whole rows with these keys, in their order. */
async function wholeRows(store: Reads, pages: DeferredPages, keys: readonly Row[]): Promise<Row[]> {
  if (keys.length === 0) return []
  return keys.map(await rowsByKey(store, pages, keys)).filter((row) => row !== undefined)
}

/** Finds rows by their keys. A write between the two queries may have removed some. */
async function rowsByKey(store: Reads, { key, rowsOf: query }: DeferredPages, keys: readonly Row[]) {
  const keyOf = (row: Row) => JSON.stringify(key.map((column) => entryOf(row, column)))
  const rows = new Map((await store.all<Row>(query(keys))).map((row) => [keyOf(row), row]))
  return (row: Row): Row | undefined => rows.get(keyOf(row))
}

async function keysOf(
  store: Reads,
  { keys, textOrder, distinctTextOrder }: DeferredPages,
  slice: Slice,
  known: DistinctTexts | number,
): Promise<Row[]> {
  if (typeof known === 'object')
    return distinctTextOrder ? rowsOfTexts(store, distinctTextOrder, known, 'key', slice) : []
  const isLong = known >= SAMPLED_FROM[store.engine] && slice.from >= DEEP
  const sampled = textOrder && isLong ? await keysBySample(store, textOrder, slice, known) : undefined
  return sampled ?? store.all<Row>(keys(slice))
}
