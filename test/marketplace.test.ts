// Orders that contain others: a marketplace copies the lines of an order into one order per seller.
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { removeOrders } from '#server/ingest/write.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import type { Json } from './shop-server/recordings.ts'
import { startStoreServer } from './shop-server/server.ts'
import {
  folderOf,
  importShopOf,
  importSmallFiles,
  lineJson,
  NO_RECORDS,
  NOW,
  orderJson,
  refundJson,
  type SmallShopApp,
} from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const vendor = (id: string) => [{ key: '_dokan_vendor_id', value: id }]
const child = (id: number, parent_id: number, lines: Json[], seller: string, more: Json = {}) =>
  orderJson(id, lines, { parent_id, meta_data: vendor(seller), ...more })

/** 300 sold in three orders: one split over two sellers, one of a single seller, and a deposit paid in two parts. */
const orders = (): Json[] => [
  orderJson(1, [lineJson(11, 2, '100.00'), lineJson(12, 1, '50.00')]),
  child(2, 1, [lineJson(11, 2, '100.00')], '7', { refunds: [{ id: 91, reason: '', total: '-40.00' }] }),
  child(3, 1, [lineJson(12, 1, '50.00')], '8'),
  orderJson(4, [lineJson(13, 1, '60.00')], { meta_data: vendor('7') }),
  orderJson(5, [lineJson(14, 1, '30.00')]),
  child(6, 5, [lineJson(14, 1, '60.00')], '8'),
]
const refunds = [refundJson(91, 2, '40.00', { 11: '-40.00' })]
const mapping = { distributor: { id_keys: ['_dokan_vendor_id'] } }

const sold = async ({ getData }: SmallShopApp) => {
  const { main_month } = await getData<{ main_month: Record<string, number> }>(
    '/api/summary/main-page?start_date=2026-10',
  )
  return [main_month.net_sale, main_month.total_orders, main_month.total_units_sold]
}
const EXPECTED = [60 + 50 + 60 + 30 + 60, 5, 6]

