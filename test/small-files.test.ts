// Amounts of orders that are unusual and still mean one thing, from the shop's files to the API.
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { refresh } from '#server/ingest/sync/refresh.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { sql } from '#server/store/sql.ts'
import { TIME_ZONE } from './app.ts'
import { describeOneEngine, testEngine } from './engines.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { startStoreServer } from './shop-server/server.ts'
import {
  folderOf,
  importShopOf,
  importSmallFiles,
  jsonLinesOf,
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

interface Listed {
  readonly order_id: number
  readonly order_subtotal: number
  readonly discount: number
  readonly refunded: number
  readonly order_total: number
  readonly units: number
}

/** Gross, discount, refunded, net and units of each completed order of the month. */
const amountsOf = async ({ getData }: SmallShopApp, month: string) =>
  Object.fromEntries(
    (await getData<Listed[]>(`/api/orders?start_date=${month}&status=COMPLETADO&per_page=100`)).map(
      (order) => [
        order.order_id,
        [order.order_subtotal, order.discount, order.refunded, order.order_total, order.units],
      ],
    ),
  )

describeOneEngine('negative product lines', (engine) => {
  test('count with their sign in gross, units, refunds and every sum', async () => {
    shop = await importSmallFiles(engine, 'negative-lines')
    expect(await amountsOf(shop, '2026-10')).toEqual({
      101: [70, 0, 0, 70, 2],
      102: [60, 0, 0, 60, 0],
      103: [250, 0, 250, 0, 0],
    })
    expect(await shop.getData('/api/summary/main-page?start_date=2026-10')).toMatchObject({
      main_month: { net_sale: 130, total_units_sold: 2 },
    })
  })

  test('limit the discount, and an order below zero counts negative without one', async () => {
    const fee = { id: 1, name: 'Promoción', total: '-15.00', total_tax: '0.00', meta_data: [] }
    const orders = [
      orderJson(1, [lineJson(1, 1, '100.00', '90.00'), lineJson(2, -1, '-40.00')]),
      orderJson(2, [lineJson(1, 1, '100.00', '0.00'), lineJson(2, -1, '-30.00')]),
      orderJson(3, [lineJson(2, -2, '-50.00')], { fee_lines: [fee] }),
      orderJson(4, [lineJson(1, 1, '20.00'), lineJson(2, -1, '-60.00', '-66.00')]),
      orderJson(5, [lineJson(1, 1, '100.00'), lineJson(2, -1, '-30.00')], { fee_lines: [fee] }),
    ]
    shop = await importSmallFiles(engine, folderOf({ orders }))
    expect(await amountsOf(shop, '2026-10')).toEqual({
      1: [60, 10, 0, 50, 0],
      2: [70, 70, 0, 0, 0],
      3: [-50, 0, 0, -50, -2],
      4: [-40, 6, 0, -46, 0],
      5: [70, 15, 0, 55, 0],
    })
    const sold = await shop.getData<{ total_amount: number }[]>(
      '/api/products/by-distributor?start_date=2026-10',
    )
    expect(sold.reduce((sum, { total_amount }) => sum + total_amount, 0)).toBe(9)
  })
})

const fortyBack = { 11: '-40.00' }
const oneLine = (refunds: object[]) => orderJson(1, [lineJson(11, 1, '100.00')], { refunds })
const summary = (id: number, total: string) => ({ id, reason: '', total })

const MISSTATED_REFUNDS = {
  'listed nowhere but among all refunds': { listed: [], refunds: [refundJson(91, 1, '40.00')] },
  'of which the order lists one of two': {
    listed: [summary(91, '-15.00')],
    refunds: [refundJson(91, 1, '15.00'), refundJson(92, 1, '25.00')],
  },
  'without its amount, which the order tells': {
    listed: [summary(91, '-40.00')],
    refunds: [refundJson(91, 1, '0', fortyBack)],
  },
  'without its amount, which its line tells': {
    listed: [summary(91, '0.00')],
    refunds: [refundJson(91, 1, '', fortyBack)],
  },
  'listed twice': {
    listed: [summary(91, '-40.00')],
    refunds: [refundJson(91, 1, '40.00'), refundJson(91, 1, '40.00')],
  },
  'with a negative amount': { listed: [summary(91, '40.00')], refunds: [refundJson(91, 1, '-40.00')] },
}

describeOneEngine('a refund', (engine) => {
  test.each(Object.entries(MISSTATED_REFUNDS))('%s counts once', async (_, { listed, refunds }) => {
    shop = await importSmallFiles(engine, folderOf({ orders: [oneLine(listed)], refunds }))
    expect(await amountsOf(shop, '2026-10')).toEqual({ 1: [100, 0, 40, 60, 1] })
  })

  test('that a recorded shop lists only among all refunds counts', async () => {
    shop = await importSmallFiles(engine, 'unlisted-refund')
    expect(await amountsOf(shop, '2026-10')).toEqual({ 104: [50, 0, 50, 0, 1] })
  })

  test.each([true, false])(
    'that its order does not list stays when the order changes (list of refunds: %s)',
    async (hasRefundList) => {
      const refunds = [refundJson(91, 1, '40.00')]
      const order = oneLine([])
      const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [order], refunds })
      onTestFinished(() => server.close())
      const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
      shop = await importShopOf(engine, openSource())
      expect(await amountsOf(shop, '2026-10')).toEqual({ 1: [100, 0, 40, 60, 1] })
      server.hasRefundList = hasRefundList
      Object.assign(order, {
        payment_method: 'cash',
        date_modified: '2026-10-12T12:00:00',
        date_modified_gmt: '2026-10-12T15:00:00',
      })
      const deps = {
        store: shop.store,
        timeZone: TIME_ZONE,
        now: () => new Date(NOW),
        openSource: async () => openSource(),
      }
      expect(await refresh(deps, 'order', [1])).toMatchObject({ written: 1 })
      expect(await amountsOf(shop, '2026-10')).toEqual({ 1: [100, 0, 40, 60, 1] })
      server.store.refunds.length = 0
      Object.assign(order, { date_modified: '2026-10-13T12:00:00', date_modified_gmt: '2026-10-13T15:00:00' })
      await refresh(deps, 'order', [1])
      expect(await amountsOf(shop, '2026-10')).toEqual({ 1: [100, 0, 0, 100, 1] })
    },
  )
})

