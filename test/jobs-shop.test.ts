// Jobs that read the connected shop, here the recorded one over HTTP: each reads its own part, and nothing else.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RunResult } from '#server/ingest/jobs/job-runs.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { describeOneEngine, testEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { SAMPLE_ORDERS } from './shop-server/recordings.ts'
import { type Asked, type StoreServer, startSampleServer, type Trouble } from './shop-server/server.ts'

const TIME_ZONE = 'America/Argentina/Buenos_Aires'
const HIDDEN = new Set(['trash', 'auto-draft', 'checkout-draft'])

describeOneEngine('jobs of a shop', (engine) => {
  let server: StoreServer
  let store: Store
  beforeAll(async () => {
    server = await startSampleServer()
    store = await engine.open()
    // The state that a full import of an empty shop leaves.
    const source = { kind: 'woocommerce', origin: server.url }
    await store.transaction((tx) => writeSetting(tx, 'data_source', source))
  })
  afterAll(() => server.close())

  /** The clock of the recorded shop is that of the product. */
  const createdIn = (month: string) =>
    server.store.orders.filter(
      (order) => String(order.date_created).startsWith(month) && !HIDDEN.has(String(order.status)),
    )
  const newestMonth = () =>
    server.store.orders
      .map((order) => String(order.date_created).slice(0, 7))
      .sort()
      .at(-1) ?? ''

  async function run(key: string, monthsBack?: number): Promise<RunResult> {
    const jobs = await openJobs({
      store,
      timeZone: TIME_ZONE,
      now: () => new Date(`${newestMonth()}-20T12:00:00Z`),
      openSource: () =>
        wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 2 })),
    })
    expect(await jobs.start(key, { monthsBack })).toBe('started')
    const ending = (await jobs.settled()).get(key)
    if (!ending) throw new Error(`${key} did not end`)
    expect(ending.state, ending.message).not.toBe('failed')
    return ending
  }
  const count = async (table: string) =>
    (await store.one<{ count: number }>(sql`select count(*) as count from ${sql.identifier(table)}`))?.count
  const ordersPerMonth = () =>
    store.all(sql`select month, count(*) as orders from orders group by month order by month`)

  test('imports coupons, products and customers separately', async () => {
    await run('coupons')
    expect([await count('coupons'), await count('products')]).toEqual([server.store.coupons.length, 0])
    await run('products')
    expect(await count('categories')).toBe(server.store.categories.length)
    expect(await count('products')).toBeGreaterThanOrEqual(server.store.products.length)
    expect([await count('customers'), await count('orders')]).toEqual([0, 0])
    await run('customers')
    expect([await count('customers'), await count('orders')]).toEqual([server.store.customers.length, 0])
    expect(server.asked.some(({ path }) => path === 'orders')).toBe(false)
  })

  test('imports distributors from orders of the month without importing the orders', async () => {
    await run('distributors', 0)
    expect(await count('distributors')).toBeGreaterThan(0)
    expect(await count('orders')).toBe(0)
  })

  test('imports and rolls up the orders of a month and makes it the latest', async () => {
    const month = newestMonth()
    const ending = await run('orders', 0)
    const wanted = createdIn(month)
    const stored = await store.all<{ month: string; orders: number }>(
      sql`select month, count(*) as orders from orders where month = ${month} group by month`,
    )
    expect(stored).toEqual([{ month, orders: wanted.length }])
    expect(ending.processed).toBeLessThan(server.store.orders.length)
    expect(await readSetting(store, 'show_max_month')).toBe(month)
    expect(await store.all(sql`select name from data_versions where dirty`)).toEqual([])
    const [rows, rollup] = [
      await store.one(
        sql`select sum(net) as net, count(*) as orders from orders where month = ${month} and counted`,
      ),
      await store.one(
        sql`select sum(net) as net, sum(orders) as orders from rollup_months where month = ${month}`,
      ),
    ]
    expect(rollup).toEqual(rows)
  })

  test('removes an order that the shop deleted, without touching other months', async () => {
    const month = newestMonth()
    await run('orders', 1)
    const before = await ordersPerMonth()
    const [gone] = createdIn(month)
    server.store.orders = server.store.orders.filter((order) => order !== gone)
    const ending = await run('orders', 0)
    expect(ending.detail).toMatchObject({ collections: { orders: { removed: 1, written: 0 } } })
    expect(await store.all(sql`select order_id from orders where order_id = ${Number(gone?.id)}`)).toEqual([])
    expect(await ordersPerMonth()).toEqual(
      before.map((row) => (row.month === month ? { ...row, orders: Number(row.orders) - 1 } : row)),
    )
  })

  test('parts of the shop that always fail and are not needed hold no job up', async () => {
    // As an import leaves it.
    await store.transaction((tx) => writeSetting(tx, 'currency', 'ARS'))
    const asked = server.asked.length
    server.trouble = ({ path }) =>
      /^(?:system_status|settings\/)/.test(path) ? { kind: 'status', status: 500 } : undefined
    const pause = async () => {}
    const jobs = await openJobs({
      store,
      timeZone: TIME_ZONE,
      now: () => new Date(`${newestMonth()}-20T12:00:00Z`),
      openSource: () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, pause })),
    })
    await jobs.start('orders')
    const ending = (await jobs.settled()).get('orders')
    server.trouble = () => undefined
    expect(ending?.state, ending?.message).not.toBe('failed')
    const times = Map.groupBy(
      server.asked.slice(asked).filter(({ path }) => /^(?:system_status|settings\/)/.test(path)),
      ({ path }) => path,
    )
    expect([...times.keys()].sort()).toEqual([
      'settings/general/woocommerce_currency',
      'settings/tax/woocommerce_prices_include_tax',
      'settings/wc_admin',
      'system_status',
    ])
    // Each may take a minute, and is asked again five minutes later.
    for (const [path, some] of times) expect(some.length, path).toBe(1)
  })

  test('a setting that the shop told later is known from then on', async () => {
    await store.transaction((tx) => writeSetting(tx, 'shop_settings', undefined))
    server.trouble = ({ path }) =>
      path.startsWith('settings/tax') ? { kind: 'status', status: 503 } : undefined
    await run('orders')
    server.trouble = () => undefined
    await run('orders')
    server.settings.pricesIncludeTax = false
    expect((await run('orders')).message).toContain('impuestos')
    server.settings.pricesIncludeTax = true
    expect((await run('orders')).message).not.toContain('impuestos')
  })

  test('a silent shop fails the run with its reason', async () => {
    server.trouble = () => ({ kind: 'status', status: 401 })
    const jobs = await openJobs({
      store,
      timeZone: TIME_ZONE,
      now: () => new Date(),
      openSource: () =>
        wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 1 })),
    })
    await jobs.start('coupons')
    const ending = (await jobs.settled()).get('coupons')
    expect(ending?.state).toBe('failed')
    expect(ending?.message).not.toBe('')
    expect(ending?.message).not.toContain(SECRET)
  })
})

