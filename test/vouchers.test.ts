// Gift cards, wallets and promotions that lower prices, as their plug-ins write them, with and without a mapping that names them.
import { afterEach, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { describeOneEngine } from './engines.ts'
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
const fee = (id: number, name: string, total: string) => ({
  ...{ id, name, total, total_tax: '0.00', taxes: [], meta_data: [] },
})
const card = { ...lineJson(21, 1, '4000.00'), ...meta('pw_gift_card_to', 'x') }
const orders = [
  // A card is sold and goods are paid with it: PW and YITH leave no line, the second names the amount.
  orderJson(1, [card], { refunds: [{ id: 91, reason: '', total: '-1000.00' }] }),
  orderJson(2, [lineJson(10, 1, '8900.00')], { total: '4900.00' }),
  orderJson(3, [lineJson(10, 1, '500.00')], {
    total: '300.00',
    ...meta('_ywgc_applied_gift_cards_totals', '200'),
  }),
  // TeraWallet: a top-up as a product, and a payment as a negative fee, returned in a refund.
  orderJson(4, [lineJson(77, 1, '1500.00')]),
  orderJson(5, [lineJson(11, 1, '1000.00')], {
    ...{ total: '400.00', fee_lines: [fee(51, 'Via wallet', '-600.00')] },
    refunds: [{ id: 95, reason: '', total: '-400.00' }],
  }),
  // One rule of 20 %: the price of the line is lowered, and the plug-in notes what was saved.
  orderJson(6, [
    { ...lineJson(12, 2, '80.00'), ...meta('_wdr_discounts', { saved_amount: 20 }) },
    { ...lineJson(13, 1, '160.00'), ...meta('_wdr_discounts', '{"saved_amount":"40.00"}') },
    lineJson(14, 1, '10.00'),
  ]),
]
const refunds = [
  refundJson(91, 1, '1000.00', { 21: '-1000.00' }),
  { ...refundJson(95, 5, '400.00', { 11: '-1000.00' }), fee_lines: [fee(951, 'Via wallet', '600.00')] },
]
const mapping = {
  vouchers: { product_ids: [77], line_keys: ['pw_gift_card_to'] },
  voucher_payments: { fees: ['^via wallet'], meta_keys: ['_ywgc_applied_gift_cards_totals'], gap: false },
  line_savings: [{ key: '_wdr_discounts', field: 'saved_amount', name: 'Regla del 20 %' }],
}

const amounts = ({ store }: SmallShopApp) =>
  store.all(sql`select order_id, gross, discount, refunded, net, gap from orders order by order_id`)
const row = (order_id: number, gross: number, discount: number, refunded: number, gap = 0) => ({
  ...{ order_id, gross, discount, refunded, net: gross - discount - refunded, gap },
})

describeOneEngine('vouchers and lowered prices', (engine) => {
  test('are sales and discounts until the mapping names them', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders, refunds }))
    expect(await amounts(shop)).toEqual([
      row(1, 4000, 0, 1000),
      row(2, 8900, 0, 0, -4000),
      row(3, 500, 0, 0, -200),
      row(4, 1500, 0, 0),
      row(5, 1000, 600, 400),
      row(6, 250, 0, 0),
    ])
  })

  test('are no sale and no discount, and a saving has its name, once it does', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders, refunds }), { mapping })
    expect(await amounts(shop)).toEqual([
      row(1, 0, 0, 0),
      row(2, 8900, 0, 0, -4000),
      row(3, 500, 0, 0),
      row(4, 0, 0, 0),
      row(5, 1000, 0, 1000),
      row(6, 310, 60, 0),
    ])
    expect(await shop.store.all(sql`select order_id, name, amount from order_discounts`)).toEqual([
      { order_id: 6, name: 'Regla del 20 %', amount: 60 },
    ])
    const lines = await shop.store.all(
      sql`select gross, discount, net from order_lines where order_id = 6 order by line_id`,
    )
    expect(lines).toEqual([
      { gross: 100, discount: 20, net: 80 },
      { gross: 200, discount: 40, net: 160 },
      { gross: 10, discount: 0, net: 10 },
    ])
    const products = await shop.store.all(
      sql`select product_id from order_lines where order_id in (${[1, 4]})`,
    )
    expect(products).toEqual([])
    // Analytics counts what the shop charged back, without what returned to a wallet.
    expect(await shop.store.all(sql`select refund_id, analytics_net from order_refunds order by 1`)).toEqual([
      { refund_id: 91, analytics_net: 1000 },
      { refund_id: 95, analytics_net: 400 },
    ])
    await shop.close()
    const paid = { ...mapping, voucher_payments: { gap: true } }
    shop = await importSmallFiles(engine, folderOf({ orders: orders.slice(1, 2) }), { mapping: paid })
    expect(await amounts(shop)).toEqual([row(2, 8900, 0, 0)])
  })
})
