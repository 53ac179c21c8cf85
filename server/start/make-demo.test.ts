// Demo data on both engines: the stored rows are those generated, and every total is the sum of its rows.
import { beforeAll, expect, test } from 'vitest'
import { parseCents } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { type DemoOptions, demoShop } from '#server/sources/demo/generate.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { dirtyMonths, readVersions } from '#server/store/versions.ts'
import { testApp } from '#test/app.ts'
import { describeOneEngine } from '#test/engines.ts'
import { clearDemo, contentsOf } from '../ingest/data-source.ts'
import { type Progress, silentProgress } from '../ingest/progress.ts'
import { writeProducts } from '../ingest/write-catalog.ts'
import { writeDistributors } from '../ingest/write-distributors.ts'
import { readSetting, writeSetting } from '../store/settings.ts'
import { demoEnd, lastFullMonth, makeDemo, NotEmptyError } from './make-demo.ts'

const OPTIONS: DemoOptions = {
  orders: 3000,
  months: 6,
  until: '2026-05',
  seed: 7,
  timeZone: 'America/Argentina/Buenos_Aires',
}
const shop = demoShop(OPTIONS)
const orders = shop.months.flatMap((month) => [...shop.orders(month, 5000)].flat())
const ofMonth = (month: string): OrderFacts[] => orders.filter(({ order }) => order.month === month)
const cents = (amounts: readonly string[]): number =>
  amounts.reduce((total, amount) => total + parseCents(amount), 0)

describeOneEngine('demo data', (engine) => {
  let store: Store
  beforeAll(async () => {
    store = await engine.open()
    await makeDemo(store, OPTIONS)
  })
  const all = (query: Sql) => store.all(query)
  const numberOf = async (table: string) =>
    (await store.one<{ rows: number }>(sql`select count(*) as rows from ${sql.identifier(table)}`))?.rows

  test('stores every generated row', async () => {
    expect(await numberOf('orders')).toBe(3000)
    expect(await numberOf('order_lines')).toBe(orders.flatMap(({ lines }) => lines).length)
    expect(await numberOf('order_discounts')).toBe(orders.flatMap(({ discounts }) => discounts).length)
    expect(await numberOf('order_refunds')).toBe(orders.flatMap(({ refunds }) => refunds).length)
    expect(await numberOf('customers')).toBe(shop.customerCount)
    expect(await numberOf('products')).toBe(shop.products.length)
    expect(await numberOf('distributors')).toBe(120)
    const [facts] = ofMonth('2026-03')
    const { order } = facts!
    const stored = await store.one(sql`select * from orders where order_id = ${order.order_id}`)
    const money = [
      'gross',
      'discount',
      'refunded',
      'net',
      'shipping',
      'fees',
      'total',
      'gap',
      'analytics_net',
      'included_tax',
      'untaxed_fees',
      'voucher_paid',
    ] as const
    expect(stored).toEqual({
      ...order,
      ...Object.fromEntries(money.map((name) => [name, Number(order[name])])),
    })
  })

  test('rollups of a month are the sum of its generated orders', async () => {
    for (const month of shop.months) {
      const counted = ofMonth(month).filter(({ order }) => order.counted)
      const [row] = await all(sql`
        select sum(orders) as orders, sum(coupons) as coupons, sum(gross) as gross, sum(discount) as discount,
          sum(refunded) as refunded, sum(net) as net from rollup_months where month = ${month}`)
      const total = (field: 'gross' | 'discount' | 'refunded' | 'net') =>
        cents(counted.map(({ order }) => order[field])) / 100
      expect(row).toEqual({
        orders: counted.length,
        coupons: counted.reduce((sum, { order }) => sum + order.coupons, 0),
        gross: total('gross'),
        discount: total('discount'),
        refunded: total('refunded'),
        net: total('net'),
      })
    }
  })

  test('products, segments, businesses and discounts add up to the months', async () => {
    const months = await all(
      sql`select month, sum(net) as net, sum(discount) as discount from rollup_months group by month order by month`,
    )
    const tables = [
      'rollup_products',
      'rollup_sold',
      'rollup_segments',
      'rollup_businesses',
      'rollup_provinces',
    ]
    for (const table of tables) {
      const rows = await all(
        sql`select month, sum(net) as net from ${sql.identifier(table)} group by month order by month`,
      )
      expect(rows).toEqual(months.map(({ month, net }) => ({ month, net })))
    }
    expect(
      await all(
        sql`select month, sum(amount) as discount from rollup_discounts group by month order by month`,
      ),
    ).toEqual(months.map(({ month, discount }) => ({ month, discount })))
  })

  test('nothing is left to rebuild and the newest month is shown', async () => {
    expect(await dirtyMonths(store)).toEqual([])
    expect(await readSetting(store, 'show_max_month')).toBe('2026-05')
    expect(await contentsOf(store)).toBe('demo')
    const versions = await readVersions(store)
    expect(shop.months.filter((month) => !versions.has(month))).toEqual([])
  })
})

