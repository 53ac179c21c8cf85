// Reads whole collections page by page without missing records that move between pages meanwhile.
import { type Collection, type ShopInfo, SourceError } from '#server/ingest/source.ts'
import { type Client, type ClientOptions, wooCommerceClient } from './client.ts'
import { noStore } from './concealed.ts'
import { decodeEntities } from './entities.ts'
import { restChanges } from './rest-changes.ts'
import { fieldsOf, idOf, isFields, type Listing, nextOffset, pageReader, type ReadPage } from './rest-page.ts'
import type { BrokenRecord, RecordPage, Shop } from './shop.ts'
import { readByIds } from './shop-lookups.ts'
import { RECORD_TEXT, TEXT } from './text.ts'

/** `any` excludes the trash and drafts of a checkout. */
const LISTINGS: Record<Collection, readonly Listing[]> = {
  categories: [{ path: 'products/categories', query: {} }],
  coupons: [{ path: 'coupons', query: {} }],
  products: [
    { path: 'products', query: { status: 'any' } },
    { path: 'products', query: { status: 'trash' } },
  ],
  customers: [{ path: 'customers', query: { role: 'all' } }],
  refunds: [{ path: 'refunds', query: {} }],
  orders: [{ path: 'orders', query: { status: 'any' } }],
}

export function restShop(options: ClientOptions): Shop {
  const client = wooCommerceClient(options)
  const page = pageReader(client)
  return {
    origin: client.origin,
    live: true,
    changes: restChanges(client, page),
    close: () => client.close(),
    async currency() {
      const { body } = await client.get('data/currencies/current')
      if (isFields(body) && typeof body.code === 'string') return body.code
      throw noStore(new SourceError('unexpected', TEXT.notWooCommerce('data/currencies/current')))
    },
    about: () => aboutSite(client),
    async read(collection, cursor, created) {
      if (collection === 'refunds' && !(await offers(client, 'refunds'))) return undefined
      const all = LISTINGS[collection].map(({ path, query }) => ({ path, query: { ...query, ...created } }))
      return listings(page, all, cursor)
    },
    async *variations(productIds) {
      for (const parent_id of productIds) {
        const listing = { path: `products/${parent_id}/variations`, query: {} }
        for await (const listed of listings(page, [listing]))
          yield { ...listed, records: listed.records.map((record) => ({ parent_id, ...fieldsOf(record) })) }
      }
    },
    async refundsOf(orderId) {
      const pages: unknown[] = []
      const listing = { path: `orders/${orderId}/refunds`, query: {} }
      for await (const listed of listings(page, [listing])) pages.push(...listed.records)
      return pages
    },
    async refundsById(ids) {
      try {
        return await readByIds(client, 'refunds', {}, ids)
      } catch (error) {
        if (error instanceof SourceError && error.kind === 'not-found') return undefined
        throw error
      }
    },
    async ordersStillThere(ids) {
      const remaining = await readByIds(client, 'orders', { status: 'any', _fields: 'id' }, ids)
      return new Set(remaining.map(idOf))
    },
  }
}

/** WordPress's own index, above WooCommerce's routes; optional, since some shops block it. */
async function aboutSite(client: Client): Promise<ShopInfo> {
  try {
    const { body } = await client.get('../../', { _fields: 'name,timezone_string' })
    const { name, timezone_string: zone } = fieldsOf(body)
    return {
      ...(typeof name === 'string' && name !== '' ? { name: decodeEntities(name) } : {}),
      ...(typeof zone === 'string' && zone !== '' ? { timeZone: zone } : {}),
    }
  } catch (error) {
    if (error instanceof SourceError) return {}
    throw error
  }
}

/** WooCommerce lists all refunds since 9.0. */
async function offers(client: Client, path: string): Promise<boolean> {
  try {
    await client.get(path, { per_page: 1 })
    return true
  } catch (error) {
    if (error instanceof SourceError && error.kind === 'not-found') return false
    throw error
  }
}

/** Position in a series of listings. */
interface Position {
  listing: number
  offset: number
  lastId: number
}

async function* listings(
  page: ReadPage,
  all: readonly Listing[],
  cursor?: string,
): AsyncGenerator<RecordPage, void> {
  let at: Position = cursor === undefined ? { listing: 0, offset: 0, lastId: 0 } : JSON.parse(cursor)
  for (; at.listing < all.length; at = { listing: at.listing + 1, offset: 0, lastId: 0 })
    yield* wholeListing(page, all[at.listing]!, at)
}

/**
 * Pages by id. Deleting a record moves later ones forward, past the start of the next page. Each page therefore starts at
 * the last record returned, and goes back if that one has moved.
 */
async function* wholeListing(
  page: ReadPage,
  listing: Listing,
  from: Position,
): AsyncGenerator<RecordPage, void> {
  let { offset, lastId } = from
  let overlaps = true
  let next = page(listing, offset)
  for (;;) {
    const listed = await next
    const { records, total, size, isLast } = listed
    const first = records.length > 0 ? idOf(records[0]) : Number.POSITIVE_INFINITY
    if (overlaps && first > lastId && offset > 0) {
      offset = Math.max(offset - size + 1, 0)
      next = page(listing, offset)
      continue
    }
    const fresh = records.filter((record) => !(idOf(record) <= lastId))
    lastId = lastIdOf(fresh, lastId, listing.path)
    const goOn = nextOffset(offset, listed)
    const position: Position = { listing: from.listing, offset: goOn ?? offset, lastId }
    overlaps = goOn !== undefined
    if (!isLast) {
      offset = goOn ?? offset + size
      next = page(listing, offset)
      // Requested ahead, while the current page is written; a failure is thrown where it is awaited.
      next.catch(() => {})
    }
    const broken = fresh.filter((record) => Number.isNaN(idOf(record))).map(brokenRecord)
    if (fresh.length > 0)
      yield {
        records: fresh.filter((record) => !Number.isNaN(idOf(record))),
        broken,
        cursor: JSON.stringify(position),
        ...(total === undefined ? {} : { total }),
      }
    if (isLast) return
  }
}

function lastIdOf(records: readonly unknown[], before: number, path: string): number {
  let last = before
  for (const record of records) {
    const id = idOf(record)
    if (id < last) throw new SourceError('unstable', TEXT.unstable(path))
    if (id > last) last = id
  }
  return last
}

const brokenRecord = (record: unknown): BrokenRecord => ({
  at: JSON.stringify(record).slice(0, 60),
  reason: RECORD_TEXT.noId,
})
