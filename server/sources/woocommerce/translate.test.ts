// Irregular payloads of the recordings and worse ones: repaired if their meaning is clear, else rejected with a reason.
import { describe, expect, test } from 'vitest'
import { jsonLines, recorded } from '#test/shop-server/recordings.ts'
import { classifier } from './classify.ts'
import { DEFAULT_MAPPING, mappingSchema } from './mapping.ts'
import { refundsOnRequest } from './order-refunds.ts'
import { customerPayload, refundPayload } from './payloads.ts'
import { readOrders, readRecords } from './read-records.ts'
import { translateContext } from './translate.ts'
import { categoryPlace } from './translate-catalogue.ts'
import { translateCustomer } from './translate-people.ts'

const context = (options: Partial<Parameters<typeof translateContext>[0]> = {}) =>
  translateContext({ currency: 'ARS', timeZone: 'America/Argentina/Buenos_Aires', ...options })

const recordedOrder = (name: string): Record<string, unknown> => JSON.parse(recorded(`orders/${name}`))
const recordedRefunds = (name: string): unknown[] => JSON.parse(recorded(`orders/${name}`))

const noRefunds = refundsOnRequest(async () => undefined)

const factsOf = async (order: unknown, refunds: unknown[] = [], from = context()) => {
  const known = readRecords(refunds, refundPayload, (refund) => refund).facts
  // The list of an order's refunds does not repeat the order's id.
  const byOrder = new Map([[Number((order as { id: unknown }).id), known]])
  const { facts, rejects } = await readOrders([order], { ...noRefunds, known: byOrder }, from)
  expect(rejects).toEqual([])
  return facts[0]!
}

const line = (name: string, total: string, total_tax: string) => ({
  ...{ id: 1, name, product_id: 11, variation_id: 0, quantity: 1, sku: '', meta_data: [] },
  ...{ subtotal: total, subtotal_tax: total_tax, total, total_tax },
})

test('texts longer than an index takes are cut and counted', async () => {
  const from = context()
  const billing = { email: `ñ${'x'.repeat(3000)}@example.com` }
  const { order } = await factsOf({ ...recordedOrder('one_with_taxes_and_coupon'), billing }, [], from)
  expect(order.email).toBe(`ñ${'x'.repeat(252)}`)
  expect(from.notes.list('long')).toEqual([{ text: 'correo', count: 1 }])
})

