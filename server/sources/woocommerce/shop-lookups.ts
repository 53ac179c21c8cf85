// Records that belong to some orders: products and accounts by id, and all categories.
import type { Client } from './client.ts'
import { hadNoAnswer } from './concealed.ts'
import {
  assertLists,
  FEW_ATTEMPTS,
  fieldsOf,
  HEAD_FIELDS,
  idOf,
  isOutage,
  listedIn,
  PAGE,
  recordsOf,
} from './rest-page.ts'
import { asUnreadable } from './unreadable.ts'

/** Further categories are ignored; shops with more are rare. */
const CATEGORY_PAGES = 10

type Reader = Pick<Client, 'get' | 'shown'>

/** Repeated ids are read once; 0 means none. Records that the shop leaves out are missing. */
export async function readByIds(
  client: Reader,
  path: string,
  query: Record<string, string>,
  ids: readonly number[],
): Promise<unknown[]> {
  const distinct = [...new Set(ids.filter((id) => id > 0))]
  const records: unknown[] = []
  for (let from = 0; from < distinct.length; from += PAGE)
    records.push(...(await readSome({ client, path, query }, distinct.slice(from, from + PAGE))))
  return records
}

interface Lookup {
  readonly client: Reader
  readonly path: string
  readonly query: Record<string, string>
}

/** Asks again for what is missing as long as some of it comes: a shop may answer fewer records than asked. */
async function readSome(lookup: Lookup, ids: readonly number[]): Promise<unknown[]> {
  const records: unknown[] = []
  for (let missing = ids; missing.length > 0; ) {
    const { records: some, total } = await askFor(lookup, missing)
    records.push(...some)
    const found = new Set(some.map(idOf))
    const rest = missing.filter((id) => !found.has(id))
    if (rest.length === missing.length || some.length >= total) break
    missing = rest
  }
  return records
}

async function askFor({ client, path, query }: Lookup, ids: readonly number[]) {
  const parameters = { ...query, include: ids.join(','), per_page: PAGE }
  try {
    return await listedIn(client, await client.get(path, parameters), path)
  } catch (error) {
    if (!isOutage(error)) throw error
    const records = await inHalves({ client, path, query }, ids, error)
    return { records, total: records.length }
  }
}

/** One record that always fails must not hide the others. Throws the `failure` if the shop does not list records at all. */
async function inHalves(lookup: Lookup, ids: readonly number[], failure: unknown): Promise<unknown[]> {
  const { client, path, query } = lookup
  const ask = (some: readonly number[], fields: Record<string, string> = {}) =>
    client
      .get(path, { ...query, ...fields, include: some.join(','), per_page: PAGE }, FEW_ATTEMPTS)
      .then((answer) => listedIn(client, answer, path))
  const [first] = ids
  if (ids.length === 1) {
    try {
      const { records } = await ask(ids, { _fields: HEAD_FIELDS })
      return records.map((record) => asUnreadable(fieldsOf(record)))
    } catch (error) {
      if (!isOutage(error) || hadNoAnswer(error)) throw failure
      await assertLists(client, { path, query }, failure)
      return [asUnreadable({ id: first })]
    }
  }
  const half = Math.ceil(ids.length / 2)
  const found: unknown[] = []
  for (const some of [ids.slice(0, half), ids.slice(half)]) {
    const records = await ask(some).then(
      (listed) => listed.records,
      (error) => (isOutage(error) ? inHalves(lookup, some, failure) : Promise.reject(error)),
    )
    found.push(...records)
  }
  return found
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
