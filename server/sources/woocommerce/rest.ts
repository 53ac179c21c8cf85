// A shop by its REST API: whole collections, and single records.
import {
  type Collection,
  type Fate,
  type RecordId,
  type RemovableCollection,
  type ShopInfo,
  SourceError,
} from '#server/ingest/source.ts'
import { readAnalyticsSettings } from './analytics-settings.ts'
import { type Client, type ClientOptions, wooCommerceClient } from './client.ts'
import { decodeEntities } from './entities.ts'
import { orderStatuses } from './order-statuses.ts'
import { type OwnAddresses, ownAddresses } from './own-address.ts'
import { pagesById } from './pages-by-id.ts'
import { fieldOf } from './probe.ts'
import type { BrokenRecord, RecordPage, Shop } from './records.ts'
import { restChanges } from './rest-changes.ts'
import {
  fieldsOf,
  hasId,
  idOf,
  isOutage,
  type Listing,
  ONE_ATTEMPT,
  pageReader,
  type ReadPage,
} from './rest-page.ts'
import { currencyOfShop } from './shop-currency.ts'
import { readByIds } from './shop-lookups.ts'
import { siteZone } from './site-zone.ts'
import { RECORD_TEXT, TEXT } from './text.ts'
import { isNameless, isUnreadable } from './unreadable.ts'

/** Orders are asked for by the names of their statuses. */
const LISTINGS: Record<Collection, readonly Listing[]> = {
  categories: [{ path: 'products/categories', query: {} }],
  coupons: [{ path: 'coupons', query: {} }],
  products: [
    { path: 'products', query: { status: 'any' } },
    { path: 'products', query: { status: 'trash' } },
  ],
  customers: [{ path: 'customers', query: { role: 'all' } }],
  refunds: [{ path: 'refunds', query: {} }],
  orders: [{ path: 'orders', query: {} }],
}

export function restShop(options: ClientOptions): Shop {
  const client = wooCommerceClient(options)
  const withNameless = new Set<string>()
  const page = pageReader(client, (path) => withNameless.add(path))
  const own = ownAddresses(client)
  const statuses = orderStatuses(client)
  const short = new Map<string, string>()
  const onWhole: OnWhole = (path, listed, total) => {
    if (listed < total) short.set(path, TEXT.short(path, listed, total))
    else short.delete(path)
  }
  return {
    origin: client.origin,
    changes: restChanges(client, page, own, statuses.listed),
    absences: { kind: 'asked', fates: (collection, ids) => fatesOf(own, collection, ids) },
    remarks: () => [
      ...(client.isCached() ? [TEXT.cached] : []),
      ...short.values(),
      ...[...withNameless].map(TEXT.nameless),
      ...(own.unlisted() > 0 ? [TEXT.unlisted(own.unlisted())] : []),
      ...(own.denied() > 0 ? [TEXT.denied(own.denied())] : []),
    ],
    orderStatuses: statuses.registered,
    close: () => client.close(),
    currency: (options) => currencyOfShop(client, options),
    about: () => aboutSite(client),
    async read(collection, cursor, { created, distrustsEnd = false } = {}) {
      if (collection === 'refunds' && !(await offers(client, 'refunds'))) return undefined
      const status = collection === 'orders' ? { status: await statuses.listed() } : {}
      const all = LISTINGS[collection].map(({ path, query }) => ({
        path,
        query: { ...query, ...status, ...created },
      }))
      return listings(page, all, { cursor, distrustsEnd, ...(created === undefined && { onWhole }) })
    },
    async *variations(productIds) {
      for (const parent_id of productIds) {
        const listing = { path: `products/${parent_id}/variations`, query: {} }
        for await (const listed of listings(page, [listing]))
          yield { ...listed, records: listed.records.map((record) => withParent(record, parent_id)) }
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
  }
}

const withParent = (variation: unknown, parent_id: number): unknown =>
  isUnreadable(variation) ? variation : { parent_id, ...fieldsOf(variation) }

async function fatesOf(own: OwnAddresses, collection: RemovableCollection, ids: readonly RecordId[]) {
  const answers = await own.askAll(collection, ids)
  return new Map<number, Fate>(answers.map(({ id, fate }) => [id, fate]))
}

/** Optional parts: WordPress's own index, above WooCommerce's routes, is blocked in some shops, and settings need rights. */
async function aboutSite(client: Client): Promise<ShopInfo> {
  const site = await optional(client, '../../', { _fields: 'name,timezone_string,gmt_offset' })
  const [name, zone] = [
    fieldOf(site, 'name'),
    siteZone(fieldOf(site, 'timezone_string'), fieldOf(site, 'gmt_offset')),
  ]
  const { value: tax } = await optional(client, 'settings/tax/woocommerce_prices_include_tax')
  const { settings } = await optional(client, 'system_status', { _fields: 'settings' })
  const { HPOS_enabled: tables } = fieldsOf(settings)
  const analytics = await readAnalyticsSettings(client)
  return {
    ...(name !== '' ? { name: decodeEntities(name) } : {}),
    ...(zone !== '' ? { timeZone: zone } : {}),
    ...(tax === 'yes' || tax === 'no' ? { pricesIncludeTax: tax === 'yes' } : {}),
    ...(typeof tables === 'boolean' ? { storage: tables ? 'tables' : 'posts' } : {}),
    ...(analytics && { analytics }),
  }
}

async function optional(client: Client, path: string, query = {}): Promise<Record<string, unknown>> {
  try {
    return fieldsOf((await client.get(path, query, ONE_ATTEMPT)).body)
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
    // Its newest record may be one that the shop fails to show.
    if (isOutage(error)) return true
    throw error
  }
}

/** Position in a series of listings. */
interface Position {
  readonly listing: number
  readonly offset: number
  readonly lastId: number
}

/** A listing that was read from its beginning: its number of records, and the shop's. */
type OnWhole = (path: string, listed: number, total: number) => void

interface ListingsOptions {
  readonly cursor?: string | undefined
  readonly distrustsEnd?: boolean
  readonly onWhole?: OnWhole
}

async function* listings(
  page: ReadPage,
  all: readonly Listing[],
  { cursor, distrustsEnd = false, onWhole }: ListingsOptions = {},
): AsyncGenerator<RecordPage, void> {
  const from: Position = cursor === undefined ? { listing: 0, offset: 0, lastId: 0 } : JSON.parse(cursor)
  for (const [index, listing] of all.entries()) {
    if (index < from.listing) continue
    const start = index === from.listing ? from : { offset: 0, lastId: 0 }
    let listed = 0
    let counted = 0
    let readUpTo = start.lastId
    for await (const { records, total, offset, lastId } of pagesById(page, listing, {
      ...start,
      distrustsEnd,
    })) {
      const broken = brokenAmong(records, readUpTo)
      const position: Position = { listing: index, offset, lastId }
      readUpTo = lastId
      listed += records.length
      counted = total
      yield {
        records: records.filter(hasId),
        broken,
        cursor: JSON.stringify(position),
        total,
      }
    }
    if (start.offset === 0) onWhole?.(listing.path, listed, counted)
  }
}

/** Records without an id; `after`: the id of the last record before them. */
function brokenAmong(records: readonly unknown[], after: number): BrokenRecord[] {
  let before = after
  return records.flatMap((record) => {
    if (hasId(record)) {
      before = idOf(record)
      return []
    }
    if (isNameless(record)) return { at: RECORD_TEXT.after(before), reason: RECORD_TEXT.unanswered }
    return { at: JSON.stringify(record).slice(0, 60), reason: RECORD_TEXT.noId }
  })
}
