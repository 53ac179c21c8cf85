import { expect, test } from 'vitest'
import { orderPayload, parsePayload } from './payloads.ts'

const order = { id: 7, status: 'completed' }
const line = (name: string) => ({ id: 1, name })

test.each([
  ['a number as an amount', { total: 15 }, { total: '15' }],
  ['null as an amount', { total: null }, { total: '0' }],
  ['a missing amount', {}, { total: '0' }],
  ['a missing list', { fee_lines: undefined }, { fee_lines: [] }],
  ['an object as a list', { coupon_lines: {} }, { coupon_lines: [] }],
  ['text that is no date', { date_created_gmt: 'ayer' }, { date_created_gmt: null }],
  ['a day that no month has', { date_created_gmt: '2026-02-29T12:00:00' }, { date_created_gmt: null }],
  ['a number as text', { currency: 32 }, { currency: '32' }],
  ['a word as a flag', { prices_include_tax: 'yes' }, { prices_include_tax: true }],
  ['a missing address', { billing: 'none' }, { billing: { city: '', email: '' } }],
  [
    'names with entities',
    { line_items: [line('A &amp; B &#8211; &#xf1;&ntilde;')] },
    { line_items: [{ name: 'A & B – ññ' }] },
  ],
  ['entities once', { fee_lines: [line('&amp;amp; &amp;lt;')] }, { fee_lines: [{ name: '&amp; &lt;' }] }],
  ['no entity', { billing: { city: 'R&D; &#0; &x; &' } }, { billing: { city: 'R&D; &#0; &x; &' } }],
  ['a number in text', { customer_id: '5' }, { customer_id: 5 }],
])('repairs %s', (_, fields, repaired) => {
  expect(parsePayload(orderPayload, { ...order, ...fields })).toMatchObject({ ok: true, payload: repaired })
})

test.each([
  ['no id', { id: 0 }, 'id no es un número entero mayor que 0'],
  ['an amount with a comma', { total: '1,50' }, 'total no es un importe: «1,50»'],
  ['an object as an amount', { total: {} }, 'total no tiene la forma esperada'],
  ['an id beyond whole numbers', { id: '1e300' }, 'id no es un número entero: «1e300»'],
  ['a line without an id', { line_items: [{ name: 'x' }] }, 'line_items.0.id falta'],
  [
    'a quantity in words',
    { line_items: [{ id: 1, quantity: 'dos' }] },
    'line_items.0.quantity no es una cantidad: «dos»',
  ],
  ['text as a line', { line_items: ['x'] }, 'line_items.0 no tiene la forma esperada'],
  ['no status', { status: undefined }, 'status falta'],
  ['an empty status', { status: '' }, 'status está vacío'],
  ['a list as a flag', { prices_include_tax: [] }, 'prices_include_tax no tiene la forma esperada'],
])('refuses %s', (_, fields, reason) => {
  expect(parsePayload(orderPayload, { ...order, ...fields })).toEqual({ ok: false, reason })
})
