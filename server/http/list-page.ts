// A page of a list and the number of all its rows.
import type { Row, Store } from '#server/store/store.ts'
import { BANDED_FROM, keysInBand } from './list-band.ts'
import type { deferredPages, listQuery, Part } from './list-query.ts'

type Queries = ReturnType<typeof listQuery>
export type Pages = Queries | NonNullable<ReturnType<typeof deferredPages>>

interface Page {
  readonly rows: Row[]
  readonly total: number
}

/** From here on the total is asked first: it tells from which end the page is nearer. */
const FAR = 2000

/** A first page that is not full has told its total itself. */
export async function pageAndTotal(store: Store, pages: Pages, page: number, perPage: number): Promise<Page> {
  const part = { from: (page - 1) * perPage, rows: perPage, backwards: false }
  if (part.from >= FAR) {
    const total = await countRows(store, pages)
    return { rows: await farRows(store, pages, part, total), total }
  }
  if (page === 1) {
    const rows = await rowsOf(store, pages, part)
    if (rows.length < perPage) return { rows, total: rows.length }
    return { rows, total: await countRows(store, pages) }
  }
  const [rows, total] = await Promise.all([rowsOf(store, pages, part), countRows(store, pages)])
  return { rows, total }
}

/** Both in one pass over rows that are dear to find. */
export async function pageWithTotal(
  store: Store,
  queries: Queries,
  page: number,
  perPage: number,
): Promise<Page> {
  const part = { from: (page - 1) * perPage, rows: perPage, backwards: false }
  const found = await store.all<Row>(queries.pageWithTotal(part))
  const total = found[0]?.total_of_list
  if (typeof total !== 'number') return { rows: [], total: page === 1 ? 0 : await countRows(store, queries) }
  return { rows: found.map(({ total_of_list: _, ...row }) => row), total }
}

const countRows = async (store: Store, { count }: Pages): Promise<number> =>
  (await store.one<{ total: number }>(count))?.total ?? 0

/** Rows of a page, sorted from the end of the list that is nearer. */
async function farRows(store: Store, pages: Pages, part: Part, total: number): Promise<Row[]> {
  if (part.from >= total) return []
  if (part.from < total / 2) return rowsOf(store, pages, part, total)
  const rows = Math.min(part.rows, total - part.from)
  const found = await rowsOf(store, pages, { from: total - part.from - rows, rows, backwards: true }, total)
  return found.reverse()
}

async function rowsOf(store: Store, pages: Pages, part: Part, total = 0): Promise<Row[]> {
  if ('page' in pages) return store.all<Row>(pages.page(part))
  const { banded } = pages
  const long = total >= BANDED_FROM[store.engine]
  const inBand = banded && long ? await keysInBand(store, banded, part, total) : undefined
  const keys = inBand ?? (await store.all<Row>(pages.keys(part)))
  if (keys.length === 0) return []
  const named = (row: Row) => JSON.stringify(pages.key.map((column) => row[column]))
  const rows = new Map((await store.all<Row>(pages.rowsOf(keys))).map((row) => [named(row), row]))
  // What a write took away between the two questions is missing, as it would be a moment later.
  return keys.flatMap((key) => {
    const row = rows.get(named(key))
    return row ? [row] : []
  })
}
