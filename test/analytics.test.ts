// From WooCommerce's net sales to ours: over the recorded store, compared with the figures that WooCommerce recorded; and
// over a few orders, with an amount for each difference.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { AnalyticsReconciliation } from '#contract/analytics.ts'
import { ANALYTICS_SETTINGS } from '#server/domain/analytics-settings.ts'
import { importShop } from '#server/ingest/import.ts'
import { openJobs } from '#server/ingest/jobs/jobs.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { filesShop } from '#server/sources/woocommerce/json-lines.ts'
import { orderPayload, refundPayload } from '#server/sources/woocommerce/payloads.ts'
import { restShop } from '#server/sources/woocommerce/rest.ts'
import { wooCommerceSource } from '#server/sources/woocommerce/source.ts'
import { translateContext } from '#server/sources/woocommerce/translate.ts'
import { translateOrder } from '#server/sources/woocommerce/translate-order.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { type TestApp, TIME_ZONE, testApp } from './app.ts'
import { describeEngines, testEngine } from './engines.ts'
import { RECORDED } from './recorded-oracle.ts'
import { KEY, SECRET } from './shop-server/keys.ts'
import { startStoreServer } from './shop-server/server.ts'
import { importShopOf, NO_RECORDS, NOW, orderJson } from './small-files.ts'

const context = translateContext({ currency: 'ARS', timeZone: TIME_ZONE })

