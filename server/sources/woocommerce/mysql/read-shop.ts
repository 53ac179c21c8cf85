// Reads a WooCommerce shop from its database, as the REST API would list it.
import type { Collection, CreatedRange } from '#server/ingest/source.ts'
import { analyticsSettings, DATE_OPTION, LEFT_OUT_OPTION } from '../analytics-settings.ts'
import { decodeEntities } from '../entities.ts'
import type { Mapping } from '../mapping.ts'
import type { Shop } from '../records.ts'
import { siteZone } from '../site-zone.ts'
import type { MysqlAddress } from './address.ts'
import { type Batches, pages, sequentialBatches, singleBatch } from './batches.ts'
import { categories, coupons } from './catalogue.ts'
import { customerBatch } from './customers.ts'
import { openDatabase, quoted } from './database.ts'
import { fatesOf } from './fates.ts'
import { metaKeys } from './meta-keys.ts'
import { orderTables } from './order-tables.ts'
import { type OrdersJob, orderBatches, refundBatches, refundsOf } from './orders.ts'
import { unserialize } from './php-serialize.ts'
import { readProductSkus } from './product-skus.ts'
import { type KnownProduct, knownProducts, variationsOf } from './products.ts'
import { type ShopTables, shopTables } from './tables.ts'

/** `mapping` may still be loading; queries that do not depend on it run meanwhile. */
export async function mysqlShop(address: MysqlAddress, mapping: Mapping | Promise<Mapping>): Promise<Shop> {
  const db = await openDatabase(address)
  try {
    const tables = await shopTables(db, address)
    const orders = orderTables(tables)
    const [counted] = await db.rows(`select count(*) from ${orders.table} where ${orders.isOrder}`)
    const total = Number(counted?.[0])
    const skus = await readProductSkus(db, tables)
    const keys = metaKeys(await mapping)
    const job: OrdersJob = { db, tables, orders, keys: keys.orders, itemKeys: keys.items, skus }
    const catalogue = { db, tables, keys: keys.products }
    let known: KnownProduct[] | undefined
    const products = async () => {
      known ??= await knownProducts(catalogue)
      return known
    }
    const batches: Record<Collection, (created?: CreatedRange) => Batches> = {
      categories: () => singleBatch(() => categories(catalogue)),
      coupons: () => singleBatch(() => coupons(catalogue)),
      products: () => singleBatch(async () => (await products()).map(({ record }) => record)),
      customers: () =>
        sequentialBatches((after, size) => customerBatch(db, tables, keys.customers, after, size)),
      refunds: () => refundBatches(job),
      orders: (created) => orderBatches(job, created ? createdWithin(orders.created, created) : ''),
    }
    return {
      origin: `mysql:${address.socketPath ?? `${address.host}:${address.port}`}/${address.database}/${tables.prefix}`,
      address: `${tables.option('home').replace(/\/+$/, '')}/`,
      close: () => db.close(),
      currency: async () => tables.option('woocommerce_currency') || undefined,
      about: async () => about(tables),
      read: async (collection, cursor, { created } = {}) =>
        pages(batches[collection](created), cursor, collection === 'orders' ? total : undefined),
      async *variations(productIds) {
        const wanted = new Set(productIds)
        const parents = (await products()).filter(({ record }) => wanted.has(record.id))
        const byId = new Map(parents.map((product) => [product.record.id, product]))
        yield* pages(singleBatch(() => variationsOf(catalogue, byId)))
      },
      refundsOf: (orderId) => refundsOf(job, orderId),
      absences: {
        kind: 'asked',
        fates: (collection, ids) => fatesOf({ db, tables, orders }, collection, ids),
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}

/** A day of slack on either side covers every time zone. */
function createdWithin(column: string, { after, before }: CreatedRange): string {
  const shifted = (time: string, days: number) =>
    quoted(new Date(Date.parse(`${time}Z`) + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' '))
  return `and ${column} > ${shifted(after, -1)} and ${column} < ${shifted(before, 1)}`
}

function about(tables: ShopTables) {
  const name = decodeEntities(tables.option('blogname'))
  const zone = siteZone(tables.option('timezone_string'), tables.option('gmt_offset'))
  const analytics = analyticsSettings(tables.option(DATE_OPTION), statusList(tables.option(LEFT_OUT_OPTION)))
  return { ...(name === '' ? {} : { name }), ...(zone === '' ? {} : { timeZone: zone }), analytics }
}

/** The option as PHP serialized it; undefined where it was never set. */
function statusList(option: string): unknown {
  const value = unserialize(option)
  return value instanceof Map ? [...value.values()] : undefined
}
