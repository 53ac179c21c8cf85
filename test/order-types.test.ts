// Plug-ins keep records of types of their own beside the orders, such as top-ups of a wallet. They send the webhooks of orders and
// answer at an order's address; no listing shows them, and they are no sales.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, order, shopRecords, stored, upTo } from './faulty-shop.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

describeOneEngine('records of other types than orders', (engine) => {
  let server: StoreServer
  let shop: FaultyShop
  beforeEach(async () => {
    server = await startStoreServer(undefined, shopRecords(10))
    server.settings = { notPublic: ['en-deposito'], unregistered: ['retirado'], ofOtherTypes: [70, 71, 72] }
    shop = new FaultyShop(await engine.open(), server)
    await shop.importAll()
  })
  afterEach(() => server.close())

  test('are none after their webhooks, and orders that lists leave out are some', async () => {
    shop.at += DAY
    const statuses = ['completed', 'processing', 'en-deposito', 'completed', 'en-deposito', 'retirado']
    const added = statuses.map((status, index) => Object.assign(order(70 + index, shop.at), { status }))
    server.store.orders.push(...added)
    await shop.hint(added.map(({ id }) => Number(id)))
    const orders = [...upTo(10), 73, 74, 75]
    expect(await stored(shop.store)).toMatchObject({ orders })
    Object.assign(added[0] ?? {}, { total: '20.00', ...dated(shop.at) })
    await shop.hint([70])
    await shop.poll()
    await shop.compare()
    expect(await stored(shop.store)).toMatchObject({ orders })
  })

  test('a shop whose lists ignore the asked ids still tells its orders', async () => {
    shop.at += DAY
    server.fault = { ask: (_, query) => query.delete('include') }
    server.store.orders.push(...upTo(120, 80).map((id) => order(id, shop.at - DAY)), order(300, shop.at))
    await shop.hint([300])
    expect((await stored(shop.store)).orders).toContain(300)
  })
})
