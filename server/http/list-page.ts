// A page of a list and the number of all its rows.
import type { Row, Store } from '#server/store/store.ts'
import type { leanPages, listQuery } from './list-query.ts'

type Pages = ReturnType<typeof listQuery> | NonNullable<ReturnType<typeof leanPages>>

/** A first page that is not full has told its total itself. */
export async function pageAndTotal(store: Store, pages: Pages, page: number, perPage: number) {
  if (page === 1) {
    const rows = await rowsOfPage(store, pages, page, perPage)
    if (rows.length < perPage) return { rows, total: rows.length }
    return { rows, total: await countRows(store, pages) }
  }
  const [rows, total] = await Promise.all([rowsOfPage(store, pages, page, perPage), countRows(store, pages)])
  return { rows, total }
}

const countRows = async (store: Store, { count }: Pages): Promise<number> =>
  (await store.one<{ total: number }>(count))?.total ?? 0

async function rowsOfPage(store: Store, pages: Pages, page: number, perPage: number): Promise<Row[]> {
  if ('page' in pages) return store.all<Row>(pages.page(page, perPage))
  const keys = await store.all<Row>(pages.keys(page, perPage))
  if (keys.length === 0) return []
  const named = (row: Row) => JSON.stringify(pages.key.map((column) => row[column]))
  const rows = new Map((await store.all<Row>(pages.rowsOf(keys))).map((row) => [named(row), row]))
  // What a write took away between the two questions is missing, as it would be a moment later.
  return keys.flatMap((key) => {
    const row = rows.get(named(key))
    return row ? [row] : []
  })
}
