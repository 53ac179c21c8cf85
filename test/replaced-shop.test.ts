// Another shop, or the same one at another address, is connected to the data of the first: nothing of it is mixed in before its
// import, which starts with the server and makes it count.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Secret } from '#server/config/config.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { openConnection } from '#server/shop/connection.ts'
import { firstImport } from '#server/start/first-import.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, NOW, shopRecords, stored } from './faulty-shop.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

describeOneEngine('another shop in the place of an imported one', (engine) => {
  let first: StoreServer
  let second: StoreServer
  let store: Store
  beforeEach(async () => {
    first = await startStoreServer(undefined, shopRecords(30))
    second = await startStoreServer(undefined, shopRecords(20))
    for (const record of second.store.orders)
      Object.assign(record, { total: '99.00', ...dated(NOW - 20 * DAY) })
    for (const record of second.store.products)
      Object.assign(record, { name: 'Otro', ...dated(NOW - 50 * DAY) })
    for (const record of second.store.customers)
      Object.assign(record, { first_name: 'Otra', ...dated(NOW - 50 * DAY) })
    store = await engine.open()
    const shop = new FaultyShop(store, first)
    expect(await shop.importAll()).toMatchObject({ collections: { orders: { written: 30 } } })
    await shop.job('orders')
  })
  afterEach(async () => {
    await first.close()
    await second.close()
  })
  const totals = () =>
    store.all(sql`select total, count(*) as orders from orders group by total order by total`)

  test('is not mixed with its data before it is imported', async () => {
    const before = await stored(store)
    const shop = new FaultyShop(store, second, NOW + DAY)
    for (const key of ['orders', 'products', 'coupons', 'customers', 'distributors', 'reconciliation'])
      expect(await shop.job(key), key).toMatchObject({
        state: key === 'reconciliation' ? 'warning' : 'waiting',
        message: expect.stringMatching(/otra dirección/),
      })
    const { now, openSource } = shop
    const hint = await refresh({ store, timeZone: TIME_ZONE, now, openSource }, 'order', [1])
    expect(hint).toMatchObject({ state: 'importing', written: 0 })
    expect(await stored(store)).toEqual(before)
    expect(await totals()).toEqual([{ total: 10, orders: 30 }])
  })

  test('is imported when the server starts, and then its own records count', async () => {
    const shop = new FaultyShop(store, second, NOW + DAY)
    const { now, openSource } = shop
    const wooCommerce = { url: second.url, key: new Secret(KEY), secret: new Secret(SECRET) }
    const connection = openConnection(store, { wooCommerce })
    const jobs = await openJobs({ store, timeZone: TIME_ZONE, now, openSource })
    const deps = { store, connection, jobs, timeZone: TIME_ZONE, say: () => {}, progress: silentProgress }
    const importing = await firstImport(deps)
    expect(importing).toBeDefined()
    await importing?.done
    // Those that only the first one has wait for a person.
    expect(await totals()).toEqual([
      { total: 10, orders: 10 },
      { total: 99, orders: 20 },
    ])
    expect(await store.all(sql`select distinct name from products`)).toEqual([{ name: 'Otro' }])
    expect(await store.all(sql`select distinct first_name from customers`)).toEqual([{ first_name: 'Otra' }])
    expect(await shop.job('orders')).toMatchObject({
      message: expect.stringMatching(/10 registros .* esperan tu decisión/),
    })
    expect(await firstImport(deps)).toBeUndefined()
    await jobs.stop()
  })

  test('is the same one where only a certificate or www. was added to its address', async () => {
    await store.run(sql`update sync_cursors set cursor = replace(cursor, ${'http://'}, ${'https://www.'})`)
    expect(await new FaultyShop(store, first, NOW + DAY).job('orders')).toMatchObject({ state: 'success' })
  })
})