describeOneEngine('orders that contain others', (engine) => {
  test('are listed and in no sum; their children count for their sellers', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders: orders(), refunds }), { mapping })
    expect(await sold(shop)).toEqual(EXPECTED)
    const listed = await shop.getData<{ order_id: number }[]>(
      '/api/orders?start_date=2026-10&status=COMPLETADO',
    )
    expect(listed.map(({ order_id }) => order_id).sort()).toEqual([1, 2, 3, 4, 5, 6])
    const sellers = await shop.getData<{ dist_id: string; total_amount: number }[]>(
      '/api/products/by-distributor?start_date=2026-10',
    )
    const bySeller = Object.groupBy(sellers, ({ dist_id }) => dist_id)
    const amountOf = (id: string) => bySeller[id]?.reduce((sum, row) => sum + row.total_amount, 0)
    expect([amountOf('7'), amountOf('8'), amountOf('0')]).toEqual([120, 110, 30])
    const runs = await shop.getData<{ unplaced: { contained_orders: object[]; currencies: object[] } }[]>(
      '/api/config/reconciliation',
    )
    expect(runs[0]?.unplaced).toMatchObject({ contained_orders: [{ name: '#1', count: 1 }], currencies: [] })
  })

  test('are told by the names of their lines where the products were deleted', async () => {
    const gone = (line: Json) => ({ ...line, product_id: 0 })
    const deleted = orders().map((one) => ({ ...one, line_items: (one.line_items as Json[]).map(gone) }))
    // A renewal of another product for the same amount.
    const renewed = [
      orderJson(7, [gone(lineJson(15, 1, '9.00'))]),
      child(8, 7, [gone(lineJson(16, 1, '9.00'))], '7'),
    ]
    shop = await importSmallFiles(engine, folderOf({ orders: [...deleted, ...renewed], refunds }), {
      mapping,
    })
    const [net = 0, count = 0, units = 0] = EXPECTED
    expect(await sold(shop)).toEqual([net + 18, count + 2, units + 2])
  })

  test('are all counted among what has no place; those in another currency are told as such', async () => {
    const dollars = { currency: 'USD' }
    const foreign = [
      orderJson(7, [lineJson(15, 1, '9.00')], dollars),
      child(8, 7, [lineJson(15, 1, '9.00')], '7', dollars),
    ]
    const many = Array.from({ length: 25 }, (_, index) => [
      orderJson(100 + index, [lineJson(16, 1, '1.00')]),
      child(200 + index, 100 + index, [lineJson(16, 1, '1.00')], '7'),
    ]).flat()
    shop = await importSmallFiles(engine, folderOf({ orders: [...orders(), ...foreign, ...many] }), {
      mapping,
    })
    const reasonOf = async (id: number) =>
      (await shop!.getData<{ counts: { reason: string }[] }>(`/api/orders/${id}`)).counts[0]?.reason
    expect([await reasonOf(1), await reasonOf(7), await reasonOf(8)]).toEqual([
      'contained',
      'currency',
      'currency',
    ])
    const runs = await shop.getData<{ unplaced: { contained_orders: object[] } }[]>(
      '/api/config/reconciliation',
    )
    expect(runs[0]?.unplaced).toMatchObject({ currencies: [{ name: 'USD', count: 2 }] })
    const { contained_orders = [] } = runs[0]?.unplaced ?? {}
    expect([contained_orders[0], contained_orders[20]]).toEqual([
      { name: '#1', count: 1 },
      { name: '…', count: 6 },
    ])
  })

  test('count again once their children are gone, and not while they are', async () => {
    const all = orders()
    const server = await startStoreServer(undefined, {
      ...NO_RECORDS,
      orders: [all[0]!, all[3]!],
      refunds: [],
    })
    onTestFinished(() => server.close())
    const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
    shop = await importShopOf(engine, openSource())
    const deps = {
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    }
    expect(await sold(shop)).toEqual([210, 2, 4])
    server.store.orders.push(all[1]!, all[2]!)
    server.store.refunds.push(...refunds)
    await refresh(deps, 'order', [2, 3])
    expect(await sold(shop)).toEqual([170, 3, 4])
    await refresh(deps, 'order', [1])
    expect(await sold(shop)).toEqual([170, 3, 4])
    const { store } = shop
    await store.transaction((tx) => removeOrders(tx, [2, 3], 'now'))
    expect(await sold(shop)).toEqual([210, 2, 4])
  })

  const reasonOf = async (id: number) =>
    (await shop!.getData<{ counts: { reason: string }[] }>(`/api/orders/${id}`)).counts[0]?.reason

  test('count whole where no child has some of their lines', async () => {
    // The shop's own product has no order of a seller.
    const own = orders()
    own[0] = orderJson(1, [lineJson(11, 2, '100.00'), lineJson(12, 1, '50.00'), lineJson(19, 1, '7.00')])
    shop = await importSmallFiles(engine, folderOf({ orders: own, refunds }), { mapping })
    expect(await sold(shop)).toEqual([157 + 60 + 30 + 60, 4, 7])
    expect([await reasonOf(1), await reasonOf(2), await reasonOf(3)]).toEqual(['counted', 'copied', 'copied'])
  })

  test.each([
    ['has no lines', child(3, 1, [], '8')],
    ['has failed', child(3, 1, [lineJson(12, 1, '50.00')], '8', { status: 'failed' })],
    ['was returned whole', child(3, 1, [lineJson(12, 1, '50.00')], '8', { status: 'refunded' })],
  ])('never count twice where a child %s', async (_, third) => {
    const all = orders()
    all[2] = third
    shop = await importSmallFiles(engine, folderOf({ orders: all, refunds }), { mapping })
    const withoutThird = third.status === 'failed' || third.status === 'refunded'
    // Without its lines the parent counts, else what is left of the sellers.
    expect(await sold(shop)).toEqual(withoutThird ? [60 + 150, 4, 5] : [150 + 150, 4, 6])
  })

  test('are no containers of later sales of the same lines, of renewals, or of what a deposit left to pay', async () => {
    const renewed = (id: number, more: Json) => child(id, 4, [lineJson(13, 1, '60.00')], '7', more)
    const later = { date_created: '2026-11-10T12:00:00', date_created_gmt: '2026-11-10T15:00:00' }
    const renewal = { meta_data: [{ key: '_subscription_renewal', value: '77' }] }
    const remainder = child(
      9,
      4,
      [{ ...lineJson(13, 1, '60.00'), meta_data: [{ key: '_original_order_id', value: '4' }] }],
      '7',
    )
    shop = await importSmallFiles(
      engine,
      folderOf({ orders: [...orders(), renewed(7, later), renewed(8, renewal), remainder], refunds }),
      { mapping },
    )
    const [net = 0, count = 0, units = 0] = EXPECTED
    expect(await sold(shop)).toEqual([net + 120, count + 2, units + 2])
    expect(await reasonOf(7)).toBe('counted')
  })

  test.each([
    ['parent', [150 + 60 + 30 + 60, 4, 6]],
    ['both', [150 + 60 + 50 + 60 + 30 + 60, 6, 9]],
  ])('count as the mapping says: %s', async (split_orders, expected) => {
    shop = await importSmallFiles(engine, folderOf({ orders: orders(), refunds }), {
      mapping: { ...mapping, split_orders },
    })
    expect(await sold(shop)).toEqual(expected)
  })

  test('and those that they contain are the same after every sync', async () => {
    const own = orders()
    own[0] = orderJson(1, [lineJson(11, 2, '100.00'), lineJson(12, 1, '50.00'), lineJson(19, 1, '7.00')])
    const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [own[1]!, own[2]!], refunds })
    onTestFinished(() => server.close())
    const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
    shop = await importShopOf(engine, openSource())
    const deps = {
      ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
      openSource: async () => openSource(),
    }
    expect(await sold(shop)).toEqual([110, 2, 3])
    server.store.orders.push(own[0]!)
    for (const ids of [[1], [2, 3], [1, 2], [3]]) {
      await refresh(deps, 'order', ids)
      expect(await sold(shop)).toEqual([157, 1, 4])
    }
    // The shop moves its own product to a seller: the children hold all.
    own[0]!.line_items = orders()[0]!.line_items
    own[0]!.date_modified_gmt = '2026-10-12T15:00:00'
    await refresh(deps, 'order', [1])
    expect(await sold(shop)).toEqual([110, 2, 3])
    const { store } = shop
    await store.transaction((tx) => removeOrders(tx, [1], 'now'))
    expect(await sold(shop)).toEqual([110, 2, 3])
  })
})
