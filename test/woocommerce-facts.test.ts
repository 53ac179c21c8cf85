// What WooCommerce really does where one would guess otherwise (docs/woocommerce.md), as orders that it wrote, read by the product.
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sql, sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import {
  importSmallFiles,
  keptFolderOf,
  lineJson,
  orderJson,
  refundJson,
  type SmallShopApp,
} from './small-files.ts'

const fee = (id: number, name: string, total: string, total_tax: string) => ({
  ...{ id, name, total, total_tax, taxes: [{ id: 1, total: total_tax, subtotal: '' }], meta_data: [] },
})
/** 1,210 with 21 % of tax in it. */
const taxed = { ...lineJson(11, 1, '1000.00'), subtotal_tax: '210.00', total_tax: '210.00' }
const coupon = {
  ...{ id: 71, code: 'club10', discount: '100.00', discount_tax: '0.00' },
  meta_data: [{ key: 'coupon_info', value: '[0,"club10","percent",10]' }],
}
const orders = [
  orderJson(1, [taxed], {
    total: '1210.00',
    status: 'refunded',
    refunds: [{ id: 91, reason: '', total: '-1210.00' }],
  }),
  orderJson(2, [taxed], { total: '1210.00', refunds: [{ id: 92, reason: '', total: '-605.00' }] }),
  orderJson(3, [taxed], { total: '1089.00', fee_lines: [fee(31, 'Efectivo 10 %', '-100.00', '-21.00')] }),
  orderJson(4, [taxed], { total: '0.01', fee_lines: [fee(41, 'Saldo', '-999.99', '-210.00')] }),
  orderJson(5, [lineJson(12, 1, '1000.00', '900.00')], { coupon_lines: [coupon] }),
  orderJson(
    6,
    [
      {
        ...lineJson(13, 3, '300.00'),
        global_unique_id: '7790040000000',
        brands: [{ id: 5, name: 'Otra' }],
        cost_of_goods_sold: { total_value: 120 },
      },
    ],
    { cost_of_goods_sold: { total_value: 80 }, total: '300.00' },
  ),
  orderJson(7, [lineJson(14, 2, '500.00')], {
    ...{ date_modified: '2026-11-12T09:30:00', date_modified_gmt: '2026-11-12T12:30:00' },
    meta_data: [{ key: '_fulfillment_status', value: 'fulfilled' }],
  }),
  // What is left of a difference of floating-point numbers.
  orderJson(8, [{ ...lineJson(15, 1, '80.00'), subtotal_tax: 1.4210854715202004e-14, total_tax: -7.1e-15 }], {
    ...{
      total: '80.00',
      coupon_lines: [{ ...coupon, id: 81, discount: 0, discount_tax: '2.8421709430404E-14' }],
    },
  }),
]
const refunds = [
  { ...refundJson(91, 1, '1210.00'), meta_data: [{ key: '_refund_type', value: 'full' }] },
  {
    ...refundJson(92, 2, '605.00'),
    line_items: [
      {
        ...lineJson(11, 0, '-500.00'),
        ...{ id: 921, total_tax: '-105.00', subtotal_tax: '-105.00' },
        meta_data: [{ key: '_refunded_item_id', value: '11' }],
      },
    ],
  },
]

describeOneEngine('a WooCommerce shop', (engine) => {
  let shop: SmallShopApp
  beforeAll(async () => {
    const folder = keptFolderOf({ orders, refunds })
    shop = await importSmallFiles(engine, folder).finally(() => rmSync(folder, { recursive: true }))
  })
  afterAll(() => shop.close())

  const row = (query: Sql) => shop.store.one(query)
  const amounts = (id: number) =>
    row(sql`select gross, discount, refunded, net, gap from orders where order_id = ${id}`)

  test('refunds an order by its status without naming lines, and the whole of it counts as refunded', async () => {
    expect(await amounts(1)).toEqual({ gross: 1210, discount: 0, refunded: 1210, net: 0, gap: 0 })
    expect(await row(sql`select shared, net from order_lines where order_id = 1`)).toEqual({
      shared: 1210,
      net: 0,
    })
  })

  test('computes a refund without an amount from its lines with their tax', async () => {
    expect(await amounts(2)).toEqual({ gross: 1210, discount: 0, refunded: 605, net: 605, gap: 0 })
  })

  test('takes the amount of a fee as net: 10 % take 12.1 % of the net where tax is 21 %', async () => {
    expect(await amounts(3)).toEqual({ gross: 1210, discount: 121, refunded: 0, net: 1089, gap: 0 })
  })

  test('caps negative fees at the cart, which may leave a cent', async () => {
    expect(await amounts(4)).toEqual({ gross: 1210, discount: 1209.99, refunded: 0, net: 0.01, gap: 0 })
  })

  test('writes coupons that are no longer stored with the id 0, and their face value after it', async () => {
    expect(await amounts(5)).toEqual({ gross: 1000, discount: 100, refunded: 0, net: 900, gap: 0 })
    expect(await row(sql`select name, nominal from order_discounts where order_id = 5`)).toEqual({
      name: 'club10',
      nominal: 10,
    })
  })

  test('has plug-ins that leave the rest of a floating-point number in an amount, which is none', async () => {
    expect(await amounts(8)).toEqual({ gross: 80, discount: 0, refunded: 0, net: 80, gap: 0 })
  })

  test('moves the date of the last change with a fulfilment, which moves no figure', async () => {
    expect(await amounts(7)).toEqual({ gross: 500, discount: 0, refunded: 0, net: 500, gap: 0 })
    expect(await row(sql`select month, units, modified_at from orders where order_id = 7`)).toEqual({
      ...{ month: '2026-10', units: 2 },
      modified_at: expect.stringMatching(/^2026-11-12[T ]12:30:00/),
    })
  })

  test('adds codes, brands and costs to lines, which change no amount', async () => {
    expect(await amounts(6)).toEqual({ gross: 300, discount: 0, refunded: 0, net: 300, gap: 0 })
  })
})
