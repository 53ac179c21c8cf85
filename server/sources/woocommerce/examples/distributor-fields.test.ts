// Which order metas are shown as distributors, and which values of them.
import { expect, test } from 'vitest'
import { type OrderPayload, orderPayload } from '../payloads.ts'
import { distributorFields } from './distributor-fields.ts'

/** Twelve orders of six buyers, two each. */
const orders = (metaOf: (index: number, buyer: number) => Record<string, unknown>): OrderPayload[] =>
  Array.from({ length: 12 }, (_, index) => {
    const buyer = (index % 6) + 1
    return orderPayload.parse({
      id: index + 1,
      status: 'completed',
      customer_id: buyer,
      billing: { first_name: `Nombre${buyer}`, last_name: `Apellido${'abcdef'[buyer - 1]}` },
      meta_data: Object.entries(metaOf(index, buyer)).map(([key, value]) => ({ key, value })),
    })
  })
const shown = (metaOf: (index: number, buyer: number) => Record<string, unknown>) =>
  distributorFields(orders(metaOf)).map(({ key, values }) => [key, ...values])

test('counts a value that only one buyer has, without showing it', () => {
  const [field] = distributorFields(
    orders((_, buyer) => ({ sucursal: buyer < 6 ? ['Sur', 'Este'][buyer % 2] : 'Casa' })),
  )
  expect(field).toMatchObject({ key: 'sucursal', orders: 12, coverage: 100, distinct: 3 })
  expect(field?.values).toEqual(['Este', 'Sur'])
})

test.each([
  ['e-mails', () => ({ zona: 'sur@example.com' }), () => ({ zona: 'norte@example.com' })],
  ['telephones', () => ({ zona: '+54 351 555-0001' }), () => ({ zona: '0351 4555-002' })],
  ['dates', () => ({ zona: '2026-05-01' }), () => ({ zona: '02/05/2026' })],
  ['flags', () => ({ zona: 'yes' }), () => ({ zona: 'no' })],
  ['keys of personal data', () => ({ apellido: 'Sur' }), () => ({ apellido: 'Norte' })],
  [
    'keys of other plug-ins',
    () => ({ _wc_order_attribution_device: 'A' }),
    () => ({ _wc_order_attribution_device: 'B' }),
  ],
] as const)('%s are left out', (_, one, other) => {
  expect(shown((index) => (index % 2 ? one() : other()))).toEqual([])
})

test('fields that name the buyer, that differ per order or never are left out', () => {
  expect(
    shown((index, buyer) => ({
      recibe: `Sra. Apellido${'abcdef'[buyer - 1]}`,
      remito: `R${index}`,
      tienda: 'Única',
      _reparto: buyer % 2 ? 'Sur' : 'Norte',
    })),
  ).toEqual([['_reparto', 'Norte', 'Sur']])
})

test.each([
  ['billing_sucursal', 'A', 'B'],
  ['_shipping_quien_lleva', 'Reparto Norte', 'Reparto Sur'],
  ['order_clave', 'D-12', 'D-7'],
  ['billing_nro_entrega', '1042', '1077'],
])('%s of a checkout plug-in is shown where it reads like a distributor', (key, one, other) => {
  expect(shown((_, buyer) => ({ [key]: buyer % 2 ? one : other }))).toEqual([[key, one, other]])
})

test.each([
  ['billing_city', 'Reparto Norte', 'Reparto Sur'],
  ['_order_currency', 'ARS', 'U2'],
  ['billing_piso', '1', '2'],
  ['shipping_turno', 'Mañana', 'Tarde'],
  ['order_apellido', 'Sucursal Sur', 'Sucursal Norte'],
])('%s is not', (key, one, other) => {
  expect(shown((_, buyer) => ({ [key]: buyer % 2 ? one : other }))).toEqual([])
})

test('an id and its name are a pair, even if a distributor was renamed once', () => {
  const all = Array.from({ length: 4 }, () =>
    orders((index, buyer) => ({
      punto: buyer % 2 ? '10' : '20',
      rotulo: buyer % 2 ? 'Sur' : index === 1 ? 'Norte Viejo' : 'Norte',
      turno: index < 6 ? 'Mañana' : 'Tarde',
    })),
  ).flat()
  const fields = distributorFields(all.map((order, id) => ({ ...order, id })))
  expect(fields.map(({ key, pair, holds }) => [key, pair, holds])).toEqual([
    ['punto', 'rotulo', 'ids'],
    ['rotulo', 'punto', 'names'],
    ['turno', null, 'names'],
  ])
})
