// Orders whose total is not the sum of their parts: their parts count, and a person is told which they are.
import { afterEach, expect, test } from 'vitest'
import { describeOneEngine } from './engines.ts'
import { folderOf, importSmallFiles, lineJson, orderJson, type SmallShopApp } from './small-files.ts'

let shop: SmallShopApp | undefined
afterEach(async () => {
  await shop?.close()
  shop = undefined
})

const taxed = { ...lineJson(11, 1, '10785.13'), subtotal_tax: '2264.87', total_tax: '2264.87' }
const orders = [
  orderJson(1, [lineJson(10, 1, '100.00')]),
  // Paid in part with a gift card, which leaves no line.
  orderJson(2, [lineJson(10, 1, '8900.00')], { total: '4900.00', number: 'W-2' }),
  // Its lines were lost, or their taxes.
  orderJson(3, [], { total: '500.00' }),
  orderJson(4, [taxed], { total: '13050.00' }),
  orderJson(5, [{ ...taxed, total_tax: '0.00', subtotal_tax: '0.00' }], { total: '13050.00' }),
  // Three lines of a third of a cent each.
  orderJson(
    6,
    [1, 2, 3].map((id) => lineJson(20 + id, 1, '33.333333')),
    { total: '100.00' },
  ),
  // 1.25 and half a unit, as the API lists them while the plug-in that sells them is off.
  orderJson(7, [
    { ...lineJson(30, 1, '1000.00'), price: 800 },
    { ...lineJson(31, 0, '50.00'), price: 50 },
  ]),
]

describeOneEngine('orders whose total is not the sum of their parts', (engine) => {
  test('count by their parts, and are listed with their difference', async () => {
    shop = await importSmallFiles(engine, folderOf({ orders }))
    const { main_month } = await shop.getData<{ main_month: Record<string, number> }>(
      '/api/summary/main-page?start_date=2026-10',
    )
    expect(main_month.net_sale).toBe(33_985.12)
    expect(main_month.total_units_sold).toBe(1 + 1 + 1 + 1 + 3 + 1.25)
    const runs = await shop.getData<{ unplaced: object }[]>('/api/config/reconciliation')
    expect(runs[0]?.unplaced).toMatchObject({
      other_totals: {
        count: 3,
        amount: -1235.13,
        orders: ['#W-2 (-4.000)', '#5 (2.264,87)', '#3 (500)'],
      },
    })
    const { total, quantity } = shop.report.unmapped
    expect(total.map(({ text }) => text)).toEqual([
      'orden 2: total 4900.00, sus partes suman 8900.00',
      'orden 3: total 500.00 y ningún producto',
      'orden 5: total 13050.00, sus partes suman 10785.13',
    ])
    expect(quantity).toEqual([{ text: 'orden 7, línea 31', count: 1 }])
  })
})