describeOneEngine('making demo data', (engine) => {
  const small = { ...OPTIONS, orders: 200, months: 2 }
  const count = async (store: Store) =>
    (await store.one<{ n: number }>(sql`select count(*) as n from orders`))?.n

  test('replaces other demo data, and is replaced by a shop', async () => {
    const store = await engine.open()
    expect(await contentsOf(store)).toBe('empty')
    await makeDemo(store, small)
    await makeDemo(store, { ...small, orders: 300 })
    expect(await count(store)).toBe(300)
    expect(await clearDemo(store)).toBe(true)
    expect(await contentsOf(store)).toBe('empty')
    expect(await count(store)).toBe(0)
    expect(await readSetting(store, 'demo')).toBeUndefined()
  })

  test('goes through the days of a running month', async () => {
    const store = await engine.open()
    await makeDemo(store, { ...small, orders: 2000, through: '2026-06-17' })
    const days = await store.one<{ rows: number; first: string; last: string; account: string }>(sql`
      select count(*) as rows, min(order_date) as first, max(order_date) as last,
        (select max(cast(registered_at as date)) from customers) as account from orders`)
    expect(days).toMatchObject({ rows: 2000, account: '2026-06-17', last: '2026-06-17' })
    expect(days?.first.slice(0, 7)).toBe('2026-04')
    expect(await readSetting(store, 'show_max_month')).toBe('2026-06')
    expect(await dirtyMonths(store)).toEqual([])
  })

  test('takes what people entered about its numbers along, which a shop gives to other things', async () => {
    const store = await engine.open()
    await makeDemo(store, small)
    const app = await testApp(store)
    const [product] = shop.products
    const [distributor] = shop.distributors
    const rows = [{ product: product?.sku, since: '2026-05-01', cost: 10 }]
    const saved = await app.post('/api/products/costs', { rows }, 'superAdmin')
    expect(saved.json().data.changed).toBe(1)
    const email = { email: 'norte@prueba.example' }
    const address = `/api/distributors/${distributor?.dist_id}/email`
    expect((await app.post(address, email, 'superAdmin')).statusCode).toBe(200)
    await clearDemo(store)
    // The shop has a product and a distributor of the same numbers.
    await store.transaction(async (tx) => {
      await writeProducts(
        tx,
        shop.products.slice(0, 1).map((one) => ({ ...one, cost: null })),
      )
      await writeDistributors(tx, [{ ...distributor!, email: '' }])
    })
    const costs = await app.get('/api/products/costs?missing=1', 'superAdmin')
    expect(costs.json().data).toMatchObject([{ sku: product?.sku, source: '' }])
    const reached = await app.get('/api/sheet-mails', 'superAdmin')
    expect(reached.statusCode).toBe(200)
    expect(reached.body).toContain(distributor?.name)
    expect(reached.body).not.toContain(email.email)
    await app.close()
  })

  test('is never mixed with the data of a shop', async () => {
    const store = await engine.open()
    await makeDemo(store, small)
    await store.transaction((tx) => writeSetting(tx, 'data_source', { kind: 'woocommerce', origin: 'x' }))
    expect(await contentsOf(store)).toBe('shop')
    await expect(makeDemo(store, { ...small, orders: 300 })).rejects.toThrow(NotEmptyError)
    expect(await count(store)).toBe(200)
    await makeDemo(store, { ...small, orders: 300 }, silentProgress, { replace: true })
    expect(await count(store)).toBe(300)
    expect(await contentsOf(store)).toBe('demo')
  })

  test('reports an interrupted generation and starts again', async () => {
    const store = await engine.open()
    const failing: Progress = {
      ...silentProgress,
      start(label) {
        if (label === 'Órdenes') throw new Error('the lights went out')
      },
    }
    await expect(makeDemo(store, small, failing)).rejects.toThrow('the lights went out')
    expect(await contentsOf(store)).toBe('unfinished-demo')
    await makeDemo(store, small)
    expect(await contentsOf(store)).toBe('demo')
    expect(await count(store)).toBe(200)
  })

  test('does not take a demo that another server starts between two reads for a shop', async () => {
    const store = await engine.open()
    let reads = 0
    const one: Store['one'] = async (query) => {
      if (++reads === 2) await makeDemo(store, small)
      return store.one(query)
    }
    expect(await contentsOf({ ...store, one })).toBe('demo')
  })
})

test('the last whole month follows the shop’s clock', () => {
  const midnight = new Date('2026-11-01T02:00:00Z')
  expect(lastFullMonth('America/Argentina/Buenos_Aires', midnight)).toBe('2026-09')
  expect(lastFullMonth('UTC', midnight)).toBe('2026-10')
})

test('the demo ends yesterday, or with the last whole month while the running one is young', () => {
  const at = (instant: string) => demoEnd('America/Argentina/Buenos_Aires', new Date(instant))
  expect(at('2026-11-04T03:00:00Z')).toEqual({ until: '2026-10', through: '2026-11-03' })
  expect(at('2026-11-04T02:00:00Z')).toEqual({ until: '2026-10', through: undefined })
  expect(at('2026-11-01T12:00:00Z')).toEqual({ until: '2026-10', through: undefined })
  expect(at('2026-12-31T12:00:00Z')).toEqual({ until: '2026-11', through: '2026-12-30' })
})
