// A random shop as facts, with everything that makes questions hard: guests, shared e-mails, several lines and benefits per
// order, deleted products, variations, other currencies, orders without lines.
import { monthRange } from '#contract/month.ts'
import { shareOut } from '#server/domain/cents.ts'
import type { CustomerFact, OrderFacts, ProductFact } from '#server/domain/facts.ts'

export const MONTHS = monthRange('2026-01', '2026-05')
/** A day of the last month, which is running. */
export const NOW = new Date('2026-05-20T15:00:00Z')

/** Mulberry32: the same numbers for the same seed. */
export function randomNumbers(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  const one = <T>(values: readonly T[]): T => values[below(values.length)] as T
  const some = <T>(values: readonly T[], count: number): T[] =>
    Array.from({ length: count }, () => one(values))
  return { next, below, one, some }
}
export type Random = ReturnType<typeof randomNumbers>

export const PRODUCTS: readonly ProductFact[] = [
  [11, 0, 'Alfajor', 'Golosinas', 'Alfajores'],
  [12, 0, 'Harina', 'Harinas', ''],
  [13, 0, 'Suelto', '', ''],
  [14, 0, 'Bombones', 'Golosinas', 'Bombones'],
  [141, 14, 'Bombones, caja', 'Golosinas', 'Bombones'],
].map(([product_id, parent_id, name, business, segment]) => ({
  ...{ product_id: Number(product_id), parent_id: Number(parent_id), name: String(name) },
  ...{
    business: String(business),
    segment: String(segment),
    sku: `S${product_id}`,
    status: 'publish',
    type: '',
  },
  ...{ stock_status: 'instock', stock_quantity: null, price: '10.00', url: '', category_ids: [] },
  cost: { 11: '3.3333', 14: '7.0000', 141: '8.2500' }[Number(product_id)] ?? null,
  modified_at: '2026-01-01 00:00:00',
}))

/** Entered costs of a unit; variation 0: of every one without its own. */
export const COSTS = [
  { product_id: 12, variation_id: 0, since: '2026-01-10', cost: '4.0000' },
  { product_id: 12, variation_id: 0, since: '2026-03-05', cost: '5.1234' },
  { product_id: 14, variation_id: 142, since: '2026-02-15', cost: '9.0000' },
  { product_id: 14, variation_id: 0, since: '2026-04-01', cost: '0.0000' },
] as const

/** Product and variation of a line; 0 is a deleted product, identified by its name. */
const SOLD = [
  { product_id: 11, variation_id: 0, name: 'Alfajor' },
  { product_id: 12, variation_id: 0, name: 'Harina' },
  { product_id: 13, variation_id: 0, name: 'Suelto' },
  { product_id: 14, variation_id: 141, name: 'Bombones, caja' },
  { product_id: 14, variation_id: 142, name: 'Bombones, bolsa' },
  { product_id: 0, variation_id: 0, name: 'Caramelo, de antes' },
  { product_id: 0, variation_id: 0, name: 'Turrón' },
]
const BENEFITS = [
  ['coupon', 'promo10', 'CUPONES MASIVOS', 'promo10', 'Promo 10'],
  ['coupon', 'empleado-arcor', 'CORPORATIVOS', 'Empleado Arcor', 'Empleado Arcor'],
  ['fee', 'Banco Nación', 'BANCARIOS', 'Banco Nación', 'Banco Nación'],
  ['fee', 'Banco Galicia', 'BANCARIOS', 'Banco Galicia', 'Banco Galicia'],
] as const
const STATUSES = ['wc-completed', 'wc-completed', 'wc-completed', 'wc-cancelled', 'wc-processing', 'wc-rara']
const CITIES = ['Córdoba', 'Salta', '']
const PLACES = ['CÓRDOBA', 'SALTA', 'SIN PROVINCIA']
const PAYMENTS = ['mercadopago', 'transferencia', '']
const DISTRIBUTORS = ['101', '102', '103', '0']
const ROLES = [
  ['customer', ''],
  ['empleado_arcor', 'Arcor'],
  ['mayorista', ''],
] as const

const text = (cents: number) => (cents / 100).toFixed(2)
const two = (value: number) => String(value).padStart(2, '0')

const momentIn = (random: Random, month: string) =>
  `${month}-${two(1 + random.below(28))} ${two(random.below(24))}:${two(random.below(60))}:00`

export function randomCustomers(random: Random): CustomerFact[] {
  return Array.from({ length: 12 }, (_, index) => {
    const registered_at = momentIn(random, random.one(MONTHS))
    const [role, company] = random.one(ROLES)
    return {
      ...{
        customer_id: index + 1,
        registered_at,
        month: registered_at.slice(0, 7),
        modified_at: registered_at,
      },
      email: index === 11 ? 'cuenta1@example.com' : `cuenta${index + 1}@example.com`,
      ...{ first_name: 'Ana', last_name: `N${index}`, role, company, employee_id: '', locality: '' },
      ...{
        city: random.one(CITIES),
        province: random.one(PLACES),
        dist_id: random.one(['0', '0', '101', '103']),
      },
      ...{ allow_communications: true, allow_samples: false },
    }
  })
}

const buyerOf = (random: Random) =>
  random.one([
    ...[1, 2, 3, 4, 5, 6].map((id) => ({ customer_id: id, email: `cuenta${id}@example.com` })),
    ...[1, 7, 99].map((id) => ({ customer_id: 0, email: `cuenta${id}@example.com` })),
    { customer_id: 0, email: 'otra@example.com' },
    { customer_id: 0, email: '' },
    { customer_id: 77, email: 'sin-cuenta@example.com' },
  ])