describe('an order', () => {
  test('with taxes and a coupon has the amounts that the customer saw', async () => {
    const { order, discounts } = await factsOf(recordedOrder('one_with_taxes_and_coupon'))
    // 8,130.92 + 15,880.71 + 12,577.52 before the coupon of 2,000, and 3,176.14 for shipping.
    expect(order).toMatchObject({
      gross: '36589.15',
      discount: '2000.00',
      net: '34589.15',
      shipping: '3176.14',
    })
    expect(order.total).toBe('37765.29')
    expect(discounts).toMatchObject([
      { name: 'menos-2000', nominal: '2000.00', amount: '2000.00', discount_group: 'CUPONES MASIVOS' },
    ])
  })

  test('with two refunds, and with one of everything', async () => {
    const two = await factsOf(recordedOrder('one_two_refunds'), recordedRefunds('refunds_of_two_refunds'))
    expect(two.refunds).toHaveLength(2)
    expect(two.refunds.map(({ month }) => month)).toEqual(['2025-10', '2025-10'])
    const full = await factsOf(
      recordedOrder('one_refunded_full'),
      recordedRefunds('refunds_of_refunded_full'),
    )
    expect(full.order).toMatchObject({ net: '0.00', refunded: full.order.gross })
    expect(full.order.refunded_units).toBe(full.order.units)
  })

  test('with a refund of another day that takes a promotion back', async () => {
    const order = recordedOrder('one_with_taxes_and_coupon')
    const refund = {
      ...{ id: 900, amount: '1000.00', reason: '' },
      ...{ date_created: '2030-01-02T03:04:05', date_created_gmt: '2030-01-02T06:04:05' },
      line_items: [],
      shipping_lines: [],
      // A promotion is a negative fee of the order, so a refund shows it as positive: it stays in the sale.
      fee_lines: [{ id: 901, name: 'Promo', total: '300.00', total_tax: '0.00' }],
    }
    const facts = await factsOf({ ...order, refunds: [{ id: 900, total: '-1000.00', reason: '' }] }, [refund])
    expect(facts.order.refunded).toBe('1000.00')
    // The refund counts in the month of its order, and keeps its own time.
    expect(facts.refunds).toMatchObject([
      { month: facts.order.month, created_at: '2030-01-02 03:04:05', amount: '1000.00' },
    ])
    const charged = { ...refund, fee_lines: [{ ...refund.fee_lines[0], total: '-300.00' }] }
    const again = await factsOf({ ...order, refunds: [{ id: 900, total: '-1000.00', reason: '' }] }, [
      charged,
    ])
    expect(again.order.refunded).toBe('700.00')
  })

  test('without tax in its prices does not count refunded tax', async () => {
    const order = { ...recordedOrder('one_with_taxes_and_coupon'), prices_include_tax: false }
    const line = { id: 911, product_id: 0, variation_id: 0, quantity: -1, name: '', sku: null, meta_data: [] }
    const amounts = { subtotal: '-100.00', subtotal_tax: '-21.00', total: '-100.00', total_tax: '-21.00' }
    const refund = {
      ...{ id: 910, amount: '121.00', reason: '' },
      ...{ date_created: '2030-01-02T03:04:05', date_created_gmt: '2030-01-02T06:04:05' },
      ...{ line_items: [{ ...line, ...amounts }], shipping_lines: [], fee_lines: [] },
    }
    const facts = await factsOf({ ...order, refunds: [{ id: 910, total: '-121.00', reason: '' }] }, [refund])
    expect(facts.order.refunded).toBe('100.00')
  })

  test('without tax in its prices, refunds promotions and unnamed amounts without tax', async () => {
    // Two lines of 100 + 21, a promotion of −20 − 4.20: 217.80 paid for 180 without tax.
    const sold = { ...line('Yerba', '100.00', '21.00'), quantity: 0.5 }
    const fee = { id: 3, name: 'Promo', total: '-20.00', total_tax: '-4.20' }
    const order = {
      ...{ id: 1, status: 'completed', currency: 'ARS', prices_include_tax: false, total: '217.80' },
      ...{
        date_created_gmt: '2026-05-02T12:00:00',
        line_items: [sold, { ...sold, id: 2 }],
        fee_lines: [fee],
      },
      refunds: [{ id: 9, reason: '', total: '0' }],
    }
    const back = (fields: object) =>
      factsOf(order, [{ id: 9, date_created_gmt: '2026-05-03T12:00:00', ...fields }])
    const whole = await back({
      amount: '217.80',
      line_items: [1, 2].map((id) => ({
        ...line('', '-100.00', '-21.00'),
        ...{ id: id + 10, quantity: -0.5, meta_data: [{ key: '_refunded_item_id', value: id }] },
      })),
      fee_lines: [{ ...fee, total: '20.00', total_tax: '4.20' }],
    })
    expect(whole.order).toMatchObject({ gross: '200.00', discount: '20.00', refunded: '180.00', net: '0.00' })
    expect(whole.order).toMatchObject({ units: 1, refunded_units: 1 })
    // Half of the amount paid, and the shipping in addition.
    const half = await back({ amount: '120.90', shipping_lines: [{ total: '-10.00', total_tax: '-2.00' }] })
    expect(half.order).toMatchObject({ refunded: '90.00', net: '90.00' })
  })

  test('rounds an amount and its tax together in shops with more decimals', async () => {
    const order = {
      ...{ id: 1, status: 'completed', currency: 'ARS', prices_include_tax: true },
      ...{ date_created_gmt: '2026-05-02T12:00:00', line_items: [line('Tornillo', '0.1240', '0.0260')] },
    }
    expect((await factsOf(order)).order).toMatchObject({ gross: '0.15', net: '0.15' })
  })

  test('counts two spellings of a coupon as one', async () => {
    const order = recordedOrder('one_with_taxes_and_coupon')
    const [coupon] = order.coupon_lines as { id: number; code: string }[]
    const again = { ...coupon, id: 912, code: ` ${coupon?.code.toUpperCase()}` }
    const { order: head } = await factsOf({ ...order, coupon_lines: [coupon, again] })
    expect(head.coupons).toBe(1)
  })

  test('is translated if it is a guest’s, in dollars, of a deleted product, of a variation, or empty', async () => {
    expect((await factsOf(recordedOrder('one_guest'))).order).toMatchObject({ customer_id: 0 })
    expect((await factsOf(recordedOrder('one_usd'))).order).toMatchObject({ currency: 'USD', counted: false })
    const deleted = (await factsOf(recordedOrder('one_deleted_product'))).lines.find(
      (line) => line.product_id === 0,
    )
    expect(deleted).toMatchObject({ sku: '', name: expect.stringContaining('(baja)') })
    expect((await factsOf(recordedOrder('one_variation'))).lines[0]?.variation_id).toBeGreaterThan(0)
    const empty = await factsOf(recordedOrder('one_zero_items'))
    expect(empty.lines).toEqual([])
    expect(empty.order).toMatchObject({ gross: '0.00', net: '0.00', units: 0 })
  })

  test('keeps names as written', async () => {
    expect((await factsOf(recordedOrder('one_newline_name'))).order.first_name).toBe('Juan\nCarlos')
    expect((await factsOf(recordedOrder('one_formula_name'))).order.first_name).toMatch(/^=HYPERLINK/)
    const strange = await factsOf({
      ...recordedOrder('one_plain'),
      billing: { first_name: 'A\0B', last_name: 'half \ud83d', email: ' Ana@Example.ORG ', state: null },
    })
    expect(strange.order).toMatchObject({
      first_name: 'AB',
      last_name: 'half \ufffd',
      email: 'ana@example.org',
      province: 'SIN PROVINCIA',
    })
  })

  test('is repaired where the meaning is clear', async () => {
    const order = recordedOrder('one_plain')
    const clean = await factsOf(order)
    const [line, ...lines] = order.line_items as Record<string, unknown>[]
    const odd = await factsOf({
      ...order,
      id: String(order.id),
      status: `wc-${order.status}`,
      total: Number(order.total),
      customer_id: String(order.customer_id),
      prices_include_tax: order.prices_include_tax ? 'yes' : '',
      date_created: null,
      coupon_lines: {},
      refunds: null,
      line_items: {
        0: { ...line, quantity: String(line!.quantity), total_tax: '', subtotal_tax: null },
        ...(lines.map((one) => one) && Object.fromEntries(lines.map((one, index) => [index + 1, one]))),
      },
      surprise: { deep: [1] },
    })
    expect(odd).toEqual(clean)
  })

  test('whose lines repeat their ids keeps them apart', async () => {
    const order = recordedOrder('one_plain')
    const lines = (order.line_items as object[]).map((line) => ({ ...line, id: 0 }))
    const facts = await factsOf({ ...order, line_items: lines })
    expect(new Set(facts.lines.map(({ line_id }) => line_id)).size).toBe(lines.length)
  })

  test('shows a manual price cut as a discount', async () => {
    const order = recordedOrder('one_plain')
    const [line, ...rest] = order.line_items as { total: string }[]
    const cut = { ...line, total: (Number(line!.total) - 100).toFixed(2) }
    const { order: head, discounts } = await factsOf({ ...order, fee_lines: [], line_items: [cut, ...rest] })
    expect(head.discount).toBe('100.00')
    expect(discounts).toMatchObject([{ name: 'Descuento manual', amount: '100.00', kind: 'fee' }])
  })

  test('takes a refund missing from the list from its summary', async () => {
    const from = context()
    const facts = await factsOf(recordedOrder('one_two_refunds'), [], from)
    const listed = recordedRefunds('refunds_of_two_refunds') as { amount: string }[]
    expect(facts.refunds.map(({ amount }) => amount).sort()).toEqual(
      listed.map(({ amount }) => amount).sort(),
    )
    expect(from.notes.list('refund')).toEqual([{ text: 'sin detalle', count: 2 }])
  })

  test.each([
    [{ id: null }, 'id no es un número entero mayor que 0'],
    [{ total: '1.234,50' }, 'total no es un importe: «1.234,50»'],
    [{ status: undefined }, /^status/],
    [{ date_created: 'ayer', date_created_gmt: null }, 'date_created falta o no es una fecha'],
    [
      { date_created: '2026-02-30T10:00:00', date_created_gmt: '-0001-11-30T00:00:00' },
      'date_created falta o no es una fecha',
    ],
    // A mistyped year.
    [
      { date_created: '0206-11-05T10:00:00', date_created_gmt: '0206-11-05T13:00:00' },
      'date_created falta o no es una fecha',
    ],
    [{ line_items: [{ id: 1, total: 'gratis' }] }, 'line_items.0.total no es un importe: «gratis»'],
  ])('is turned away for %j', async (change, reason) => {
    const order = { ...recordedOrder('one_plain'), ...change }
    const { facts, rejects } = await readOrders([order, 'no object'], noRefunds, context())
    expect(facts).toEqual([])
    expect(rejects[0]?.reason).toMatch(reason)
    expect(rejects[1]).toMatchObject({ id: '?' })
  })

  test.each(['trash', 'auto-draft', 'checkout-draft'])('in status %s is none', async (status) => {
    const order = { ...recordedOrder('one_plain'), status }
    expect(await readOrders([order], noRefunds, context())).toMatchObject({
      facts: [],
      rejects: [],
    })
  })

  test('belongs to the month in the configured time zone, and a difference is noted', async () => {
    const order = {
      ...recordedOrder('one_plain'),
      date_created: '2026-10-31T23:59:59',
      date_created_gmt: '2026-11-01T02:59:59',
    }
    expect((await factsOf(order)).order.month).toBe('2026-10')
    const utc = context({ timeZone: 'UTC' })
    expect((await factsOf(order, [], utc)).order).toMatchObject({
      month: '2026-11',
      order_date: '2026-11-01',
    })
    expect(utc.notes.list('clock')).toEqual([{ text: '-180 min', count: 1 }])
  })
})