const reconciled = async (app: Pick<TestApp, 'get'>, month: string): Promise<AnalyticsReconciliation> => {
  const answer = await app.get(`/api/reconciliation/woocommerce?start_date=${month}`, 'admin')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

const total = ({ woocommerce, differences }: AnalyticsReconciliation) =>
  differences.reduce((cents, { amount }) => cents + Math.round(amount * 100), Math.round(woocommerce * 100)) /
  100

let ids = 0
const line = (amount: number, tax = 0) => ({
  ...{ id: ++ids, name: 'Yerba', product_id: 11, variation_id: 0, quantity: 1, meta_data: [] },
  ...{ subtotal: amount.toFixed(2), subtotal_tax: tax.toFixed(2) },
  ...{ total: amount.toFixed(2), total_tax: tax.toFixed(2) },
})

interface Told {
  day: string
  status?: string
  currency?: string
  customer?: number
  withTax?: boolean
  lines: object[]
  fees?: object[]
  total: number
  /** Without tax, and its tax. */
  shipping?: readonly [number, number]
  /** Of goods and fees. */
  tax?: number
  paid?: string
  refund?: { day: string; amount: number; lines?: object[] }
}

function order(id: number, told: Told) {
  const refund = told.refund && {
    ...{ id: id + 1000, amount: told.refund.amount.toFixed(2) },
    ...{ date_created_gmt: `${told.refund.day}T15:00:00`, line_items: told.refund.lines ?? [] },
  }
  return translateOrder(
    orderPayload.parse({
      ...{ id, status: told.status ?? 'completed', currency: told.currency ?? 'ARS' },
      ...{ customer_id: told.customer ?? 1, prices_include_tax: told.withTax ?? false },
      ...{ date_created_gmt: `${told.day}T15:00:00`, total: told.total.toFixed(2) },
      ...{ line_items: told.lines, fee_lines: told.fees ?? [], cart_tax: (told.tax ?? 0).toFixed(2) },
      ...{ shipping_total: told.shipping?.[0], shipping_tax: told.shipping?.[1] },
      date_paid_gmt: told.paid && `${told.paid}T15:00:00`,
      refunds: refund ? [{ id: refund.id, reason: '', total: `-${refund.amount}` }] : [],
    }),
    refund ? [refundPayload.parse(refund)] : [],
    context,
  )
}

/** May in WooCommerce: 110 + 30 + 0 + 7 + 25 − 2 − 20 = 150; here 60.50 + 25 + 0 = 85.50. */
const orders = () => [
  // With tax and a fee; half was refunded in June.
  order(1, {
    ...{ day: '2026-05-02', withTax: true, lines: [line(100, 21)], fees: [line(10, 2.1)], total: 139.15 },
    ...{ tax: 23.1, shipping: [5, 1.05] },
    refund: { day: '2026-06-03', amount: 60.5, lines: [line(-50, -10.5)] },
  }),
  // An order of April; 20 + 4.20 were refunded in May.
  order(2, {
    ...{ day: '2026-04-20', withTax: true, lines: [line(200, 42)], total: 242 },
    tax: 42,
    refund: { day: '2026-05-10', amount: 24.2, lines: [line(-20, -4.2)] },
  }),
  order(3, {
    ...{ day: '2026-05-20', status: 'processing', withTax: true, lines: [line(30, 6.3)], total: 36.3 },
    tax: 6.3,
  }),
  // Refunded as one amount without lines: WooCommerce treats tax and shipping as refunded too.
  order(4, {
    ...{ day: '2026-05-03', status: 'refunded', withTax: true, lines: [line(80, 16.8)], total: 105.8 },
    ...{ tax: 16.8, shipping: [9, 0] },
    refund: { day: '2026-05-04', amount: 105.8 },
  }),
  order(5, { day: '2026-05-05', currency: 'USD', lines: [line(7)], total: 7 }),
  order(6, { day: '2026-05-06', status: 'cancelled', lines: [line(500)], total: 500 }),
  order(7, {
    ...{ day: '2026-05-07', customer: 0, lines: [line(40)], total: 40 },
    refund: { day: '2026-05-08', amount: 15 },
  }),
  // 10 of goods and 5 of shipping, of which 12 were refunded as one amount: 2 more than the goods.
  order(8, {
    ...{ day: '2026-05-09', lines: [line(10)], total: 15, shipping: [5, 0] },
    refund: { day: '2026-05-09', amount: 12 },
  }),
]

describeEngines('from WooCommerce’s net sales to ours', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    const store = await engine.open()
    await store.transaction((tx) => writeOrders(tx, orders()))
    await rebuildDirtyMonths(store)
    app = await testApp(store)
  })
  afterAll(() => app.close())

  test('every difference has its amount, and they add up', async () => {
    const may = await reconciled(app, '2026-05')
    expect(may).toEqual({
      ...{ woocommerce: 150, date: 'date_created', net_sale: 85.5, incomplete: 0 },
      differences: [
        { key: 'dated_in_other_months', orders: 0, amount: 0 },
        { key: 'made_in_other_months', orders: 0, amount: 0 },
        { key: 'statuses', orders: 2, amount: -30 },
        { key: 'currencies', orders: 1, amount: -7 },
        { key: 'refunds_of_other_months', orders: 1, amount: 20 },
        { key: 'refunds_in_other_months', orders: 1, amount: -50 },
        { key: 'tax', orders: 1, amount: 10.5 },
        { key: 'fees', orders: 1, amount: -10 },
        { key: 'vouchers', orders: 0, amount: 0 },
        { key: 'header', orders: 0, amount: 0 },
        { key: 'rounding', orders: 1, amount: 2 },
      ],
      guests: { orders: 1, amount: 25 },
      recent: { orders: 1, amount: 30 },
    })
    expect(total(may)).toBe(may.net_sale)
    // Half of the first order's refund was made in June, which has no orders.
    expect(await reconciled(app, '2026-06')).toMatchObject({ woocommerce: -50, net_sale: 0 })
    expect(total(await reconciled(app, '2026-06'))).toBe(0)
  })

  test('rows stored before say that they are incomplete, and still add up', async () => {
    await app.store.run(sql`update orders set analytics_net = null, included_tax = null, untaxed_fees = null`)
    await app.store.run(
      sql`update order_refunds set analytics_net = null, included_tax = null, untaxed_fees = null`,
    )
    await app.store.transaction((tx) => bumpVersions(tx, ['2026-05']))
    const may = await reconciled(app, '2026-05')
    expect(may).toMatchObject({ net_sale: 85.5, incomplete: 6 })
    expect(total(may)).toBe(85.5)
  })

  /** September by payment: 100 + 50 + 12 = 162; here 50 + 30 + 20 = 100. */
  test('starts from the day of payment if the shop’s Analytics counts by it, and from the header of an order', async () => {
    const september = [
      order(21, { day: '2026-08-30', paid: '2026-09-02', lines: [line(100)], total: 100 }),
      order(22, { day: '2026-09-05', paid: '2026-09-06', lines: [line(50)], total: 50 }),
      order(23, { day: '2026-09-29', paid: '2026-10-01', lines: [line(30)], total: 30 }),
      order(24, { day: '2026-09-20', status: 'processing', lines: [line(8)], total: 8 }),
      // A gift card paid 8, which only the header says.
      order(25, { day: '2026-09-10', paid: '2026-09-10', lines: [line(20)], total: 12 }),
    ]
    const { store } = app
    await store.transaction((tx) => writeOrders(tx, september))
    await rebuildDirtyMonths(store)
    const parts = ({ woocommerce, date, net_sale, differences }: AnalyticsReconciliation) => ({
      ...{ woocommerce, date, net_sale },
      differences: differences.flatMap(({ key, orders, amount }) =>
        orders > 0 ? [[key, orders, amount]] : [],
      ),
    })
    const byDay = parts(await reconciled(app, '2026-09'))
    expect(byDay).toEqual({
      ...{ woocommerce: 100, date: 'date_created', net_sale: 100 },
      differences: [
        ['statuses', 1, -8],
        ['header', 1, 8],
      ],
    })
    const leftOut = ['wc-pending', 'wc-cancelled', 'wc-failed']
    await store.transaction((tx) => writeSetting(tx, ANALYTICS_SETTINGS, { date: 'date_paid', leftOut }))
    const byPayment = parts(await reconciled(app, '2026-09'))
    expect(byPayment).toEqual({
      ...{ woocommerce: 162, date: 'date_paid', net_sale: 100 },
      differences: [
        ['dated_in_other_months', 2, 38],
        ['made_in_other_months', 1, -100],
        ['statuses', 1, -8],
        ['header', 1, 8],
      ],
    })
  })
})

