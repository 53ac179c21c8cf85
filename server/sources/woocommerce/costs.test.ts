// What WooCommerce and plug-ins tell about costs, as their answers have it.
import { expect, test } from 'vitest'
import { lineCost, productCost } from './costs.ts'
import { DEFAULT_MAPPING } from './mapping.ts'
import { orderPayload, variationPayload } from './payloads.ts'

const costOf = (line: object) => {
  const { line_items } = orderPayload.parse({
    ...{ id: 7, status: 'completed', line_items: [{ id: 1, quantity: 2, ...line }] },
  })
  return lineCost(line_items[0]!, DEFAULT_MAPPING)
}
const meta = (key: string, value: unknown) => ({ meta_data: [{ key, value }] })

test.each([
  // WooCommerce 11.0.1: the order says 40.5 once one of two came back, the line stays at 81.
  ['cost of goods of the whole line', { cost_of_goods_sold: { total_value: 81 } }, '81.00'],
  ['decimals beyond cents', { cost_of_goods_sold: { value: 13.335 } }, '13.34'],
  ['a line that takes back', { quantity: -2, cost_of_goods_sold: { value: 81 } }, '-81.00'],
  ['0 where nobody entered one', { cost_of_goods_sold: { total_value: 0 } }, null],
  ['the field switched off', {}, null],
  [
    '0, beside a plug-in that knows it',
    { cost_of_goods_sold: { value: 0 }, ...meta('_wc_cog_item_total_cost', '30.10') },
    '30.10',
  ],
  ['a plug-in’s cost of a unit', meta('_alg_wc_cog_item_cost', '12.3456'), '24.69'],
  ['text that is no amount', meta('_wc_cog_item_total_cost', 'n/a'), null],
])('a line: %s', (_, line, cost) => {
  expect(costOf(line)).toBe(cost)
})

test.each([
  [
    'the effective cost',
    { cost_of_goods_sold: { values: [{ defined_value: 3, effective_value: 12.5 }], total_value: 12.5 } },
    '12.5000',
  ],
  [
    '0 where nobody entered one',
    { cost_of_goods_sold: { values: [{ defined_value: null }], total_value: 0 } },
    null,
  ],
  ['a plug-in’s', meta('_wc_cog_cost', '8.12345'), '8.1235'],
])('a product: %s', (_, product, cost) => {
  expect(productCost(variationPayload.parse({ id: 5, ...product }), DEFAULT_MAPPING)).toBe(cost)
})
