// Orders of plug-ins, through every reader and on both engines: equal to the cent to a plain model, and nothing removed.
import { type Connection, createConnection } from 'mysql2/promise'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importShop } from '#server/ingest/import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Source } from '#server/ingest/source.ts'
import { removeOrders } from '#server/ingest/write.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { DEFAULT_MAPPING } from '#server/sources/woocommerce/mapping.ts'
import { mysqlAddress } from '#server/sources/woocommerce/mysql/address.ts'
import { mysqlShop } from '#server/sources/woocommerce/mysql/read-shop.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, FaultyShop, NOW } from './faulty-shop.ts'
import { type Mariadb, startMariadb } from './mariadb.ts'
import { scorecardOf, type Worth, worthOf } from './plain-amounts.ts'
import { NOT_PUBLIC, SHAPES, shapesShop } from './plugin-shapes.ts'
import { startStoreServer } from './shop-server/server.ts'
import { folderOf, NO_RECORDS, type ServedShop, serveShopOf } from './small-files.ts'
import { loadShop } from './wordpress/load.ts'
import type { WrittenShop } from './wordpress/recorded.ts'

const LAYOUTS = ['hpos', 'posts'] as const
const database = (layout: string) => `shapes_${layout}_${process.pid}`

let mariadb: Mariadb
let shopkeeper: Connection
beforeAll(async () => {
  mariadb = await startMariadb()
  shopkeeper = await createConnection({ uri: mariadb.url, charset: 'utf8mb4' })
  const shop: WrittenShop = JSON.parse(JSON.stringify({ ...shapesShop(), variations: [] }))
  for (const layout of LAYOUTS) {
    await shopkeeper.query(`create database ${database(layout)}`)
    await shopkeeper.query(`use ${database(layout)}`)
    await loadShop(shopkeeper, shop, layout)
  }
}, 240_000)
afterAll(async () => {
  if (process.env.GONDOLA_TEST_MYSQL_URL && shopkeeper)
    for (const layout of LAYOUTS) await shopkeeper.query(`drop database ${database(layout)}`)
  await shopkeeper?.end()
  await mariadb?.stop()
})

const importFrom = (store: Store, source: Source) =>
  importShop({
    ...{ store, source, timeZone: TIME_ZONE, progress: silentProgress, currency: 'ARS' },
    now: () => new Date(NOW),
  })

async function importMysql(store: Store, layout: (typeof LAYOUTS)[number]) {
  const url = new URL(mariadb.url)
  url.pathname = `/${database(layout)}`
  const source = wooCommerceSource(await mysqlShop(mysqlAddress(url.href), DEFAULT_MAPPING))
  await importFrom(store, source).finally(() => source.close())
}

/** Runs with a shop by REST. */
async function withShop(store: Store, work: (shop: FaultyShop) => Promise<unknown>, isEmpty = false) {
  const all = shapesShop()
  const server = await startStoreServer(undefined, isEmpty ? { ...NO_RECORDS, customers: [OWNER] } : all)
  server.settings = { notPublic: NOT_PUBLIC, priceDecimals: 2 }
  const shop = new FaultyShop(store, server)
  try {
    await shop.importAll()
    await work(shop)
  } finally {
    await server.close()
  }
}

/** A shop is never without an account. */
const OWNER = {
  ...{ id: 1, email: 'duenia@ejemplo.test', role: 'administrator', first_name: 'Eva', last_name: 'Paz' },
  ...{ date_created_gmt: '2023-12-01T12:00:00', billing: {}, meta_data: [] },
}

const READERS: Record<string, (store: Store) => Promise<unknown>> = {
  REST: (store) => withShop(store, async () => {}),
  'REST of prices without decimals': (store) =>
    withShop(store, async (shop) => {
      shop.server.settings.priceDecimals = 0
      shop.at += DAY
      await shop.importAll()
    }),
  async files(store) {
    const { orders, refunds } = shapesShop()
    await importFrom(store, wooCommerceSource(await filesShop(folderOf({ orders, refunds }))))
  },
  'MySQL with HPOS': (store) => importMysql(store, 'hpos'),
  'MySQL with posts': (store) => importMysql(store, 'posts'),
  sync: (store) =>
    withShop(
      store,
      async (shop) => {
        const { orders, refunds } = shapesShop()
        Object.assign(shop.server.store, { orders, refunds })
        // Most are older than the last change that was followed: a webhook tells them.
        await shop.hint(orders.map(({ id }) => Number(id)))
        await shop.poll()
      },
      true,
    ),
  comparison: (store) =>
    withShop(store, async (shop) => {
      await store.run(sql`delete from order_lines where order_id % 3 = 0`)
      await store.run(sql`update orders set gross = gross + 1, net = net + 1 where order_id % 4 = 2`)
      await store.run(sql`delete from order_refunds where order_id % 2 = 1`)
      const ids = shop.server.store.orders.map(({ id }) => Number(id)).filter((id) => id % 4 === 1)
      await store.transaction((tx) => removeOrders(tx, ids, 'now'))
      shop.at += DAY
      await shop.job('reconciliation')
    }),
}

describeOneEngine('orders of plug-ins', (engine) => {
  let model: Worth[]
  let shop: ServedShop | undefined
  beforeEach(() => {
    const { orders, refunds } = shapesShop()
    model = worthOf(orders, refunds)
  })
  afterEach(async () => {
    await shop?.close()
    shop = undefined
  })

  describe.each(Object.entries(READERS))('by %s', (_, read) => {
    test('are worth what a plain model says, order by order and month by month', async () => {
      const store = await engine.open()
      await read(store)
      expect(await store.all(sql`select * from removals`)).toEqual([])
      const rows = await store.all<Worth>(sql`
        select order_id, status, month, counted, units - refunded_units as units, gross, discount, refunded, net
        from orders order by order_id`)
      for (const [name, { month }] of SHAPES) {
        const within = (all: readonly Worth[]) => all.filter((one) => one.month === month)
        expect(within(rows), name).toEqual(within(model))
      }
      const lines = await store.all<{ order_id: number; net: number }>(
        sql`select order_id, sum(net) as net from order_lines group by order_id order by order_id`,
      )
      expect(lines.map(({ net }) => net)).toEqual(model.map(({ net }) => net))
      shop = await serveShopOf(store)
      for (const [name, { month }] of SHAPES) {
        const { main_month } = await shop.getData<{ main_month: object }>(
          `/api/summary/main-page?start_date=${month}`,
        )
        expect(main_month, name).toMatchObject(scorecardOf(model, month))
      }
      const { main_month } = await shop.getData<{ main_month: object }>(
        `/api/summary/main-page?start_date=${SHAPES.get('erased buyers')?.month}`,
      )
      expect(main_month).toMatchObject({ distinct_customers: 3 })
    }, 120_000)
  })
})