describe('the settings of the shop’s Analytics', () => {
  const option = (value: unknown) => [{ id: 'woocommerce_date_type', value }]
  test.each([
    ['never set', option(''), 'date_paid'],
    ['without a value', [{ id: 'woocommerce_date_type' }], 'date_paid'],
    ['set to the day of the order', option('date_created'), 'date_created'],
    ['set to the day of completion', option('date_completed'), 'date_completed'],
    ['of a WooCommerce that has none', undefined, 'date_created'],
  ])('%s', async (_, analytics, date) => {
    const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [orderJson(1, [])] })
    server.settings = { ...(analytics && { analytics }) }
    const source = wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET }))
    const shop = await importShopOf(testEngine('postgres'), source)
    try {
      expect(await reconciled(shop, '2026-10')).toMatchObject({ date })
    } finally {
      await shop.close()
      await server.close()
    }
  })
})

test('the settings of the shop’s Analytics stay as they were read while the shop does not tell them', async () => {
  const server = await startStoreServer(undefined, { ...NO_RECORDS, orders: [orderJson(1, [])] })
  const openSource = () =>
    wooCommerceSource(restShop({ url: server.url, key: KEY, secret: SECRET, attempts: 1 }))
  server.settings = { analytics: [{ id: 'woocommerce_date_type', value: 'date_completed' }] }
  const shop = await importShopOf(testEngine('postgres'), openSource())
  onTestFinished(async () => {
    await shop.close()
    await server.close()
  })
  const jobs = await openJobs({
    ...{ store: shop.store, timeZone: TIME_ZONE, now: () => new Date(NOW) },
    openSource: async () => openSource(),
  })
  const dateAfter = async (value: string, status: number) => {
    server.settings = { analytics: [{ id: 'woocommerce_date_type', value }] }
    server.trouble = ({ path }) =>
      path === 'settings/wc_admin' && status !== 200 ? { kind: 'status', status } : undefined
    await jobs.start('orders')
    await jobs.settled()
    return (await reconciled(shop, '2026-10')).date
  }
  expect(await dateAfter('date_created', 503)).toBe('date_completed')
  expect(await dateAfter('date_created', 200)).toBe('date_created')
})

/** `net_revenue` that the recorded store's wc-analytics/reports/revenue/stats returned for each month. */
const ANALYTICS: Record<string, number> = {
  '2025-10': 6856193,
  '2025-11': 8563529.2,
  '2025-12': 17247666.06,
  '2026-01': 4815938.02,
  '2026-02': 8391852.41,
  '2026-03': 8205714.26,
  '2026-04': 10184579.55,
  '2026-05': 9139586.17,
  '2026-06': 10976161.89,
  '2026-07': 10815386.35,
  '2026-08': 13205193.9,
  '2026-09': 9801633.8,
  '2026-10': 11168399.84,
  '2026-11': 10433319.21,
}

interface RecordedOrder {
  readonly status: string
  readonly date_created: string
  readonly date_paid: string | null
  readonly total: string
  readonly total_tax: string
  readonly shipping_total: string
}

/** Cents that Analytics counts more in the month if it counts by payment, from the recorded headers alone. */
function paidElsewhere(month: string): number {
  const cents = (text: string) => Math.round(Number(text) * 100)
  return RECORDED_ORDERS.filter(({ status }) => !['pending', 'cancelled', 'failed'].includes(status)).reduce(
    (sum, { date_created, date_paid, ...order }) => {
      const net = cents(order.total) - cents(order.total_tax) - cents(order.shipping_total)
      const times = Number(date_paid?.startsWith(month) ?? false) - Number(date_created.startsWith(month))
      return sum + times * net
    },
    0,
  )
}

const RECORDED_ORDERS: readonly RecordedOrder[] = gunzipSync(
  readFileSync(join(RECORDED, 'orders_full.jsonl.gz')),
)
  .toString('utf8')
  .trim()
  .split('\n')
  .map((record) => JSON.parse(record))

describe('the recorded store', () => {
  const engine = testEngine('postgres')
  test('has WooCommerce’s own net sales, and its differences add up', async () => {
    const store = await engine.open()
    const source = wooCommerceSource(await filesShop(RECORDED))
    await importShop({ store, source, timeZone: TIME_ZONE, progress: silentProgress })
    const app = await testApp(store)
    try {
      for (const [month, net] of Object.entries(ANALYTICS)) {
        const told = await reconciled(app, month)
        expect(told.woocommerce, month).toBe(net)
        expect(total(told), month).toBe(told.net_sale)
        const rounding = told.differences.find(({ key }) => key === 'rounding')
        expect(Math.abs(rounding?.amount ?? 0), month).toBeLessThan(told.net_sale / 100)
      }
      const leftOut = ['wc-pending', 'wc-cancelled', 'wc-failed']
      await store.transaction((tx) => writeSetting(tx, ANALYTICS_SETTINGS, { date: 'date_paid', leftOut }))
      for (const [month, net] of Object.entries(ANALYTICS)) {
        const told = await reconciled(app, month)
        expect(told.woocommerce, month).toBe((Math.round(net * 100) + paidElsewhere(month)) / 100)
        expect(total(told), month).toBe(told.net_sale)
      }
    } finally {
      await app.close()
    }
  }, 180_000)
})
