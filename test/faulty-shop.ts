// A small shop whose answers go wrong on request, and what Góndola holds of it.
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { withStableRules } from '#server/ingest/reclassify.ts'
import { type Source, SourceError } from '#server/ingest/source.ts'
import { followOrders } from '#server/ingest/sync/follow.ts'
import { reconcileShop } from '#server/ingest/sync/reconcile-shop.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { settle } from '#server/ingest/sync/settle.ts'
import { openSync, openSyncJob, type Sync } from '#server/ingest/sync/sync.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json, Recordings } from './shop-server/recordings.ts'
import type { StoreServer } from './shop-server/server.ts'

export const NOW = Date.parse('2026-11-20T15:00:00Z')
export const DAY = 24 * 3600_000
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19)

export const dated = (ms: number) => ({
  date_created: iso(ms - 3 * 3600_000),
  date_created_gmt: iso(ms),
  date_modified: iso(ms - 3 * 3600_000),
  date_modified_gmt: iso(ms),
})

export const order = (id: number, at: number): Json => ({
  ...{ id, status: 'completed', currency: 'ARS', prices_include_tax: true, total: '10.00', customer_id: 0 },
  ...dated(at),
  ...{ billing: {}, meta_data: [], coupon_lines: [], fee_lines: [], shipping_lines: [], refunds: [] },
  line_items: [
    {
      ...{ id: id * 10, name: 'Yerba', product_id: 1, variation_id: 0, quantity: 1 },
      ...{ subtotal: '10.00', subtotal_tax: '0.00', total: '10.00', total_tax: '0.00', meta_data: [] },
    },
  ],
})

const account = (id: number): Json => ({
  ...{ id, email: `cuenta${id}@example.com`, first_name: 'Ana', last_name: 'Paz', role: 'customer' },
  ...dated(NOW - 40 * DAY),
  ...{ billing: {}, meta_data: [] },
})

const product = (id: number): Json => ({
  ...{ id, name: `Producto ${id}`, sku: `P${id}`, status: 'publish', type: 'simple', price: '10' },
  ...dated(NOW - 40 * DAY),
  ...{ permalink: '', stock_status: 'instock', stock_quantity: null, parent_id: 0 },
  ...{ categories: [{ id: 1 }], attributes: [], meta_data: [] },
})

const coupon = (id: number): Json => ({
  ...{ id, code: `cupon${id}`, amount: '5.00', discount_type: 'percent', description: '' },
  ...dated(NOW - 40 * DAY),
})

export const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, index) => from + index)

/** How much of everything a shop has, and in how many days its orders were made. */
export interface SmallShop {
  readonly products: number
  readonly customers: number
  readonly categories: number
  readonly coupons: number
  readonly days: number
}

/** More than a page of a capped shop. */
const USUAL: SmallShop = { products: 15, customers: 25, categories: 12, coupons: 14, days: 45 }

/** 110 orders are more than a page of a hundred. */
export const shopRecords = (orders: number, size = USUAL): Recordings => ({
  orders: upTo(orders).map((id) => order(id, NOW - ((id * 7) % size.days) * DAY)),
  refunds: [],
  products: upTo(size.products).map(product),
  variations: new Map(),
  customers: upTo(size.customers).map(account),
  categories: upTo(size.categories).map((id) => ({ id, name: `Rubro ${id}`, slug: `r${id}`, parent: 0 })),
  coupons: upTo(size.coupons).map(coupon),
})

const TABLES = {
  orders: sql`select order_id as id from orders order by id`,
  customers: sql`select customer_id as id from customers order by id`,
  products: sql`select product_id as id from products where status <> 'deleted' order by id`,
  coupons: sql`select coupon_id as id from coupons order by id`,
  categories: sql`select category_id as id from categories order by id`,
}

export async function stored(store: Store): Promise<Record<string, number[]>> {
  const found: Record<string, number[]> = {}
  for (const [table, query] of Object.entries(TABLES))
    found[table] = (await store.all<{ id: number }>(query)).map(({ id }) => id)
  return found
}

export const idsOf = (records: readonly Json[]) =>
  records.map(({ id }) => Number(id)).sort((one, other) => one - other)

/** What Góndola should hold of this shop. */
export const living = (shop: Recordings): Record<string, number[]> => ({
  orders: idsOf(shop.orders.filter(({ status }) => status !== 'trash')),
  customers: idsOf(shop.customers),
  products: idsOf(shop.products),
  coupons: idsOf(shop.coupons),
  categories: idsOf(shop.categories),
})

/** Errors of the shop are told; what matters here is what stays. */
export async function tried<T>(work: Promise<T>): Promise<T | SourceError> {
  return work.catch((error) => {
    if (error instanceof SourceError) return error
    throw error
  })
}

export class FaultyShop {
  at: number
  readonly store: Store
  readonly server: StoreServer
  constructor(store: Store, server: StoreServer, at = NOW) {
    this.store = store
    this.server = server
    this.at = at
  }
  now = () => new Date(this.at)
  openSource = (): Source =>
    wooCommerceSource(
      restShop({ url: this.server.url, key: KEY, secret: SECRET, attempts: 2, pause: async () => {} }),
    )
  async importAll() {
    const source = this.openSource()
    const { store, now } = this
    return tried(importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress, now }))
  }
  async job(key: string, all = true) {
    const { store, now, openSource } = this
    const jobs = await openJobs({ store, timeZone: TIME_ZONE, now, openSource })
    await jobs.start(key, { all })
    return (await jobs.settled()).get(key)
  }
  /** A round of the job `orders`, and the comparison of `reconciliation`, without their records of jobs. */
  poll = () =>
    this.#round(async (sync) => {
      await followOrders(sync)
      await settle(sync)
    })
  compare = () => this.#round((sync) => reconcileShop(sync, { month: undefined, all: false }))
  async #round(work: (sync: Sync) => Promise<unknown>) {
    const { store, now } = this
    const source = this.openSource()
    const round = withStableRules(store, source, async (rules) => {
      const sync = openSync(
        await openSyncJob({ store, timeZone: TIME_ZONE, now }, source, rules, silentProgress),
      )
      if (sync) await work(sync)
    })
    await tried(round)
    await rebuildDirtyMonths(store)
  }
  async hint(ids: readonly number[]) {
    const { store, now, openSource } = this
    await tried(refresh({ store, timeZone: TIME_ZONE, now, openSource }, 'order', ids))
  }
}
