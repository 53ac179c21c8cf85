// Generated WooCommerce payloads with everything that makes an order's net hard to compute.
import fc from 'fast-check'

export const MONTHS = ['2026-03', '2026-04', '2026-05'] as const

interface Taxed {
  total: string
  total_tax: string
}
export interface ShopLine extends Taxed {
  id: number
  name: string
  sku: string
  product_id: number
  quantity: number
  subtotal: string
  subtotal_tax: string
}
export interface ShopRefund {
  id: number
  amount: string
  date_created_gmt: string
  line_items: (Taxed & { id: number; quantity: number; meta_data: { key: string; value: string }[] })[]
  shipping_lines: Taxed[]
  fee_lines: (Taxed & { id: number; name: string })[]
}
export interface ShopOrder {
  id: number
  status: string
  currency: string
  prices_include_tax: boolean
  date_created: string
  date_created_gmt: string
  date_modified_gmt: string
  customer_id: number
  billing: { email: string; first_name: string; state: string }
  meta_data: { key: string; value: string }[]
  line_items: ShopLine[]
  fee_lines: (Taxed & { id: number; name: string })[]
  coupon_lines: { id: number; code: string; discount: string; discount_tax: string }[]
  /** The refunds as separate records of the shop. */
  refunds_told: ShopRefund[]
}
export interface ShopCustomer {
  id: number
  email: string
  role: string
  date_created: string
  date_created_gmt: string
  billing: { state: string }
}
export interface Shop {
  orders: ShopOrder[]
  customers: ShopCustomer[]
}

/** The group and sub-group that the default mapping gives a coupon or fee, listed by hand as shown on screen. */
export const PLACED: Record<string, readonly [group: string, subGroup: string]> = {
  'empleado-arcor': ['CORPORATIVOS', 'Empleado Arcor'],
  hotsale: ['CUPONES MASIVOS', 'hotsale'],
  desconocido: ['OTROS', 'OTROS'],
  'Promo 3x2 chocolates': ['DESCUENTOS POR CATEGORÍA', 'chocolates'],
  'Banco Nación': ['BANCARIOS', 'Banco Nación'],
  'Algo raro': ['OTROS', 'OTROS'],
}
const CODES = ['Empleado-Arcor', 'EMPLEADO-ARCOR', 'hotsale', 'HotSale', 'desconocido']
const PROMOTIONS = ['Promo 3x2 chocolates', 'Banco Nación', 'Algo raro']

export const CATEGORIES = [
  { id: 1, name: 'Golosinas', slug: 'golosinas', parent: 0 },
  { id: 2, name: 'Alfajores', slug: 'alfajores', parent: 1 },
  { id: 3, name: 'Harinas', slug: 'harinas', parent: 0 },
]
const product = (id: number, sku: string, name: string, category: number[]) => ({
  ...{
    id,
    sku,
    name,
    status: 'publish',
    price: '10',
    stock_status: 'instock',
    permalink: '',
    type: 'simple',
  },
  categories: category.map((of) => ({ id: of })),
})
export const PRODUCTS = [
  product(11, 'ALF', 'Alfajor', [2]),
  product(12, 'HAR', 'Harina', [3]),
  product(13, 'SUE', 'Suelto', []),
]
/** Business and segment of each product, listed by hand; product 0 is a deleted one. */
export const CLASSES: Record<number, readonly [business: string, segment: string]> = {
  11: ['Golosinas', 'Alfajores'],
  12: ['Harinas', 'sin segmento'],
}

/** First and last seconds of months, and moments between, on the shop's wall clock (three hours behind UTC). */
const moment = fc
  .tuple(
    fc.constantFrom(...MONTHS),
    fc.constantFrom('01T00:00:00', '30T23:59:59', '15T21:30:00', '01T02:59:59'),
  )
  .map(([month, rest]) => {
    const local = `${month}-${month !== '2026-04' && rest.startsWith('30') ? rest.replace('30', '31') : rest}`
    return { local, utc: new Date(`${local}-03:00`).toISOString().slice(0, 19) }
  })

const decimal = (cents: number) => (cents / 100).toFixed(2)
/** Includes equal amounts, whose parts have equal remainders. */
const some = fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(0, 1_000, 3_335))
const share = fc.constantFrom(0, 0, 0, 1, 5, 10)

