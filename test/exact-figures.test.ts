// Credit notes, and amounts that binary fractions miss, have exact figures at every door: a shop that can be added up by hand.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderFacts } from '#server/domain/facts.ts'
import { openSmallShop } from '../fixtures/open-small-shop.ts'
import { smallShop } from '../fixtures/small-shop.ts'
import { type TestApp, testApp } from './app.ts'
import { describeEngines } from './engines.ts'

interface Sold {
  readonly product_id: number
  readonly quantity: number
  readonly gross: string
}

/** A completed order of somebody without an account; `off`: what a coupon takes off its first line. */
function order(order_id: number, day: string, sold: readonly Sold[], off = '0.00'): OrderFacts {
  const [facts] = smallShop.orders
  const [line] = facts?.lines ?? []
  if (!facts || !line) throw new Error('The small shop has an order with a line')
  const place = { order_id, month: day.slice(0, 7), status: 'wc-completed', counted: true, dist_id: '101' }
  const cents = (text: string) => Math.round(Number(text) * 100)
  const less = (gross: string, discount: string) => ((cents(gross) - cents(discount)) / 100).toFixed(2)
  const gross = (sold.reduce((sum, each) => sum + cents(each.gross), 0) / 100).toFixed(2)
  const units = sold.reduce((sum, { quantity }) => sum + quantity, 0)
  const amounts = { gross, discount: off, refunded: '0.00', net: less(gross, off) }
  return {
    ...facts,
    order: {
      ...{ ...facts.order, ...place, ...amounts, customer_id: 0, email: '', units, refunded_units: 0 },
      ...{ created_at: `${day} 10:00:00`, order_date: day, coupons: off === '0.00' ? 0 : 1 },
    },
    lines: sold.map((each, index) => {
      const discount = index === 0 ? off : '0.00'
      const none = { promotion: '0.00', refunded: '0.00', shared: '0.00', refunded_units: 0 }
      const of = { ...line, ...place, ...each, ...none, line_id: order_id * 10 + index }
      return { ...of, discount, net: less(each.gross, discount) }
    }),
    discounts:
      off === '0.00'
        ? []
        : [
            {
              ...{
                ...place,
                discount_id: order_id,
                kind: 'coupon',
                name: 'verano',
                amount: off,
                nominal: off,
              },
              ...{
                discount_group: 'CUPONES MASIVOS',
                sub_group: 'verano',
                promo_name: 'Verano',
                promo_type: '',
              },
            },
          ],
    refunds: [],
  }
}

const ALFAJOR = 11
const TABLETA = 12
const HARINA = 13

const ORDERS = [
  // −60.15 − 40.10 = −100.25, of two orders: −50.125.
  order(201, '2026-01-05', [{ product_id: ALFAJOR, quantity: -2, gross: '-60.15' }]),
  order(202, '2026-01-06', [{ product_id: ALFAJOR, quantity: -1, gross: '-40.10' }]),
  // The same beside an order with a coupon of 0.57, whose net is 8.00.
  order(203, '2026-02-05', [{ product_id: ALFAJOR, quantity: -2, gross: '-60.15' }]),
  order(204, '2026-02-06', [{ product_id: ALFAJOR, quantity: -1, gross: '-40.10' }]),
  order(205, '2026-02-07', [{ product_id: ALFAJOR, quantity: 1, gross: '8.57' }], '0.57'),
  // 200.20 + 100.10 − 300.30 = 0.
  order(206, '2026-03-05', [
    { product_id: ALFAJOR, quantity: 2, gross: '200.20' },
    { product_id: TABLETA, quantity: 1, gross: '100.10' },
    { product_id: HARINA, quantity: -3, gross: '-300.30' },
  ]),
  order(207, '2026-04-05', [{ product_id: ALFAJOR, quantity: 2, gross: '50.00' }]),
  order(208, '2026-04-06', []),
]

describeEngines('exact figures', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp(await openSmallShop(engine, { ...smallShop, orders: ORDERS }))
  })
  afterAll(() => app.close())

  const data = async (path: string) => {
    const answer = await app.get(path, 'superAdmin')
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().data
  }

  test('an average of −50.125 is −50.13 everywhere: half away from zero', async () => {
    const { main_month } = await data('/api/summary/main-page?start_date=2026-01')
    const totals = await data('/api/orders/get-totals?start_date=2026-01')
    const [asked] = await data('/api/questions/answer?measures=average_ticket&from=2026-01-01&to=2026-01-31')
    const { rows } = await data('/api/benefits/performance?start_date=2026-02')
    expect({
      scorecard: main_month.average_ticket,
      totals: totals.main_month.average_ticket,
      question: asked.average_ticket,
      without: rows[0].ticket_without,
    }).toEqual({ scorecard: -50.13, totals: -50.13, question: -50.13, without: -50.13 })
  })

  test('a discount of 0.57 per 8.00 is 7.13 per hundred, not 7.12: it is 7.125', async () => {
    const { rows } = await data('/api/benefits/performance?start_date=2026-02')
    expect(rows).toMatchObject([{ net: 8, amount: 0.57, per_hundred: 7.13 }])
  })

  test('a line of negative units has the price of one: 60.15 / 2', async () => {
    const rows = await data('/api/reports/business?start_date=2026-02&order_by=order_id&order=ASC')
    expect(rows).toMatchObject([
      { quantity: -2, unit_price_list: 30.08, unit_discount_price: 30.08, discount_per_unit: 0 },
      { quantity: -1, unit_price_list: 40.1, unit_discount_price: 40.1, discount_per_unit: 0 },
      { quantity: 1, unit_price_list: 8.57, unit_discount_price: 8, discount_per_unit: 0.57 },
    ])
  })

  test('rows that cancel out have shares of 0, like any rows without a sum', async () => {
    const shares = (rows: Record<string, number>[]) =>
      rows.map(({ total_amount, percent, percent_amount = percent }) => [total_amount, percent_amount])
    const expected = [
      [200.2, 0],
      [100.1, 0],
      [-300.3, 0],
    ]
    const asked = 'start_date=2026-03'
    expect(shares((await data(`/api/orders/ranking-orders-by-segments?${asked}`)).rows)).toEqual(expected)
  })

  test('an order without lines counts in every split of orders', async () => {
    for (const by of ['province', 'city', 'distributor', 'payment_method', 'province,distributor']) {
      const rows = await data(
        `/api/questions/answer?measures=orders,average_ticket&by=${by}&from=2026-04-01&to=2026-04-30`,
      )
      expect([by, rows]).toEqual([by, [expect.objectContaining({ orders: 2, average_ticket: 25 })]])
    }
  })
})
