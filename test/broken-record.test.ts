// Records on which the shop fails, whatever is asked of them: not even their ids are told.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import { DAY, dated, FaultyShop, idsOf, order, shopRecords, stored, upTo } from './faulty-shop.ts'
import { FAULTS } from './shop-server/faults.ts'
import type { Json } from './shop-server/recordings.ts'
import { type StoreServer, startStoreServer } from './shop-server/server.ts'

const SILENT = 'fails on one record, whatever is asked of it'

describeOneEngine('a record that no answer shows', (engine) => {
  let server: StoreServer
  let shop: FaultyShop
  beforeEach(async () => {
    server = await startStoreServer(undefined, shopRecords(110))
    shop = new FaultyShop(await engine.open(), server)
  })
  afterEach(() => server.close())
  const orders = async () => (await stored(shop.store)).orders
  const ordersBut = (...ids: readonly number[]) =>
    idsOf(server.store.orders).filter((one) => !ids.includes(one))
  const breakAll = (ids: readonly number[]) => {
    const faults = ids.map((id) => FAULTS[SILENT]!(id))
    server.fault = {
      answer: (answer, asked) =>
        faults.reduce((found, fault) => fault.answer?.(found, asked) ?? found, answer),
    }
  }
  const change = (one: Json | undefined) => Object.assign(one ?? {}, { total: '11.00', ...dated(shop.at) })

  test.each([1, 60, 110])(
    'stops neither import nor sync of the others, and comes once it is mended (%i)',
    async (id) => {
      breakAll([id])
      expect(await shop.importAll()).toMatchObject({
        collections: { orders: { written: 109, rejected: 1 } },
        remarks: expect.arrayContaining([expect.stringContaining('algún registro de orders')]),
      })
      expect(await orders()).toEqual(ordersBut(id))
      for (const key of ['customers', 'products', 'coupons', 'orders', 'reconciliation']) {
        shop.at += DAY
        // The broken one is the last that changed.
        server.store.orders.push(order(200 + server.store.orders.length, shop.at - 60_000))
        change(server.store.orders[id - 1])
        expect((await shop.job(key, false))?.state, key).not.toBe('failed')
      }
      expect(await orders()).toEqual(ordersBut(id))
      expect(await shop.job('reconciliation', false)).toMatchObject({ state: 'warning' })
      server.fault = {}
      shop.at += DAY
      await shop.job('reconciliation')
      expect(await orders()).toEqual(ordersBut())
      expect(await shop.store.all(sql`select * from rejects`)).toEqual([])
    },
  )

  test('keeps what was stored of it, is told by its number, and is no reason to fail a webhook of others', async () => {
    await shop.importAll()
    breakAll([60])
    shop.at += DAY
    for (const id of [59, 60, 61]) change(server.store.orders[id - 1])
    await shop.hint([59, 60, 61])
    const totals = () =>
      shop.store.all(sql`select total from orders where order_id in (59, 60, 61) order by order_id`)
    expect(await totals()).toEqual([{ total: 11 }, { total: 10 }, { total: 11 }])
    expect(await shop.store.all(sql`select source, record_id from rejects`)).toEqual([
      { source: 'orders', record_id: '60' },
    ])
    expect(await shop.job('reconciliation', false)).toMatchObject({ state: 'warning' })
    server.fault = {}
    await shop.job('reconciliation', false)
    expect(await totals()).toEqual([{ total: 11 }, { total: 11 }, { total: 11 }])
    expect(await shop.store.all(sql`select * from rejects`)).toEqual([])
  })

  test('several in a row that changed let later changes pass', async () => {
    await shop.importAll()
    breakAll(upTo(14, 40))
    shop.at += DAY
    for (const id of upTo(14, 40)) change(server.store.orders[id - 1])
    shop.at += 60_000
    server.store.orders.push(...upTo(30, 300).map((id) => order(id, shop.at + id)))
    await shop.poll()
    expect(await orders()).toEqual(ordersBut())
  })

  test('a broken refund counts with the amount that its order tells', async () => {
    const [first] = server.store.orders
    Object.assign(first ?? {}, { refunds: [{ id: 901, reason: '', total: '-4.00' }] })
    server.store.refunds.push({ ...{ id: 901, parent_id: 1, amount: '4.00', reason: '' }, ...dated(shop.at) })
    breakAll([901])
    await shop.importAll()
    expect(await shop.store.one(sql`select refunded, net from orders where order_id = 1`)).toEqual({
      refunded: 4,
      net: 6,
    })
  })

  test('a broken variation keeps what was stored of it', async () => {
    const [product] = server.store.products
    Object.assign(product ?? {}, { type: 'variable' })
    const variation = { ...structuredClone(product), ...{ id: 700, parent_id: 1, name: 'Roja', sku: 'R700' } }
    server.store.variations.set(1, [variation, { ...variation, id: 701, sku: 'R701' }])
    await shop.importAll()
    server.fault = FAULTS['fails on one record']!(700)
    shop.at += DAY
    Object.assign(product ?? {}, dated(shop.at))
    for (const one of server.store.variations.get(1) ?? [])
      Object.assign(one, { sku: `${one.sku}-2`, ...dated(shop.at) })
    await shop.job('products')
    expect(
      await shop.store.all(sql`select product_id as id, sku from products where parent_id = 1 order by id`),
    ).toEqual([
      { id: 700, sku: 'R700' },
      { id: 701, sku: 'R701-2' },
    ])
  })

  test('an outage is no broken record', async () => {
    server.trouble = ({ path }) => (path === 'orders' ? { kind: 'status', status: 500 } : undefined)
    expect(await shop.importAll()).toMatchObject({ kind: 'unavailable' })
  })
})