const FUTURE = { now: '2026-11-20T12:00:00Z' }

describeOneEngine('an order dated in the future', (engine) => {
  interface Repurchase {
    readonly as_of: string
    readonly total: object
  }
  const read = async (folder: string) => {
    shop = await importSmallFiles(engine, folder, FUTURE)
    const { getData } = shop
    const old = await getData<{ order_id: number; days_old: number }[]>(
      '/api/orders/ranking-old-orders?status=COMPLETADO&start_date=2026-10&per_page=100',
    )
    const config = await getData<{ option: string; values: unknown }[]>('/api/config')
    const configured = (name: string) => config.find(({ option }) => option === name)?.values
    return {
      ages: old.map(({ order_id, days_old }) => [order_id, days_old]),
      repurchase: await getData<Repurchase>('/api/customers/repurchase?start_date=2026-11&months=12'),
      people: await getData('/api/customers/repurchase/people?start_date=2026-11&months=12&per_page=100'),
      rfm: await getData<{ as_of: string }>('/api/customers/rfm?start_date=2026-11'),
      cohorts: await getData('/api/customers/cohorts?start_date=2026-11&months=12'),
      until: [configured('data_until'), configured('show_max_month'), configured('running_until')],
    }
  }

  test('moves no age and no "as of", and is listed for a person', async () => {
    const all = jsonLinesOf('future-order', 'orders')
    const future = all.filter(({ date_created }) => String(date_created) > '2027')
    expect(future.map(({ id }) => id)).toEqual([99])
    const others = folderOf({ orders: all.filter((order) => !future.includes(order)) })
    const without = await read(others)
    await shop?.close()
    const found = await read('future-order')
    expect(found).toEqual(without)
    expect([found.repurchase.as_of, found.rfm.as_of]).toEqual(['2026-11-20', '2026-11-20'])
    expect(found.ages.length).toBeGreaterThan(0)
    const runs = await shop!.getData<{ unplaced: { future_orders: { name: string }[] } }[]>(
      '/api/config/reconciliation',
    )
    expect(runs[0]?.unplaced.future_orders.map(({ name }) => name)).toEqual(['#99 (2062-11-20)'])
  })

  test('ages orders by the day of the clock, also where nothing was sold since', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders: [orderJson(1, [lineJson(1, 1, '10.00')])] }), {
      now: '2026-11-21T02:58:00Z',
    })
    const ages = async () =>
      (
        await shop!.getData<{ days_old: number }[]>(
          '/api/orders/ranking-old-orders?status=COMPLETADO&start_date=2026-10',
        )
      ).map(({ days_old }) => days_old)
    expect(await ages()).toEqual([41])
    shop.travel(5 * 60)
    expect(await ages()).toEqual([42])
  })
})

describe('CSV files as they come', () => {
  const engine = testEngine('duckdb')
  const TWO_ORDERS = {
    '2026-03': { 1001: [24000, 0, 0, 24000, 2] },
    '2026-04': { 1002: [12000, 0, 0, 12000, 1] },
  }
  const ONE_ORDER = { '2025-12': { 1: [1000, 0, 0, 1000, 1] } }

  test.each([
    ['csv-utf16', TWO_ORDERS],
    ['csv-sep-line', TWO_ORDERS],
    ['csv-blank-rows', TWO_ORDERS],
    ['csv-case', ONE_ORDER],
    ['csv-thousand-units', { '2025-12': { 1: [50000, 0, 0, 50000, 1000] } }],
    ['csv-other-total', ONE_ORDER],
  ])('%s is read whole', async (folder, months) => {
    shop = await importSmallFiles(engine, folder)
    expect(shop.report.rejects).toEqual([])
    for (const [month, orders] of Object.entries(months)) expect(await amountsOf(shop, month)).toEqual(orders)
  })

  test('a country by name, code or nothing leaves the province', async () => {
    shop = await importSmallFiles(engine, 'csv-country-name')
    const orders = await shop.getData<{ state: string }[]>('/api/orders?start_date=2026-10&status=COMPLETADO')
    expect(orders.map(({ state }) => state)).toEqual(Array(5).fill('CÓRDOBA'))
    const accounts = await shop.store.all(sql`select province from customers`)
    expect(accounts).toEqual([{ province: 'CÓRDOBA' }])
  })
})

