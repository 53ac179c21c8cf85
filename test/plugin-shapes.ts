// Orders as plug-ins and features of WooCommerce write them, each kind in a month of its own, small enough to add up by hand. Amounts
// have as many decimals as the database keeps.
import type { Json } from './shop-server/recordings.ts'
import { NO_RECORDS } from './small-files.ts'

export interface Shape {
  readonly orders: Json[]
  readonly refunds?: Json[]
  /** Statuses that the shop registers as not public. */
  readonly notPublic?: readonly string[]
}

const TAX = 0.21
const six = (value: number) => value.toFixed(6)
const rate = (total: string, subtotal = total) => [{ id: 1, total, subtotal }]

/** A product line; `price` is what a buyer sees, with tax where the order has it. */
function line(
  id: number,
  quantity: number,
  price: number,
  { off = 0, taxed = false, product = id }: { off?: number; taxed?: boolean; product?: number } = {},
): Json {
  const net = (paid: number) => (taxed ? paid / (1 + TAX) : paid)
  const tax = (paid: number) => (taxed ? paid - net(paid) : 0)
  const [whole, paid] = [price, price - off]
  return {
    ...{
      id,
      name: `Producto ${product}`,
      product_id: product,
      variation_id: 0,
      quantity,
      sku: `P${product}`,
    },
    ...{
      subtotal: six(net(whole)),
      subtotal_tax: six(tax(whole)),
      total: six(net(paid)),
      total_tax: six(tax(paid)),
    },
    ...{ taxes: taxed ? rate(six(tax(paid)), six(tax(whole))) : [], tax_class: '', meta_data: [] },
    price: quantity === 0 ? 0 : net(paid) / quantity,
  }
}

function fee(id: number, name: string, amount: number, taxed = false): Json {
  const net = taxed ? amount / (1 + TAX) : amount
  const tax = amount - net
  return {
    ...{ id, name, total: six(net), total_tax: six(tax), taxes: taxed ? rate(six(tax)) : [] },
    ...{ tax_class: '', tax_status: taxed ? 'taxable' : 'none', amount: six(net), meta_data: [] },
  }
}

const shipping = (id: number, amount: number): Json => ({
  ...{ id, method_title: 'Envío', method_id: 'flat_rate', instance_id: '1' },
  ...{ total: six(amount), total_tax: six(0), taxes: [], meta_data: [] },
})

const coupon = (id: number, code: string, discount: number): Json => ({
  ...{ id, code, discount: six(discount), discount_tax: six(0), meta_data: [] },
})

const NOBODY = {
  ...{ first_name: '', last_name: '', company: '', address_1: '', address_2: '', city: '' },
  ...{ state: '', postcode: '', country: '', email: '', phone: '' },
}

const dates = (month: string, day: number) => {
  const date = `${month}-${String(day).padStart(2, '0')}`
  return {
    ...{ date_created: `${date}T12:00:00`, date_created_gmt: `${date}T15:00:00` },
    ...{ date_modified: `${date}T12:00:00`, date_modified_gmt: `${date}T15:00:00` },
  }
}

const sumOf = (lines: readonly Json[]) =>
  lines.reduce((sum, { total, total_tax }) => sum + Number(total) + Number(total_tax), 0)

type Lines = 'line_items' | 'fee_lines' | 'shipping_lines' | 'coupon_lines'

/** An order of a shape's month that is charged the sum of its parts. */
function order(month: string, id: number, parts: Partial<Record<Lines, Json[]>>, more: Json = {}): Json {
  const { line_items = [], fee_lines = [], shipping_lines = [], coupon_lines = [] } = parts
  const charged = sumOf([...line_items, ...fee_lines, ...shipping_lines])
  return {
    ...{ id, number: String(id), parent_id: 0, status: 'completed', currency: 'ARS', version: '11.0.1' },
    ...{
      prices_include_tax: true,
      ...dates(month, 1 + (id % 20)),
      discount_total: six(0),
      discount_tax: six(0),
    },
    shipping_total: six(sumOf(shipping_lines)),
    shipping_tax: six(0),
    cart_tax: six([...line_items, ...fee_lines].reduce((sum, one) => sum + Number(one.total_tax), 0)),
    total: charged.toFixed(2),
    ...{
      customer_id: 0,
      order_key: `wc_${id}`,
      payment_method: 'bacs',
      payment_method_title: 'Transferencia',
    },
    billing: {
      ...NOBODY,
      first_name: 'Ana',
      last_name: `Prueba ${id}`,
      email: `p${id}@ejemplo.test`,
      state: 'S',
      country: 'AR',
    },
    shipping: NOBODY,
    ...{ date_paid: null, date_paid_gmt: null, date_completed: null, date_completed_gmt: null },
    ...{ transaction_id: '', customer_ip_address: '', customer_user_agent: '', created_via: 'checkout' },
    ...{ customer_note: '', cart_hash: '', meta_data: [], refunds: [], tax_lines: [] },
    ...{ line_items, fee_lines, shipping_lines, coupon_lines, ...more },
  }
}

