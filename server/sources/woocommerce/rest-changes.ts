import { addSeconds } from '#server/domain/date-time.ts'
import {
  type ChangedPage,
  type Changes,
  type DatedCollection,
  type Fate,
  type Heads,
  type Instant,
  type OneByOne,
  SourceError,
  type SourceRecord,
  type SyncedCollection,
} from '#server/ingest/source.ts'
import type { Client } from './client.ts'
import type { OwnAddresses } from './own-address.ts'
import { pagesById } from './pages-by-id.ts'
import { modifiedOf, orderHead, toSourceRecord } from './record-heads.ts'
import {
  fieldsOf,
  firstShown,
  HEAD_FIELDS,
  idOf,
  isId,
  isOutage,
  type Listing,
  type ReadPage,
} from './rest-page.ts'
import { readByIds } from './shop-lookups.ts'
import { TEXT } from './text.ts'
import { isNameless } from './unreadable.ts'

/** `any` excludes the trash, so it needs a separate request. */
const TRASHED: Partial<Record<string, string>> = { products: 'trash' }

/** Those of an order's head: WooCommerce then reads no lines, and a page has a tenth of the bytes. */
const ORDER_FIELDS = 'id,status,total,currency,customer_id,date_created_gmt,date_modified_gmt,refunds'

export function restChanges(
  client: Client,
  page: ReadPage,
  own: OwnAddresses,
  orderStatuses: () => Promise<string>,
): Omit<Changes, 'translate'> {
  const statusOf = async (collection: string): Promise<Record<string, string>> => {
    if (collection === 'orders') return { status: await orderStatuses() }
    return collection === 'products' ? { status: 'any' } : {}
  }
  const listing = (path: string, query: Record<string, string>): Listing => ({ path, query })

  return {
    shopTime: () => client.date(),

    async newest(collection) {
      const latest = { orderby: 'modified', order: 'desc', _fields: HEAD_FIELDS }
      const query = { ...(await statusOf(collection)), ...latest }
      return modifiedOf(await firstShown(client, listing(collection, query)))
    },

    async *since(collection, after, trash) {
      const status = trash ? { status: trash } : await statusOf(collection)
      yield* since(page, collection, after, status)
    },

    byId: async (collection, ids) => byId(client, collection, ids, await statusOf(collection)),

    oneByOne: (collection, ids) => oneByOne(own, collection, ids),

    ordersIn: (status, ids) => ordersIn(client, status, ids),

    async *newestCustomers() {
      const newest = listing('customers', { role: 'all', orderby: 'registered_date', order: 'desc' })
      for (let offset = 0; ; ) {
        const { records, size, isLast } = await page(newest, offset)
        const told = withoutNameless(records)
        if (told.length > 0) yield told.map(toSourceRecord('customers'))
        if (isLast) return
        offset += records.length || size
      }
    },

    async *accountsWithRole(role) {
      const heads = listing('customers', { role, _fields: 'id,role' })
      for await (const { records } of pagesById(page, heads))
        yield withoutNameless(records).map((record) => ({
          id: idOf(record),
          role: String(fieldsOf(record).role ?? ''),
        }))
    },

    async accountCount() {
      const query = { role: 'all', per_page: 1, _fields: 'id' }
      const answer = await client.get('customers', query).catch((error) => {
        // That account may be one that the shop fails to show.
        if (!isOutage(error)) throw error
      })
      return answer?.total
    },

    async oldestOrder() {
      const query = {
        ...(await statusOf('orders')),
        orderby: 'date',
        order: 'asc',
        _fields: 'id,date_created_gmt',
      }
      const oldest = await firstShown(client, listing('orders', query))
      return oldest === undefined ? undefined : orderHead(oldest).created
    },

    async *ordersCreated({ after, before }, heads) {
      const fields = heads ? { _fields: ORDER_FIELDS } : {}
      const within = listing('orders', { ...(await statusOf('orders')), ...fields, after, before })
      for await (const { records } of pagesById(page, within))
        yield records.map(toSourceRecord('orders')).filter(({ head }) => isId(head.id))
    },
  }
}

async function byId<Name extends SyncedCollection>(
  client: Client,
  collection: Name,
  ids: readonly number[],
  status: Record<string, string>,
): Promise<readonly SourceRecord<Heads[Name]>[]> {
  const statuses = [status, ...(TRASHED[collection] ? [{ status: 'trash' }] : [])]
  const found: unknown[] = []
  for (const one of statuses) {
    const query: Record<string, string> = collection === 'customers' ? { role: 'all' } : one
    found.push(...(await readByIds(client, collection, query, ids)))
  }
  return found.map(toSourceRecord(collection))
}

async function oneByOne<Name extends SyncedCollection>(
  own: OwnAddresses,
  collection: Name,
  ids: readonly number[],
): Promise<OneByOne<Heads[Name]>> {
  const found: unknown[] = []
  const gone = new Map<number, Exclude<Fate, 'there'>>()
  const sought = [...new Set(ids.filter(isId))].map((id) => ({ id, parent: 0 }))
  for (const { id, fate, payload } of await own.askAll(collection, sought))
    if (fate === 'there') found.push(payload)
    else gone.set(id, fate)
  return { records: found.map(toSourceRecord(collection)), gone }
}

async function ordersIn(client: Client, status: string, ids: readonly number[]) {
  try {
    const query = { status: status.replace(/^wc-/, ''), _fields: HEAD_FIELDS }
    const found = (await readByIds(client, 'orders', query, ids)).map(idOf)
    // A list that shows others ignores what it is asked.
    return found.every((id) => ids.includes(id)) ? new Set(found) : undefined
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'refused') return undefined
    throw error
  }
}

const withoutNameless = (records: readonly unknown[]) => records.filter((record) => !isNameless(record))

/**
 * Each request starts at the last second seen, whose records may have been cut off, so it does not depend on an offset
 * while records move. A second that fills a whole page is listed by id.
 */
async function* since<Name extends DatedCollection>(
  page: ReadPage,
  collection: Name,
  after: Instant,
  status: Record<string, string>,
): AsyncGenerator<ChangedPage<Heads[Name]>> {
  const common = { ...status, dates_are_gmt: 'true' }
  const toRecords = (records: readonly unknown[]) => withoutNameless(records).map(toSourceRecord(collection))
  for (let from = after, offset = 0; ; ) {
    const query = { ...common, modified_after: from, orderby: 'modified', order: 'asc' }
    const { records: listed, isLast } = await page({ path: collection, query }, offset)
    const records = withoutNameless(listed)
    const last = modifiedOf(records.at(-1))
    if (last === undefined && (isLast || listed.length === records.length)) return
    if (last === undefined) {
      offset += listed.length
      continue
    }
    offset = 0
    const fillsPage = !isLast && modifiedOf(records[0]) === last
    const next = fillsPage ? last : addSeconds(last, -1)
    // Without the filter every page is the first one.
    if (!isLast && next <= from) throw new SourceError('unstable', TEXT.undated(collection))
    if (!fillsPage) {
      yield { records: toRecords(records), upTo: last }
      if (isLast) return
      from = next
      continue
    }
    const bounds = { modified_after: addSeconds(last, -1), modified_before: addSeconds(last, 1) }
    for await (const { records: some } of pagesById(page, {
      path: collection,
      query: { ...common, ...bounds },
    }))
      yield { records: toRecords(some), upTo: last }
    from = next
  }
}