const line = fc.record({
  which: fc.constantFrom(11, 11, 12, 13, 0, -1),
  quantity: fc.constantFrom(1, 2, 3, 5, 0.25, 1.5),
  subtotal: some,
  tax: fc.constantFrom(0, 210, 333),
  off: share,
})
const refund = fc.record({
  lines: fc.array(
    fc.record({ index: fc.nat(3), part: fc.integer({ min: 1, max: 10 }), quantity: fc.nat(2) }),
    {
      maxLength: 2,
    },
  ),
  shipping: fc.constantFrom(0, 0, 500),
  fee: fc.constantFrom(0, 0, 150),
  more: fc.constantFrom(0, 0, 1, 333, 5_000),
})
const buyer = fc.constantFrom(
  ...[1, 2, 3, 4].map((id) => ({ customer_id: id, email: `cuenta${id}@example.com` })),
  ...[1, 2, 3, 4].map((id) => ({ customer_id: 0, email: ` Cuenta${id}@Example.com` })),
  { customer_id: 0, email: 'otra@example.com' },
  { customer_id: 0, email: 'OTRA@example.com' },
  { customer_id: 0, email: '' },
)
const distributor = fc.constantFrom(
  ...[['101', 'Norte'], ['101', 'Norte Hermanos'], ['102', 'Sur'], ['102', ''], ['103', 'Ñandú'], []],
)
const told = fc.record({
  status: fc.constantFrom(
    'completed',
    'completed',
    'completed',
    'cancelled',
    'processing',
    'in-assembly',
    'refunded',
    'rara',
  ),
  currency: fc.constantFrom('ARS', 'ARS', 'ARS', 'ARS', 'USD'),
  withTax: fc.boolean(),
  at: moment,
  buyer,
  distributor,
  state: fc.constantFrom('X', 'Córdoba', 'A', ''),
  lines: fc.oneof(
    { weight: 1, arbitrary: fc.array(line, { maxLength: 0 }) },
    { weight: 9, arbitrary: fc.array(line, { minLength: 1, maxLength: 4, size: 'max' }) },
  ),
  codes: fc.array(fc.constantFrom(...CODES), { maxLength: 2 }),
  promotions: fc.array(
    fc.record({ name: fc.constantFrom(...PROMOTIONS), amount: fc.integer({ min: 1, max: 3_000 }) }),
    {
      maxLength: 2,
    },
  ),
  surcharge: fc.constantFrom(0, 0, 150),
  refunds: fc.array(refund, { maxLength: 2 }),
})

type Told = typeof told extends fc.Arbitrary<infer T> ? T : never

