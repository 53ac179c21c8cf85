// Records that belong to some orders: products and accounts by id, and all categories.
import type { Client } from './client.ts'
import { PAGE, recordsOf } from './rest-page.ts'

/** Further categories are ignored; shops with more are rare. */
const CATEGORY_PAGES = 10

type Reader = Pick<Client, 'get'>

/** Repeated ids are read once; 0 means none. */
export async function readByIds(
  client: Reader,
  path: string,
  query: Record<string, string>,
  ids: readonly number[],
): Promise<unknown[]> {
  const distinct = [...new Set(ids.filter((id) => id > 0))]
  const records: unknown[] = []
  for (let from = 0; from < distinct.length; from += PAGE) {
    const include = distinct.slice(from, from + PAGE).join(',')
    const { body } = await client.get(path, { ...query, include, per_page: PAGE })
    records.push(...recordsOf(body, path))
  }
  return records
}

export async function readCategories(client: Reader): Promise<unknown[]> {
  const path = 'products/categories'
  const records: unknown[] = []
  for (let page = 1; page <= CATEGORY_PAGES; page++) {
    const { body } = await client.get(path, { per_page: PAGE, page, orderby: 'id', order: 'asc' })
    const some = recordsOf(body, path)
    records.push(...some)
    if (some.length < PAGE) break
  }
  return records
}
