// Gift cards, wallets and promotions that lower prices, as their plug-ins write them, with and without a mapping that names them.
import { afterEach, expect, test } from 'vitest'
import type { AnalyticsReconciliation } from '#contract/analytics.ts'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
import type { Json } from './shop-server/recordings.ts'
import {
  folderOf,
  importSmallFiles,
  lineJson,
  orderJson,
  refundJson,
  type SmallShopApp,
} from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const meta = (key: string, value: unknown) => ({ meta_data: [{ key, value }] })
const fee = (id: number, name: string, total: string, key?: string) => ({
  ...{ id, name, total, total_tax: '0.00', taxes: [] },
  meta_data: key === undefined ? [] : [{ key: '_legacy_fee_key', value: key }],
})
const product = (id: number, type: string): Json => ({
  ...{ id, name: `Producto ${id}`, type, status: 'publish', sku: `P${id}`, price: '1', categories: [] },
  ...{ date_created_gmt: '2026-01-01T12:00:00', date_modified_gmt: '2026-01-01T12:00:00' },
})
const products = [product(21, 'pw-gift-card'), product(10, 'simple'), product(22, 'gift-card')]
/** As Advanced Discount Rules writes it to a line. */
const saved = (saved_amount: number, ...titles: string[]) => ({
  ...{ initial_price: 100, discounted_price: 80, saved_amount, is_free_product: false },
  applied_rules: titles.map((title, id) => ({ id, title, type: 'simple_discount' })),
})
const card = { ...lineJson(21, 1, '4000.00'), ...meta('pw_gift_card_amount', '4000') }
/** A deleted product has no type, its line keeps its fields. */
const cardOfDeleted = { ...lineJson(23, 1, '70.00'), product_id: 0, ...meta('pw_gift_card_amount', '70') }
const orders = [
  // A card is sold and goods are paid with it: PW leaves no line, YITH names the amount.
  orderJson(1, [card], { refunds: [{ id: 91, reason: '', total: '-1000.00' }] }),
  orderJson(2, [lineJson(10, 1, '8900.00')], { total: '4900.00' }),
  orderJson(3, [lineJson(10, 1, '500.00')], {
    total: '300.00',
    ...meta('_ywgc_applied_gift_cards_totals', 200),
  }),
  // TeraWallet: a top-up as a product, and a payment as a negative fee, returned in a refund; its name is translated, its key is not.
  orderJson(4, [lineJson(77, 1, '1500.00'), cardOfDeleted]),
  orderJson(5, [lineJson(11, 1, '1000.00')], {
    ...{
      total: '400.00',
      fee_lines: [fee(51, 'Con la billetera', '-600.00', '_via_wallet_partial_payment')],
    },
    refunds: [{ id: 95, reason: '', total: '-400.00' }],
  }),
  // One rule of 20 %: the price of the line is lowered, and the plug-in notes what was saved.
  orderJson(6, [
    { ...lineJson(12, 2, '80.00'), ...meta('_wdr_discounts', saved(20, 'Martes 20 %', 'Carrito')) },
    {
      ...lineJson(13, 1, '160.00'),
      ...meta('_wdr_discounts', JSON.stringify({ ...saved(0, 'Martes 20 %'), saved_amount: '40.00' })),
    },
    { ...lineJson(15, 1, '90.00'), ...meta('_wdr_discounts', saved(10)) },
    lineJson(14, 1, '10.00'),
  ]),
  // YITH turns its payment into a fee once the order is edited, and keeps the amount.
  orderJson(7, [lineJson(10, 1, '800.00'), lineJson(22, 1, '50.00')], {
    ...{ total: '700.00', fee_lines: [fee(71, 'Gift Card (AB12-CD34)', '-150.00')] },
    ...meta('_ywgc_applied_gift_cards_totals', '150'),
  }),
  // A card of 60, and 15 that nothing explains.
  orderJson(8, [lineJson(10, 1, '100.00')], {
    total: '25.00',
    ...meta('_ywgc_applied_gift_cards_totals', '60'),
  }),
]
const refunds = [
  refundJson(91, 1, '1000.00', { 21: '-1000.00' }),
  {
    ...refundJson(95, 5, '400.00', { 11: '-1000.00' }),
    fee_lines: [fee(951, 'Con la billetera', '600.00')],
  },
]
const mapping = {
  vouchers: {
    product_types: ['pw-gift-card', 'gift-card'],
    product_ids: [77],
    line_keys: ['pw_gift_card_amount'],
  },
  voucher_payments: {
    fees: ['^gift card \\('],
    fee_keys: ['_via_wallet_partial_payment'],
    meta_keys: ['_ywgc_applied_gift_cards_totals'],
  },
  line_savings: [
    {
      ...{ key: '_wdr_discounts', field: 'saved_amount', name: 'Regla' },
      name_field: 'applied_rules.title',
    },
  ],
}