/** `version` grows with every change of the order, as its date of modification does. */
function orderOf(id: number, version: number, of: Told): ShopOrder {
  const lines = of.lines.map((one, index) => {
    const off = of.codes.length > 0 ? Math.floor((one.subtotal * one.off) / 10) : 0
    const offTax = of.codes.length > 0 ? Math.floor((one.tax * one.off) / 10) : 0
    return { ...one, id: id * 100 + index, off, offTax }
  })
  const off = lines.reduce((sum, one) => sum + one.off, 0)
  const offTax = lines.reduce((sum, one) => sum + one.offTax, 0)
  const first = (amount: number, index: number) => {
    const part = of.codes.length === 2 ? Math.floor(amount / 3) : 0
    return index === 0 ? amount - part : part
  }
  return {
    ...{ id, status: of.status, currency: of.currency, prices_include_tax: of.withTax },
    ...{
      date_created: of.at.local,
      date_created_gmt: of.at.utc,
      date_modified_gmt: `2026-06-0${version}T00:00:00`,
    },
    customer_id: of.buyer.customer_id,
    billing: { email: of.buyer.email, first_name: '', state: of.state },
    meta_data: ['_dist_id', '_dist_name'].flatMap((key, index) => {
      const value = of.distributor[index]
      return value ? [{ key, value }] : []
    }),
    line_items: lines.map((one) => {
      const known = PRODUCTS.find((item) => item.id === one.which)
      return {
        ...{ id: one.id, product_id: known?.id ?? 0, sku: known?.sku ?? '', quantity: one.quantity },
        name: known?.name ?? (one.which === 0 ? 'Borrado' : 'Otro borrado'),
        ...{ subtotal: decimal(one.subtotal), subtotal_tax: decimal(one.tax) },
        ...{ total: decimal(one.subtotal - one.off), total_tax: decimal(one.tax - one.offTax) },
      }
    }),
    coupon_lines: of.codes.map((code, index) => ({
      ...{ id: id * 100 + 10 + index, code },
      ...{ discount: decimal(first(off, index)), discount_tax: decimal(first(offTax, index)) },
    })),
    fee_lines: [
      ...of.promotions.map(({ name, amount }, index) => ({
        ...{ id: id * 100 + 20 + index, name, total: decimal(-amount), total_tax: decimal(-(amount % 50)) },
      })),
      ...(of.surcharge
        ? [{ id: id * 100 + 30, name: 'Recargo', total: decimal(of.surcharge), total_tax: '0.00' }]
        : []),
    ],
    refunds_told: of.refunds.map((back, index) => {
      const items = back.lines.flatMap((item) => {
        const one = lines[item.index % Math.max(lines.length, 1)]
        if (!one) return []
        const part = (amount: number) => Math.floor((amount * item.part) / 10)
        return [
          {
            id: one.id,
            quantity: item.quantity,
            total: part(one.subtotal - one.off),
            tax: part(one.tax - one.offTax),
          },
        ]
      })
      const fee = of.surcharge ? back.fee : 0
      const amount = items.reduce((sum, item) => sum + item.total + item.tax, back.shipping + fee + back.more)
      return {
        ...{ id: id * 100 + 40 + index, amount: decimal(amount), date_created_gmt: '2026-06-01T00:00:00' },
        line_items: items.map((item, at) => ({
          id: id * 100 + 50 + at,
          ...{ quantity: 0 - item.quantity, total: decimal(-item.total), total_tax: decimal(-item.tax) },
          meta_data: [{ key: '_refunded_item_id', value: String(item.id) }],
        })),
        shipping_lines: back.shipping ? [{ total: decimal(-back.shipping), total_tax: '0.00' }] : [],
        fee_lines: fee ? [{ id: 1, name: 'Recargo', total: decimal(-fee), total_tax: '0.00' }] : [],
      }
    }),
  }
}

const customer = fc.record({
  role: fc.constantFrom('customer', 'empleado_arcor'),
  at: moment,
  state: fc.constantFrom('X', 'salta', '', 'nada'),
})
type ToldCustomer = typeof customer extends fc.Arbitrary<infer T> ? T : never

const customerOf = (id: number, { role, at, state }: ToldCustomer): ShopCustomer => ({
  ...{ id, email: `cuenta${id}@example.com`, role, date_created: at.local, date_created_gmt: at.utc },
  billing: { state },
})

/** A shop and the changes in it: orders in a new version, deleted orders, new accounts. */
export interface Story {
  before: Shop
  changed: ShopOrder[]
  removed: number[]
  registered: ShopCustomer[]
  after: Shop
}

export const stories: fc.Arbitrary<Story> = fc
  .record({
    orders: fc.array(told, { minLength: 1, maxLength: 14, size: 'max' }),
    changes: fc.array(fc.tuple(fc.nat(13), fc.option(told, { freq: 3 })), { maxLength: 4 }),
    customers: fc.tuple(customer, customer, customer, customer),
    early: fc.integer({ min: 0, max: 4 }),
  })
  .map(({ orders: list, changes, customers, early }) => {
    const orders = list.map((of, index) => orderOf(index + 1, 1, of))
    const accounts = customers.map((of, index) => customerOf(index + 1, of))
    const next = new Map(orders.map((order) => [order.id, order]))
    for (const [at, anew] of changes) {
      const id = (at % orders.length) + 1
      if (anew) next.set(id, orderOf(id, 2, anew))
      else next.delete(id)
    }
    return {
      before: { orders, customers: accounts.slice(0, early) },
      changed: [...next.values()].filter((order) => !orders.includes(order)),
      removed: orders.map(({ id }) => id).filter((id) => !next.has(id)),
      registered: accounts.slice(early),
      after: { orders: [...next.values()], customers: accounts },
    }
  })

