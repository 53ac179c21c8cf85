import { expect, test } from 'vitest'
import { lineJson, orderJson } from '#test/small-files.ts'
import { savingsOf } from '../line-savings.ts'
import { mappingSchema } from '../mapping.ts'
import { orderPayload } from '../payloads.ts'
import { metaValue } from './php-serialize.ts'

test('a meta field is what the REST API lists: text, number, list or object', () => {
  expect(metaValue('7790040')).toBe('7790040')
  expect(metaValue('i:5;')).toBe(5)
  expect(metaValue('N;')).toBe(null)
  expect(metaValue('a:2:{i:0;s:1:"a";i:1;d:1.5;}')).toEqual(['a', 1.5])
  expect(metaValue('a:1:{s:4:"rule";a:1:{i:7;b:1;}}')).toEqual({ rule: { 7: true } })
})

test('what a promotion took off a price is read from the map in which plug-ins keep it', () => {
  const value = metaValue('a:2:{s:12:"saved_amount";d:20;s:4:"rule";i:3;}')
  const meta_data = [{ key: '_wdr_discounts', value }]
  const { line_items } = orderPayload.parse(orderJson(1, [{ ...lineJson(12, 1, '80.00'), meta_data }]))
  const mapping = mappingSchema.parse({ line_savings: [{ key: '_wdr_discounts', field: 'saved_amount' }] })
  expect(savingsOf(line_items, mapping)).toEqual([{ name: 'Rebaja de precio', amount: 2000 }])
})