describe('the mapping', () => {
  const classify = classifier(DEFAULT_MAPPING)
  test.each([
    ['coupon', 'empleado-arcor.general', 'CORPORATIVOS', 'Empleado Arcor', ''],
    ['coupon', 'osde-15', 'CORPORATIVOS', 'Convenio Osde', ''],
    ['coupon', 'bco-nacion-20-miercoles', 'BANCARIOS', 'Banco Nación', ''],
    ['fee', 'Reintegro "Banco Nación"', 'BANCARIOS', 'Banco Nación', ''],
    ['fee', 'Reintegro Banco Galicia (martes)', 'BANCARIOS', 'Banco Galicia', ''],
    ['coupon', 'cybermonday2026', 'CUPONES MASIVOS', 'cybermonday', ''],
    ['coupon', '2x1-chocolates', 'DESCUENTOS POR CATEGORÍA', 'chocolates', 'buy-x-get-y'],
    ['coupon', 'promo-harina-500', 'DESCUENTOS POR CATEGORÍA', 'harina', ''],
    ['fee', 'Promo 3x2 Golosinas', 'DESCUENTOS POR CATEGORÍA', 'Golosinas', 'buy-x-get-y'],
    ['fee', 'Promo: 2da unidad al 50%', 'DESCUENTOS POR CATEGORÍA', '2da unidad al 50%', 'buy-x-get-y'],
    ['fee', 'Caja Surtida Mogul', 'DESCUENTOS POR CATEGORÍA', 'cajas surtidas', 'boxes-mix'],
    ['coupon', 'mix-box-verano', 'DESCUENTOS POR CATEGORÍA', 'cajas surtidas', 'boxes-mix'],
    ['coupon', 'lo-que-sea', 'OTROS', 'others', ''],
  ] as const)('%s %s', (kind, name, discount_group, sub_group, promo_type) => {
    expect(classify(kind, name, [])).toMatchObject({
      discount_group,
      sub_group,
      promo_type,
      mapped: sub_group !== 'others',
    })
  })

  test('reads the meta of a coupon line', () => {
    const mapping = mappingSchema.parse({
      discounts: [
        {
          meta: { key: 'convenio', pattern: '^banco (.+)' },
          group: 'BANCARIOS',
          sub_group: '$1',
          promo_name: 'Convenio $1',
        },
      ],
    })
    const meta = [{ key: 'convenio', value: 'Banco Sur' }]
    expect(classifier(mapping)('coupon', 'x1', meta)).toMatchObject({
      sub_group: 'Sur',
      promo_name: 'Convenio Sur',
    })
    expect(classifier(mapping)('coupon', 'x1', [])).toMatchObject({ sub_group: 'others', mapped: false })
  })

  test('names invalid records', () => {
    const parsed = mappingSchema.safeParse({
      discounts: [{ pattern: '(', group: 'OTROS', sub_group: 'x' }],
      typo: 1,
    })
    expect(parsed.error?.issues.map(({ path }) => path.join('.'))).toEqual(
      expect.arrayContaining(['discounts.0.pattern']),
    )
  })

  test('puts a product in one business and segment', () => {
    const tree: [number, number, string][] = [
      [16, 0, 'Golosinas'],
      [17, 16, 'Caramelos'],
      [22, 0, 'Chocolates'],
      [23, 22, 'Tabletas'],
      [31, 0, 'Alimentos'],
      [36, 31, 'Bebidas en polvo'],
    ]
    const categories = new Map(
      tree.map(([category_id, parent_id, name]) => [
        category_id,
        { category_id, parent_id, name, slug: name },
      ]),
    )
    categories.set(15, { category_id: 15, parent_id: 0, name: 'Uncategorized', slug: 'uncategorized' })
    const place = (own: number[], primary?: number) =>
      categoryPlace(own, primary, categories, DEFAULT_MAPPING)
    expect(place([17, 16])).toEqual({ business: 'Golosinas', segment: 'Caramelos' })
    expect(place([17])).toEqual({ business: 'Golosinas', segment: 'Caramelos' })
    expect(place([31, 36, 22, 23])).toEqual({ business: 'Chocolates', segment: 'Tabletas' })
    expect(place([31, 36, 22, 23], 36)).toEqual({ business: 'Alimentos', segment: 'Bebidas en polvo' })
    expect(place([16, 23])).toEqual({ business: 'Golosinas', segment: 'sin segmento' })
    expect(place([15])).toEqual({ business: 'sin negocio', segment: 'sin segmento' })
    expect(place([])).toEqual({ business: 'sin negocio', segment: 'sin segmento' })
  })

  test('tells segments of one name by their business, below different ones alone', () => {
    const category = (category_id: number, parent_id: number, name: string) =>
      [category_id, { category_id, parent_id, name, slug: `${name}-${category_id}` }] as const
    const categories = new Map([
      category(1, 0, 'Golosinas'),
      category(2, 0, 'Almacén'),
      category(11, 1, 'Dulces'),
      category(12, 1, 'Chicles'),
      category(13, 1, 'Chicles'),
      category(21, 2, 'Dulces'),
    ])
    const segment = (id: number) => categoryPlace([id], undefined, categories, DEFAULT_MAPPING).segment
    expect([11, 21, 12, 13].map(segment)).toEqual([
      'Dulces (Golosinas)',
      'Dulces (Almacén)',
      'Chicles',
      'Chicles',
    ])
  })
})

