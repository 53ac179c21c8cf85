// Changes of a shop over its REST API. Part of the REST source.
import type { ChangedPage, ChangingCollection, Instant, ShopChanges } from './changes.ts'
import type { Client } from './client.ts'
import { HEAD_FIELDS, modifiedOf, orderHead, shifted } from './order-head.ts'
import {
  fieldsOf,
  idOf,
  isId,
  type Listing,
  overlapping,
  PAGE,
  type ReadPage,
  recordsOf,
} from './rest-page.ts'

/** What `any` does not list has to be asked for by its status. */
const HIDDEN: Partial<Record<string, string>> = { products: 'trash' }

export function restChanges(client: Client, page: ReadPage): ShopChanges {
  const listing = (path: string, query: Record<string, string>): Listing => ({ path, query })

  return {
    async newest(collection) {
      const query = { ...everyStatus(collection), orderby: 'modified', order: 'desc', per_page: 1 }
      const { body } = await client.get(collection, query)
      return modifiedOf(recordsOf(body, collection)[0])
    },

    since: (collection, after, trash) => since(page, collection, after, trash),

    async byId(collection, ids) {
      const found: unknown[] = []
      const statuses = [everyStatus(collection), ...(HIDDEN[collection] ? [{ status: 'trash' }] : [])]
      for (let from = 0; from < ids.length; from += PAGE) {
        const include = ids.slice(from, from + PAGE).join(',')
        for (const status of statuses) {
          const role = collection === 'customers' ? { role: 'all' } : status
          const { body } = await client.get(collection, { ...role, include, per_page: PAGE })
          found.push(...recordsOf(body, collection))
        }
      }
      return found
    },

    async *newestCustomers() {
      const newest = listing('customers', { role: 'all', orderby: 'registered_date', order: 'desc' })
      for (let offset = 0; ; ) {
        const { records, size, isLast } = await page(newest, offset)
        if (records.length > 0) yield records
        if (isLast) return
        offset += size
      }
    },

    async *rolesOf(role) {
      const light = listing('customers', { role, _fields: 'id,role' })
      for await (const records of byIdAscending(page, light))
        yield records.map((record) => ({ id: idOf(record), role: String(fieldsOf(record).role ?? '') }))
    },

    async accounts() {
      return (await client.get('customers', { role: 'all', per_page: 1, _fields: 'id' })).total
    },

    async oldestOrder() {
      const query = { status: 'any', orderby: 'date', order: 'asc', per_page: 1, _fields: HEAD_FIELDS }
      const { body } = await client.get('orders', query)
      const [oldest] = recordsOf(body, 'orders')
      return oldest === undefined ? undefined : orderHead(oldest).created
    },

    async *heads({ after, before }) {
      const light = listing('orders', { status: 'any', after, before, _fields: HEAD_FIELDS })
      for await (const records of byIdAscending(page, light))
        yield records.map(orderHead).filter(({ id }) => isId(id))
    },
  }
}

const everyStatus = (collection: string): Record<string, string> =>
  collection === 'coupons' || collection === 'customers' ? {} : { status: 'any' }

/**
 * By time of change: each step asks from the last second seen, which may have been cut, so nothing rests on an offset
 * while records move. A second that fills a whole page is listed by id, between its own bounds.
 */
async function* since(
  page: ReadPage,
  collection: ChangingCollection,
  after: Instant,
  trash: 'trash' | undefined,
): AsyncGenerator<ChangedPage> {
  const status = trash ? { status: trash } : everyStatus(collection)
  const common = { ...status, dates_are_gmt: 'true' }
  for (let from = after; ; ) {
    const query = { ...common, modified_after: from, orderby: 'modified', order: 'asc' }
    const { records, isLast } = await page({ path: collection, query }, 0)
    const last = modifiedOf(records.at(-1))
    if (last === undefined) return
    const cut = !isLast && modifiedOf(records[0]) === last
    if (!cut) {
      yield { records, upTo: last }
      if (isLast) return
      from = shifted(last, -1)
      continue
    }
    const bounds = { modified_after: shifted(last, -1), modified_before: shifted(last, 1) }
    yield* second(page, { path: collection, query: { ...common, ...bounds } }, last)
    from = last
  }
}

async function* second(page: ReadPage, listing: Listing, upTo: Instant): AsyncGenerator<ChangedPage> {
  for await (const records of byIdAscending(page, listing)) yield { records, upTo }
}

/** Pages overlap by one record, and go back where that one has moved because an earlier one left the list. */
async function* byIdAscending(page: ReadPage, listing: Listing): AsyncGenerator<unknown[]> {
  for (let offset = 0, lastId = 0, overlaps = true; ; ) {
    const listed = await page(listing, offset)
    const { records, size, isLast } = listed
    const first = records.length > 0 ? idOf(records[0]) : Number.POSITIVE_INFINITY
    if (overlaps && first > lastId && offset > 0) {
      offset = Math.max(offset - size + 1, 0)
      continue
    }
    const fresh = records.filter((record) => idOf(record) > lastId)
    if (fresh.length > 0) yield fresh
    lastId = Math.max(lastId, ...fresh.map(idOf))
    if (isLast) return
    const goOn = overlapping(offset, listed)
    overlaps = goOn !== undefined
    offset = goOn ?? offset + size
  }
}
