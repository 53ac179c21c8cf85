import { addSeconds } from '#server/domain/date-time.ts'
import type { ChangedPage, Changes, DatedCollection, Heads, Instant } from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import { modifiedOf, orderHead, toSourceRecord } from './record-heads.ts'
import { fieldsOf, idOf, isId, type Listing, nextOffset, type ReadPage, recordsOf } from './rest-page.ts'
import { readByIds } from './shop-lookups.ts'

/** `any` excludes the trash, so it needs a separate request. */
const TRASHED: Partial<Record<string, string>> = { products: 'trash' }

export function restChanges(client: Client, page: ReadPage): Omit<Changes, 'translate'> {
  const listing = (path: string, query: Record<string, string>): Listing => ({ path, query })

  return {
    shopTime: () => client.date(),

    async newest(collection) {
      const query = { ...anyStatus(collection), orderby: 'modified', order: 'desc', per_page: 1 }
      const { body } = await client.get(collection, query)
      return modifiedOf(recordsOf(body, collection)[0])
    },

    since: (collection, after, trash) => since(page, collection, after, trash),

    async byId(collection, ids) {
      const found: unknown[] = []
      const statuses = [anyStatus(collection), ...(TRASHED[collection] ? [{ status: 'trash' }] : [])]
      for (const status of statuses) {
        const role = collection === 'customers' ? { role: 'all' } : status
        found.push(...(await readByIds(client, collection, role, ids)))
      }
      return found.map(toSourceRecord(collection))
    },

    async *newestCustomers() {
      const newest = listing('customers', { role: 'all', orderby: 'registered_date', order: 'desc' })
      for (let offset = 0; ; ) {
        const { records, size, isLast } = await page(newest, offset)
        if (records.length > 0) yield records.map(toSourceRecord('customers'))
        if (isLast) return
        offset += size
      }
    },

    async *accountsWithRole(role) {
      const heads = listing('customers', { role, _fields: 'id,role' })
      for await (const records of byIdAscending(page, heads))
        yield records.map((record) => ({ id: idOf(record), role: String(fieldsOf(record).role ?? '') }))
    },

    async accountCount() {
      return (await client.get('customers', { role: 'all', per_page: 1, _fields: 'id' })).total
    },

    async oldestOrder() {
      const query = {
        status: 'any',
        orderby: 'date',
        order: 'asc',
        per_page: 1,
        _fields: 'id,date_created_gmt',
      }
      const { body } = await client.get('orders', query)
      const [oldest] = recordsOf(body, 'orders')
      return oldest === undefined ? undefined : orderHead(oldest).created
    },

    async *ordersCreated({ after, before }) {
      for await (const records of byIdAscending(page, listing('orders', { status: 'any', after, before })))
        yield records.map(toSourceRecord('orders')).filter(({ head }) => isId(head.id))
    },
  }
}

const anyStatus = (collection: string): Record<string, string> =>
  collection === 'coupons' || collection === 'customers' ? {} : { status: 'any' }

/**
 * Each request starts at the last second seen, whose records may have been cut off, so it does not depend on an offset
 * while records move. A second that fills a whole page is listed by id.
 */
async function* since<Name extends DatedCollection>(
  page: ReadPage,
  collection: Name,
  after: Instant,
  trash: 'trash' | undefined,
): AsyncGenerator<ChangedPage<Heads[Name]>> {
  const toRecord = toSourceRecord(collection)
  const status = trash ? { status: trash } : anyStatus(collection)
  const common = { ...status, dates_are_gmt: 'true' }
  for (let from = after; ; ) {
    const query = { ...common, modified_after: from, orderby: 'modified', order: 'asc' }
    const { records, isLast } = await page({ path: collection, query }, 0)
    const last = modifiedOf(records.at(-1))
    if (last === undefined) return
    const fillsPage = !isLast && modifiedOf(records[0]) === last
    if (!fillsPage) {
      yield { records: records.map(toRecord), upTo: last }
      if (isLast) return
      from = addSeconds(last, -1)
      continue
    }
    const bounds = { modified_after: addSeconds(last, -1), modified_before: addSeconds(last, 1) }
    for await (const some of byIdAscending(page, { path: collection, query: { ...common, ...bounds } }))
      yield { records: some.map(toRecord), upTo: last }
    from = last
  }
}

/** Pages overlap by one record. If that record has moved, an earlier one left the list, and the offset is reduced. */
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
    const goOn = nextOffset(offset, listed)
    overlaps = goOn !== undefined
    offset = goOn ?? offset + size
  }
}