const amounts = ({ store }: SmallShopApp) =>
  store.all(
    sql`select order_id, gross, discount, refunded, net, gap, voucher_paid as paid from orders order by order_id`,
  )
const row = (order_id: number, gross: number, discount: number, refunded: number, [gap, paid] = [0, 0]) => ({
  ...{ order_id, gross, discount, refunded, net: gross - discount - refunded, gap, paid },
})

describeOneEngine('vouchers and lowered prices', (engine) => {
  test('are sales and discounts until the mapping names them', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders, refunds, products }))
    expect(await amounts(shop)).toEqual([
      row(1, 4000, 0, 1000),
      row(2, 8900, 0, 0, [-4000, 0]),
      row(3, 500, 0, 0, [-200, 0]),
      row(4, 1570, 0, 0),
      row(5, 1000, 600, 400),
      row(6, 340, 0, 0),
      row(7, 850, 150, 0),
      row(8, 100, 0, 0, [-75, 0]),
    ])
  })

  test('are no sale and no discount, and a saving has its name, once it does', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders, refunds, products }), { mapping })
    expect(await amounts(shop)).toEqual([
      row(1, 0, 0, 0),
      row(2, 8900, 0, 0, [-4000, 0]),
      row(3, 500, 0, 0, [0, 200]),
      row(4, 0, 0, 0),
      // 600 were paid with the wallet, and returned to it.
      row(5, 1000, 0, 1000),
      row(6, 410, 70, 0),
      row(7, 800, 0, 0, [0, 150]),
      row(8, 100, 0, 0, [-15, 60]),
    ])
    expect(
      await shop.store.all(sql`select order_id, name, amount from order_discounts order by amount desc`),
    ).toEqual([
      { order_id: 6, name: 'Martes 20 %', amount: 60 },
      { order_id: 6, name: 'Regla', amount: 10 },
    ])
    const lines = await shop.store.all(
      sql`select gross, discount, net from order_lines where order_id = 6 order by line_id`,
    )
    expect(lines).toEqual([
      { gross: 100, discount: 20, net: 80 },
      { gross: 200, discount: 40, net: 160 },
      { gross: 10, discount: 0, net: 10 },
      { gross: 100, discount: 10, net: 90 },
    ])
    const sold = await shop.store.all(
      sql`select product_id from order_lines where order_id in (${[1, 4, 7]})`,
    )
    expect(sold).toEqual([{ product_id: 10 }])
    // Analytics counts what the shop charged back, without what returned to a wallet.
    expect(await shop.store.all(sql`select refund_id, analytics_net from order_refunds order by 1`)).toEqual([
      { refund_id: 91, analytics_net: 1000 },
      { refund_id: 95, analytics_net: 400 },
    ])
    await shop.close()
    const paid = { ...mapping, voucher_payments: { gap: true } }
    shop = await importSmallFiles(engine, folderOf({ orders: orders.slice(1, 2) }), { mapping: paid })
    expect(await amounts(shop)).toEqual([row(2, 8900, 0, 0, [0, 4000])])
  })

  test('are told by order fields that hold an amount per card, or a list of them', async () => {
    const paidOf = (id: number, total: string, key: string, value: unknown) =>
      orderJson(id, [lineJson(10, 1, '1000.00')], { total, ...meta(key, value) })
    const told = [
      // Smart Coupons: the amount by code; as JSON, and of a code that is a number, too.
      paidOf(1, '650.00', 'smart_coupons_contribution', { 'vale-1': 300, 'vale-2': '50.00', 'vale-0': 0 }),
      paidOf(2, '800.00', 'smart_coupons_contribution', JSON.stringify({ 77001: '200' })),
      // A list with a field for the amount, and numbers beside it that are none.
      paidOf(3, '900.00', '_tarjetas', [
        { id: 4711, codigo: 'AB', amount: '60', balance: 940 },
        { id: 4712, codigo: 'CD', amount: 40, balance: 0 },
      ]),
      // Advanced Coupons.
      paidOf(6, '975.00', 'acfw_store_credits_order_paid', {
        ...{ amount: 25, raw_amount: 25, cart_total: 1000, currency: 'ARS' },
      }),
      // Nothing that could be an amount.
      paidOf(4, '990.00', 'smart_coupons_contribution', []),
      paidOf(5, '990.00', 'smart_coupons_contribution', { 'vale-3': 'diez' }),
    ]
    const meta_keys = [
      'smart_coupons_contribution',
      'acfw_store_credits_order_paid',
      { key: '_tarjetas', field: 'amount' },
      { key: 'acfw_store_credits_order_paid', field: 'amount' },
    ]
    shop = await importSmallFiles(engine, folderOf({ orders: told }), {
      mapping: { voucher_payments: { meta_keys } },
    })
    expect(await amounts(shop)).toEqual([
      row(1, 1000, 0, 0, [0, 350]),
      row(2, 1000, 0, 0, [0, 200]),
      row(3, 1000, 0, 0, [0, 100]),
      row(4, 1000, 0, 0, [-10, 0]),
      row(5, 1000, 0, 0, [-10, 0]),
      row(6, 1000, 0, 0, [0, 25]),
    ])
  })

  test('that are coupons of a shop pay once the mapping names them; other coupons of the order stay discounts', async () => {
    const coupon = (id: number, code: string, discount: string, discount_tax = '0.00') => ({
      ...{ id, code, discount, discount_tax, nominal_amount: 0, meta_data: [] },
    })
    const taxed = { subtotal_tax: '210.00', total_tax: '189.00' }
    const paid = [
      orderJson(1, [lineJson(10, 1, '1000.00', '800.00')], {
        coupon_lines: [coupon(11, 'credito-77', '200.00')],
      }),
      // 10 % off both, and credit for the rest of the first.
      orderJson(2, [lineJson(10, 1, '1000.00', '700.00'), lineJson(11, 1, '500.00', '450.00')], {
        coupon_lines: [coupon(21, 'diez', '150.00'), coupon(22, 'credito-1', '200.00')],
      }),
      orderJson(3, [{ ...lineJson(10, 1, '1000.00', '900.00'), ...taxed }], {
        ...{ total: '1089.00', cart_tax: '189.00' },
        coupon_lines: [coupon(31, ' CREDITO-9', '100.00', '21.00')],
      }),
      // Applied after tax: the lines stay, the total lacks it.
      orderJson(4, [lineJson(10, 1, '1000.00')], {
        ...{ total: '700.00', coupon_lines: [coupon(41, 'credito-5', '300.00')] },
        ...meta('smart_coupons_contribution', { 'credito-5': 300 }),
      }),
    ]
    const voucher_payments = { coupons: ['^credito-'], meta_keys: ['smart_coupons_contribution'] }
    shop = await importSmallFiles(engine, folderOf({ orders: paid }), { mapping: { voucher_payments } })
    expect(await amounts(shop)).toEqual([
      row(1, 1000, 0, 0, [0, 200]),
      row(2, 1500, 150, 0, [0, 200]),
      row(3, 1210, 0, 0, [0, 100]),
      row(4, 1000, 0, 0, [0, 300]),
    ])
    expect(await shop.store.all(sql`select order_id, name, amount from order_discounts`)).toEqual([
      { order_id: 2, name: 'diez', amount: 150 },
    ])
    const told = await shop.getData<AnalyticsReconciliation>(
      '/api/reconciliation/woocommerce?start_date=2026-10',
    )
    const parts = told.differences.reduce((sum, { amount }) => sum + amount, 0)
    expect([told.net_sale, told.woocommerce + parts]).toEqual([4560, 4560])
  })

  test('that paid have a line of their own on the way from WooCommerce to Góndola', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders, refunds, products }), { mapping })
    const told = await shop.getData<AnalyticsReconciliation>(
      '/api/reconciliation/woocommerce?start_date=2026-10',
    )
    // Charged: 3000 + 4900 + 300 + 1570 + 0 + 340 + 700 + 25.
    expect([told.woocommerce, told.net_sale]).toEqual([10_835, 8900 + 500 + 0 + 340 + 800 + 100])
    const parts = told.differences.filter(({ orders }) => orders > 0)
    expect(parts).toEqual([
      // Cards and top-ups that were sold: 4000 less 1000 that were returned, 1570, and 50 with the goods of order 7.
      { key: 'fees', orders: 3, amount: -(3000 + 1570 + 50) },
      { key: 'vouchers', orders: 3, amount: 200 + 150 + 60 },
      { key: 'header', orders: 2, amount: 4000 + 15 },
    ])
    expect(told.woocommerce + parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(told.net_sale)
  })
})