export function randomOrder(random: Random, order_id: number): OrderFacts {
  const created_at = momentIn(random, random.one(MONTHS))
  const place = {
    ...{ order_id, month: created_at.slice(0, 7), status: random.one(STATUSES) },
    ...{ counted: random.next() > 0.1, dist_id: random.one(DISTRIBUTORS) },
  }
  const sold = random.some(SOLD, random.one([0, 1, 1, 2, 2, 3, 4]))
  const lines = sold.map((item, index) => {
    const gross = random.below(20_000)
    const discount = Math.floor(gross * random.one([0, 0, 0.1, 1]))
    const refunded = Math.floor((gross - discount) * random.one([0, 0, 0, 0.5, 1]))
    const quantity = random.one([1, 2, 3, 0.25])
    const refunded_units = refunded > 0 ? random.one([0, quantity]) : 0
    const line_id = order_id * 10 + index
    return {
      ...item,
      line_id,
      gross,
      discount,
      refunded,
      quantity,
      refunded_units,
      cost: recorded(line_id, gross),
    }
  })
  const left = lines.map(({ gross, discount, refunded }) => gross - discount - refunded)
  const whole = left.reduce((sum, each) => sum + each, 0)
  const promotions = shareOut(Math.floor(whole * random.one([0, 0, 0.2])), left)
  const after = left.map((each, index) => each - (promotions[index] ?? 0))
  const shares = shareOut(
    Math.floor(after.reduce((sum, each) => sum + each, 0) * random.one([0, 0, 0.3])),
    after,
  )
  return withTotals(
    random,
    place,
    created_at,
    lines.map((line, index) => ({ ...line, promotion: promotions[index] ?? 0, shared: shares[index] ?? 0 })),
  )
}

/** What the shop recorded for some lines; without random numbers, whose sequence tests rely on. */
const recorded = (line_id: number, gross: number): string | null =>
  line_id % 3 === 0 ? text(Math.floor((gross * (30 + (line_id % 90))) / 100)) : null

type Place = Pick<OrderFacts['order'], 'order_id' | 'month' | 'status' | 'counted' | 'dist_id'>

interface Line {
  product_id: number
  variation_id: number
  name: string
  line_id: number
  gross: number
  discount: number
  refunded: number
  quantity: number
  refunded_units: number
  promotion: number
  shared: number
  cost: string | null
}

/** Hours to weeks later, at no time or before its creation for some; without random numbers, whose sequence tests rely on. */
function completionOf({ order_id, status }: Place, created_at: string): string | null {
  if (status !== 'wc-completed' || order_id % 7 === 0) return null
  const seconds = order_id % 11 === 0 ? 7 * 86_400 : ((order_id * 7919) % 1_900_000) - 3600
  const at = Date.parse(`${created_at.replace(' ', 'T')}Z`) + seconds * 1000
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

function withTotals(random: Random, place: Place, created_at: string, lines: readonly Line[]): OrderFacts {
  const total = (value: (line: Line) => number) => lines.reduce((sum, line) => sum + value(line), 0)
  const [gross, off] = [total((line) => line.gross), total((line) => line.discount + line.promotion)]
  const refunded = total((line) => line.refunded + line.shared)
  const used = random.some(BENEFITS, off === 0 ? random.one([0, 0, 1]) : random.one([1, 2, 3]))
  const amounts =
    used.length === 0
      ? []
      : shareOut(
          off,
          used.map((_, index) => index + 1),
        )
  const { order_id, dist_id } = place
  return {
    order: {
      ...place,
      ...{ created_at, order_date: created_at.slice(0, 10), modified_at: created_at },
      ...{ number: '', paid_at: null, completed_at: completionOf(place, created_at) },
      ...{ currency: place.counted ? 'ARS' : 'USD', ...buyerOf(random), first_name: '', last_name: '' },
      ...{ city: random.one(CITIES), province: random.one(PLACES), invoice_number: '' },
      ...{ payment_method: random.one(PAYMENTS), coupons: 0, shipping: '0.00', fees: '0.00', total: '0.00' },
      gap: '0.00',
      voucher_paid: '0.00',
      units: total(({ quantity }) => quantity),
      refunded_units: total((line) => line.refunded_units),
      ...{
        gross: text(gross),
        discount: text(off),
        refunded: text(refunded),
        net: text(gross - off - refunded),
      },
      ...{ analytics_net: '0.00', included_tax: '0.00', untaxed_fees: '0.00' },
    },
    lines: lines.map((line) => ({
      ...{ ...place, ...line, sku: `S${line.product_id}` },
      ...{ gross: text(line.gross), discount: text(line.discount), refunded: text(line.refunded) },
      ...{ promotion: text(line.promotion), shared: text(line.shared) },
      net: text(line.gross - line.discount - line.refunded - line.promotion - line.shared),
    })),
    discounts: used.map(([kind, name, discount_group, sub_group, promo_name], index) => ({
      ...{ ...place, discount_id: order_id * 10 + index, kind, name, discount_group, sub_group, promo_name },
      ...{ promo_type: '' as const, nominal: '0.00', amount: text(amounts[index] ?? 0) },
    })),
    refunds: [],
    ...(dist_id !== '0' && { distributor: { dist_id, name: `Distribuidor ${dist_id}` } }),
  }
}