describeOneEngine('the catalogue of past sales', (engine) => {
  const variationLine = {
    ...lineJson(11, 1, '100.00'),
    name: 'Remera - Roja',
    product_id: 60,
    variation_id: 61,
    sku: 'R-ROJA',
  }
  const plainLine = { ...lineJson(12, 1, '40.00'), name: 'Remera', product_id: 60, variation_id: 0, sku: 'R' }

  test('keeps name and SKU of a variation that is deleted while its product stays', async () => {
    const order = orderJson(1, [variationLine, plainLine])
    const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [order] })
    onTestFinished(() => server.close())
    const openSource = () => wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
    shop = await importShopOf(engine, openSource())
    const sold = async () =>
      (
        await shop!.getData<{ name: string; sku: string; total_amount: number }[]>(
          '/api/products/by-distributor?start_date=2026-10',
        )
      ).map(({ name, sku, total_amount }) => [name, sku, total_amount])
    const before = await sold()
    expect(before).toEqual([
      ['Remera - Roja', 'R-ROJA', 100],
      ['Remera', 'R', 40],
    ])
    // WooCommerce reads a line of a deleted variation as one of its product.
    Object.assign(variationLine, { variation_id: 0, sku: 'R' })
    Object.assign(order, {
      payment_method: 'cash',
      date_modified: '2026-10-12T12:00:00',
      date_modified_gmt: '2026-10-12T15:00:00',
    })
    const deps = {
      store: shop.store,
      timeZone: TIME_ZONE,
      now: () => new Date(NOW),
      openSource: async () => openSource(),
    }
    expect(await refresh(deps, 'order', [1])).toMatchObject({ written: 1 })
    expect(await sold()).toEqual(before)
  })

  test('takes no business from a category that means none, also above another one', async () => {
    const category = (id: number, parent: number, name: string, slug: string) => ({ id, parent, name, slug })
    const product = (id: number, categories: number[]) => ({
      ...{
        id,
        name: `Producto ${id}`,
        type: 'simple',
        status: 'publish',
        sku: `P${id}`,
        price: '10',
        stock_status: 'instock',
      },
      ...{ categories: categories.map((one) => ({ id: one })), attributes: [], meta_data: [] },
    })
    const folder = folderOf({
      categories: [
        category(15, 0, 'Uncategorized', 'uncategorized'),
        category(16, 15, 'Almacén', 'almacen'),
        category(17, 16, 'Yerbas', 'yerbas'),
      ],
      products: [product(1, [17]), product(2, [16]), product(3, [15])],
      orders: [orderJson(1, [lineJson(1, 1, '60.00'), lineJson(2, 1, '30.00'), lineJson(3, 1, '10.00')])],
    })
    shop = await importSmallFiles(engine, folder)
    const { rows } = await shop.getData<{
      rows: { business: string; segment: string; total_amount: number }[]
    }>('/api/orders/ranking-orders-by-segments?start_date=2026-10')
    expect(rows.map(({ business, segment, total_amount }) => [business, segment, total_amount])).toEqual([
      ['Almacén', 'Yerbas', 60],
      ['Almacén', 'sin segmento', 30],
      ['sin negocio', 'sin segmento', 10],
    ])
  })

  test.each([
    ['Caja\u00a0surtida', 'boxes-mix'],
    ['CAJAS\u202fSURTIDAS de galletitas', 'boxes-mix'],
    ['Promo 3×2 Yerba', 'buy-x-get-y'],
    ['4\u00a0×\u00a03 fideos', 'buy-x-get-y'],
    ['2a unidad al 50%', 'buy-x-get-y'],
    ['2da\u00a0unidad al 70%', 'buy-x-get-y'],
  ])('finds the report of %s whatever its blanks and signs', async (name, promo_type) => {
    const fee = { id: 1, name, total: '-15.00', total_tax: '0.00', meta_data: [] }
    const orders = [orderJson(1, [lineJson(1, 1, '100.00')], { fee_lines: [fee] })]
    shop = await importSmallFiles(engine, folderOf({ orders }))
    expect(await shop.store.all(sql`select discount_group, promo_type from order_discounts`)).toEqual([
      { discount_group: 'DESCUENTOS POR CATEGORÍA', promo_type },
    ])
  })
})