const embedded = testEngine('duckdb')
afterEach(() => {
  vi.useRealTimers()
})

test('a whole import resumes by itself when the shop answers again', async () => {
  const server = await startSampleServer()
  const store = await embedded.open()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const jobs = await openJobs({
    store,
    timeZone: TIME_ZONE,
    now: () => new Date(),
    openSource: () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 1 })),
  })
  jobs.schedule()
  const away = ({ path, query }: Asked): Trouble | undefined =>
    path === 'orders' && Number(query.get('offset')) > SAMPLE_ORDERS / 2
      ? { kind: 'status', status: 503 }
      : undefined
  server.trouble = away
  await jobs.start('import')
  expect(await jobs.finished('import')).toMatchObject({ state: 'failed' })

  server.trouble = () => undefined
  // In steps: while the database answers, the clock of the jobs skips its turns; a step during a run would end its requests.
  const later = async () => {
    await vi.advanceTimersByTimeAsync(10_000)
    await jobs.settled()
    return (await jobs.finished('import'))?.state
  }
  await expect.poll(later, { timeout: 60_000 }).toBe('success')
  vi.useRealTimers()
  expect(await store.one(sql`select count(*) as orders from orders`)).toEqual({ orders: SAMPLE_ORDERS })
  await jobs.stop()
  await server.close()
}, 120_000)