describe('a customer', () => {
  test('of a company gets its label and employee id; an unknown role is noted', () => {
    const from = context()
    const all = readRecords(jsonLines('customers_full'), customerPayload, (one) =>
      translateCustomer(one, from),
    )
    expect(all.rejects).toEqual([])
    expect(all.facts).toHaveLength(400)
    const labels = new Map(all.facts.map(({ role, company }) => [role, company]))
    expect(Object.fromEntries(labels)).toEqual({
      administrator: '',
      customer: '',
      mayorista: '',
      empleado_arcor: 'Empleado Arcor',
      empleado_bagley: 'Empleado Bagley',
      empleado_cartocor: 'Empleado Cartocor',
      empleado_la_campagnola: 'Empleado La Campagnola',
      convenio_bco_nacion: 'Convenio Bco Nacion',
      convenio_osde: 'Convenio Osde',
      jubilado_arcor: 'Jubilado Arcor',
    })
    expect(all.facts.filter(({ employee_id }) => employee_id !== '')).toHaveLength(87)
    const strange = customerPayload.parse({
      id: 9,
      date_created_gmt: '2026-05-01T00:00:00',
      role: 'proveedor',
    })
    expect(translateCustomer(strange, from)).toMatchObject({ month: '2026-04', company: '', email: '' })
    expect(from.notes.list('role')).toEqual([{ text: 'proveedor', count: 1 }])
  })
})