/** `lines`: what goes back of each line, by its id. */
function refund(
  month: string,
  id: number,
  of: Json,
  amount: number,
  { lines = [], ship = 0, meta = [] }: { lines?: readonly Json[]; ship?: number; meta?: Json[] } = {},
): Json {
  const list = of.refunds as Json[]
  list.push({ id, reason: '', total: `-${amount.toFixed(2)}` })
  return {
    ...{ id, parent_id: of.id, amount: amount.toFixed(2), reason: '', refunded_by: 1, meta_data: meta },
    ...dates(month, 25),
    line_items: lines,
    shipping_lines: ship === 0 ? [] : [{ ...shipping(id * 10 + 9, -ship) }],
    ...{ fee_lines: [], tax_lines: [] },
  }
}

const returned = (id: number, of: number, quantity: number, amount: number, taxed = false): Json => ({
  ...line(id, -quantity, -amount, { taxed }),
  ...{ id, meta_data: [{ id, key: '_refunded_item_id', value: String(of) }] },
})

const meta = (id: number, key: string, value: string) => ({ id, key, value })

/** By name; the key of a shape is its month. */
const MAKERS: Record<string, (month: string, base: number) => Shape> = {
  subscriptions: (month, at) => ({
    orders: [
      order(month, at + 1, {
        line_items: [line(at + 11, 1, 121, { taxed: true })],
        fee_lines: [fee(at + 12, 'Alta', 20)],
      }),
      order(
        month,
        at + 2,
        { line_items: [line(at + 13, 1, 121, { taxed: true })] },
        { meta_data: [meta(at + 90, '_subscription_renewal', '1')] },
      ),
      order(month, at + 3, { line_items: [line(at + 14, 1, 121)] }, { status: 'failed', parent_id: at + 1 }),
      order(month, at + 4, { line_items: [line(at + 15, 1, 50)] }),
      order(
        month,
        at + 5,
        { line_items: [line(at + 16, 1, 50, { product: at + 15 })] },
        { parent_id: at + 4, meta_data: [meta(at + 91, '_subscription_renewal', '77')] },
      ),
      order(month, at + 6, { line_items: [line(at + 17, 1, 75)] }),
      order(
        month,
        at + 7,
        { line_items: [line(at + 18, 1, 75, { product: at + 17 })] },
        { parent_id: at + 6, meta_data: [meta(at + 92, 'sumo_subscription_id', '78')] },
      ),
    ],
  }),
  deposits: (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 400)] }),
      order(month, at + 2, { line_items: [line(at + 12, 1, 600, { product: 0 })] }, { parent_id: at + 1 }),
    ],
  }),
  // Both payments have the same product for the same amount.
  'deposits of a half': (month, at) => {
    const half = (id: number, fields: Json = {}) => ({ ...line(id, 1, 500, { product: at + 11 }), ...fields })
    const original = { meta_data: [meta(at + 91, '_original_order_id', String(at + 1))] }
    return {
      orders: [
        order(month, at + 1, { line_items: [half(at + 11)] }),
        order(month, at + 2, { line_items: [half(at + 12, original)] }, { parent_id: at + 1 }),
        order(month, at + 3, { line_items: [half(at + 13)] }),
        order(
          month,
          at + 4,
          { line_items: [half(at + 14)] },
          { parent_id: at + 3, meta_data: [meta(at + 92, '_has_full_payment', '1')] },
        ),
      ],
    }
  },
  marketplace: (month, at) => {
    const items = () => [line(at + 11, 2, 200), line(at + 12, 1, 50.55)]
    const vendor = (id: string) => ({ parent_id: at + 1, meta_data: [meta(at + 91, '_dokan_vendor_id', id)] })
    const parent = order(
      month,
      at + 1,
      { line_items: items() },
      { meta_data: [meta(at + 90, 'has_sub_order', '1')] },
    )
    const first = order(
      month,
      at + 2,
      { line_items: [line(at + 21, 2, 200, { product: at + 11 })] },
      vendor('7'),
    )
    const second = order(
      month,
      at + 3,
      { line_items: [line(at + 22, 1, 50.55, { product: at + 12 })] },
      vendor('8'),
    )
    return {
      orders: [parent, first, second],
      refunds: [refund(month, at + 9, first, 80, { lines: [returned(at + 92, at + 21, 1, 80)] })],
    }
  },
  'gift cards': (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 4000)] }),
      order(month, at + 2, { line_items: [line(at + 12, 1, 8900)] }, { total: '4900.00' }),
    ],
  }),
  wallet: (month, at) => {
    const paid = order(month, at + 1, {
      line_items: [line(at + 11, 1, 1000)],
      fee_lines: [fee(at + 12, 'Via wallet', -600)],
    })
    return { orders: [paid, order(month, at + 2, { line_items: [line(at + 13, 1, 1500)] })] }
  },
  bundles: (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 300), line(at + 12, 2, 0), line(at + 13, 1, 0)] }),
    ],
  }),
  'negative fees with tax': (month, at) => ({
    orders: [
      order(month, at + 1, {
        line_items: [line(at + 11, 3, 3630, { taxed: true }), line(at + 12, 1, 99.99, { taxed: true })],
        fee_lines: [fee(at + 13, 'Promo banco', -121.5, true), fee(at + 14, 'Recargo', 50, true)],
        shipping_lines: [shipping(at + 15, 700)],
      }),
    ],
  }),
  'drafts and trash': (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 10)] }),
      order(month, at + 2, { line_items: [line(at + 12, 1, 20)] }, { status: 'checkout-draft' }),
      order(month, at + 3, { line_items: [line(at + 13, 1, 30)] }, { status: 'auto-draft' }),
      order(month, at + 4, { line_items: [line(at + 14, 1, 40)] }, { status: 'trash' }),
    ],
  }),
  'point of sale': (month, at) => ({
    orders: [1, 2].map((one) =>
      order(
        month,
        at + one,
        { line_items: [line(at + 10 + one, 1, 70)] },
        { created_via: 'pos-rest-api', payment_method: 'pos_cash', billing: NOBODY },
      ),
    ),
  }),
  'another currency': (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 15)] }, { currency: 'USD' }),
      order(month, at + 2, { line_items: [line(at + 12, 1, 15000)] }),
    ],
  }),
  'erased buyers': (month, at) => ({
    orders: [1, 2, 3].map((one) =>
      order(
        month,
        at + one,
        { line_items: [line(at + 10 + one, 1, 100 * one)] },
        {
          billing: { ...NOBODY, email: 'deleted@site.invalid' },
          meta_data: [meta(at + 80 + one, '_anonymized', 'yes')],
        },
      ),
    ),
  }),
  'statuses that are not public': (month, at) => ({
    notPublic: ['en-deposito'],
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 500)] }, { status: 'en-deposito' }),
      order(month, at + 2, { line_items: [line(at + 12, 1, 40)] }, { status: 'processing' }),
      order(month, at + 3, { line_items: [line(at + 13, 1, 60)] }),
    ],
  }),
  'fractional quantities': (month, at) => ({
    orders: [
      order(month, at + 1, {
        line_items: [line(at + 11, 1.25, 1000), line(at + 12, 0.333, 999.99, { taxed: true })],
      }),
    ],
  }),
  'fractions of cents': (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [11, 12, 13].map((one) => line(at + one, 1, 33.333333)) }),
      order(month, at + 2, { line_items: [21, 22, 23].map((one) => line(at + one, 1, 0.015)) }),
    ],
  }),
  'coupons, prices without tax': (month, at) => {
    const lines = [
      line(at + 11, 2, 242, { off: 24.2, taxed: true }),
      line(at + 12, 1, 121, { off: 12.1, taxed: true }),
    ]
    const sold = order(
      month,
      at + 1,
      { line_items: lines, coupon_lines: [{ ...coupon(at + 13, 'Diez', 30), discount_tax: six(6.3) }] },
      { prices_include_tax: false },
    )
    return {
      orders: [sold],
      refunds: [refund(month, at + 9, sold, 108.9, { lines: [returned(at + 91, at + 11, 1, 108.9, true)] })],
    }
  },
  'refunds of every kind': (month, at) => {
    const whole = order(month, at + 1, { line_items: [line(at + 11, 1, 100)] }, { status: 'refunded' })
    const part = order(month, at + 2, {
      line_items: [line(at + 12, 2, 200)],
      shipping_lines: [shipping(at + 13, 30)],
    })
    const free = order(month, at + 3, { line_items: [line(at + 14, 1, 50), line(at + 15, 1, 25.01)] })
    return {
      orders: [whole, part, free],
      refunds: [
        refund(month, at + 6, whole, 100, { meta: [meta(at + 96, '_refund_type', 'full')] }),
        refund(month, at + 7, part, 130, { lines: [returned(at + 97, at + 12, 1, 100)], ship: 30 }),
        refund(month, at + 8, free, 10.01),
      ],
    }
  },
  'negative lines': (month, at) => ({
    orders: [
      order(month, at + 1, { line_items: [line(at + 11, 1, 100), line(at + 12, -1, -30)] }),
      order(month, at + 2, { line_items: [line(at + 13, -1, -45.5)] }),
    ],
  }),
}

/** Each kind's orders lie in a month of 2024 and 2025. */
export const SHAPES: ReadonlyMap<string, Shape & { readonly month: string }> = new Map(
  Object.entries(MAKERS).map(([name, make], index) => {
    const month = `${2024 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    return [name, { ...make(month, (index + 1) * 1000), month }]
  }),
)

export const shapesShop = () => {
  const all = structuredClone([...SHAPES.values()])
  return {
    ...NO_RECORDS,
    orders: all.flatMap(({ orders }) => orders),
    refunds: all.flatMap(({ refunds = [] }) => refunds),
  }
}

export const NOT_PUBLIC = [...SHAPES.values()].flatMap(({ notPublic = [] }) => notPublic)

/** A completed order of one product. */
export const plainOrder = (month: string, id: number, price: number): Json =>
  order(month, id, { line_items: [line(id * 10, 1, price)] })
