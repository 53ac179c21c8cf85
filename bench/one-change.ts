// Time from a webhook to updated figures, with histories of different lengths. The shop responds at once.
import { join } from 'node:path'
import { DATA_SOURCE } from '#server/ingest/data-source.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { toSourceRecord } from '#server/sources/woocommerce/record-heads.ts'
import type { Shop } from '#server/sources/woocommerce/records.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { DEMO_DEFAULTS, lastFullMonth, makeDemo } from '#server/start/make-demo.ts'
import { openStore } from '#server/store/open.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { count, heading, ms, percentile, table, timed } from './figures.ts'
import { grow } from './grow.ts'

export const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const MONTHS = 2
/** Of a process, until its code runs as fast as that of a server after some minutes. */
const WARM_UP = 30
const CHANGES = 40

/** `factor`: how many times longer the history becomes. */
export async function measureOneChange(folder: string, orders: number, factor: number): Promise<void> {
  heading('A change of one order, from the hint to right figures')
  const store = await openStore({ dataDir: join(folder, 'one-change') })
  try {
    const until = lastFullMonth(TIME_ZONE)
    await makeDemo(
      store,
      { ...DEMO_DEFAULTS, orders, months: MONTHS, until, timeZone: TIME_ZONE },
      silentProgress,
    )
    await store.transaction((tx) =>
      writeSetting(tx, DATA_SOURCE, { kind: 'woocommerce', origin: 'http://localhost/' }),
    )
    const small = await changes(store, 100)
    await grow(store, factor, () => {})
    const large = await changes(store, 200)
    const line = ({ orders: held, month, samples, first }: Measured) => [
      `${count(held)} orders, ${count(month)} in the month`,
      ms(percentile(samples, 0.5)),
      ms(percentile(samples, 0.95)),
      ms(first),
    ]
    console.log(table(['', 'median ms', 'p95 ms', 'first ms'], [line(small), line(large)]))
    const ratio = percentile(large.samples, 0.5) / percentile(small.samples, 0.5)
    console.log(`\n${ratio.toFixed(2)} × the time for ${factor} × the orders`)
  } finally {
    await store.close()
  }
}

interface Measured {
  readonly orders: number
  readonly month: number
  readonly samples: readonly number[]
  /** Of the first change, before the warm-up. */
  readonly first: number
}

/** Samples of a change of one order in the newest month: orders of accounts become those of guests. */
export async function changes(store: Store, price: number): Promise<Measured> {
  const held = await store.one<{ orders: number }>(sql`select count(*) as orders from orders`)
  const some = await store.all<{ order_id: number; created_at: string; month: string }>(sql`
    select order_id, created_at, month from orders
    where month = (select max(month) from orders) and customer_id > 0
    order by order_id limit ${WARM_UP + CHANGES}`)
  const of = await store.one<{ orders: number }>(
    sql`select count(*) as orders from orders where month = ${some[0]?.month ?? ''}`,
  )
  const samples: number[] = []
  for (const [turn, { order_id, created_at }] of some.entries()) {
    const setting = {
      store,
      timeZone: TIME_ZONE,
      now: () => new Date(),
      openSource: () => wooCommerceSource(shopWith(order_id, created_at, price + turn)),
    }
    const [refreshed, took] = await timed(() => refresh(setting, 'order', [order_id]))
    if (refreshed.written !== 1) throw new Error(`order ${order_id}: ${JSON.stringify(refreshed)}`)
    samples.push(took)
  }
  return {
    orders: held?.orders ?? 0,
    month: of?.orders ?? 0,
    samples: samples.slice(WARM_UP),
    first: samples[0] ?? Number.NaN,
  }
}

/** A shop with one order, in WooCommerce's format. */
function shopWith(id: number, created: string, price: number): Shop {
  const local = created.slice(0, 19).replace(' ', 'T')
  const amount = price.toFixed(2)
  const line = { subtotal: amount, subtotal_tax: '0.00', total: amount, total_tax: '0.00', meta_data: [] }
  const order = {
    ...{ id, status: 'completed', currency: 'ARS', prices_include_tax: false, total: amount },
    ...{ date_created: local, date_modified_gmt: new Date().toISOString().slice(0, 19), customer_id: 0 },
    billing: { email: `cliente${price}@example.com`, state: 'X', country: 'AR' },
    line_items: [1, 2, 3].map((at) => ({
      ...line,
      id: id * 10 + at,
      name: 'Alfajor',
      product_id: 1,
      quantity: 1,
    })),
  }
  const none = async () => undefined
  async function* nothing() {}
  return {
    origin: 'http://localhost/',
    currency: async () => 'ARS',
    about: async () => ({}),
    read: none,
    variations: nothing,
    refundsOf: async () => [],
    close() {},
    changes: {
      shopTime: () => undefined,
      newest: none,
      since: nothing,
      byId: async (collection) => (collection === 'orders' ? [order].map(toSourceRecord(collection)) : []),
      oneByOne: async () => ({ records: [], gone: new Map() }),
      ordersIn: none,
      newestCustomers: nothing,
      accountsWithRole: nothing,
      accountCount: none,
      oldestOrder: none,
      ordersCreated: nothing,
    },
  }
}