/** Cases that make figures hard, and whether a story contains them among the orders that count. */
const CASES: Readonly<Record<string, (order: ShopOrder, story: Story) => boolean>> = {
  'a refund of lines': ({ refunds_told }) => refunds_told.some(({ line_items }) => line_items.length > 0),
  'a refund that names no line': ({ refunds_told }) =>
    refunds_told.some(({ line_items, amount }) => line_items.length === 0 && Number(amount) > 0),
  'a refund of lines and more': ({ refunds_told }) =>
    refunds_told.some(
      ({ line_items, amount }) =>
        line_items.length > 0 &&
        Number(amount) >
          line_items.reduce((sum, { total, total_tax }) => sum - Number(total) - Number(total_tax), 0),
    ),
  'a discount on the order alone': ({ fee_lines }) => fee_lines.some(({ total }) => Number(total) < 0),
  'a fee that is charged': ({ fee_lines }) => fee_lines.some(({ total }) => Number(total) > 0),
  'a deleted product': ({ line_items }) => line_items.some(({ product_id }) => product_id === 0),
  'a coupon in capitals': ({ coupon_lines }) => coupon_lines.some(({ code }) => /[A-Z]/.test(code)),
  'one coupon in two spellings': ({ coupon_lines }) =>
    new Set(coupon_lines.map(({ code }) => code)).size >
    new Set(coupon_lines.map(({ code }) => code.toLowerCase())).size,
  'a guest who registers later': ({ customer_id, billing }, { registered }) =>
    customer_id === 0 && registered.some(({ email }) => email === billing.email.trim().toLowerCase()),
  'a guest without an e-mail': ({ customer_id, billing }) => customer_id === 0 && billing.email === '',
  'the first second of a month': ({ date_created }) => date_created.endsWith('01T00:00:00'),
  'the last second of a month': ({ date_created }) => /(03-31|04-30|05-31)T23:59:59$/.test(date_created),
  'a day that is another one in UTC': ({ date_created, date_created_gmt }) =>
    date_created.slice(0, 10) !== date_created_gmt.slice(0, 10),
  'prices with tax': ({ prices_include_tax }) => prices_include_tax,
  'prices without tax': ({ prices_include_tax }) => !prices_include_tax,
  'an order without lines': ({ line_items }) => line_items.length === 0,
  'a distributor without a name': ({ meta_data }) => meta_data.length === 1,
  'no distributor': ({ meta_data }) => meta_data.length === 0,
}

/** The same for properties of a story as a whole. */
const TURNS: Readonly<Record<string, (story: Story) => boolean>> = {
  'another currency': ({ before }) => before.orders.some(({ currency }) => currency !== 'ARS'),
  'an unknown status': ({ before }) => before.orders.some(({ status }) => status === 'rara'),
  'an order that goes': ({ removed }) => removed.length > 0,
  'an order that moves to another month': ({ before, changed }) =>
    changed.some(({ id, date_created }) =>
      before.orders.some((old) => old.id === id && old.date_created.slice(0, 7) !== date_created.slice(0, 7)),
    ),
  'an order that goes and had named its distributor': ({ before, removed, after }) =>
    before.orders.some(
      ({ id, meta_data, date_created }) =>
        removed.includes(id) &&
        meta_data.length === 2 &&
        after.orders.every(
          (left) => left.meta_data[0]?.value !== meta_data[0]?.value || left.date_created < date_created,
        ),
    ),
  'an account served by two distributors': ({ after: { orders, customers } }) =>
    customers.some(
      ({ id }) =>
        new Set(
          orders.flatMap((order) => (order.customer_id === id ? (order.meta_data[0]?.value ?? []) : [])),
        ).size > 1,
    ),
}

export const ALL_CASES = [...Object.keys(CASES), ...Object.keys(TURNS)].sort()

/** Names of the cases in a story. */
export function casesOf(story: Story): string[] {
  const counted = story.before.orders.filter(
    ({ status, currency }) => status === 'completed' && currency === 'ARS',
  )
  const ofOrders = Object.entries(CASES).filter(([, has]) => counted.some((order) => has(order, story)))
  const ofStory = Object.entries(TURNS).filter(([, has]) => has(story))
  return [...ofOrders, ...ofStory].map(([name]) => name)
}
