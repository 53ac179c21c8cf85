// The figures of a month computed with plain loops over the shop's payloads, in whole cents, without rules, code or SQL of
// the product.
import { CLASSES, PLACED, type Shop, type ShopOrder } from './generated-shop.ts'

/** Cents of a text with two decimals. */
const cents = (text: string): bigint => BigInt(text.replace('.', ''))
const sum = (values: readonly bigint[]): bigint => values.reduce((left, right) => left + right, 0n)
const least = (one: bigint, other: bigint) => (one < other ? one : other)
const most = (one: bigint, other: bigint) => (one > other ? one : other)
const size = (value: bigint) => most(value, -value)
export const amount = (value: bigint): number => Number(value) / 100

/** Half up, also for negative numbers, where BigInt truncates. */
function rounded(over: bigint, under: bigint): bigint {
  const [doubled, whole] = [2n * over + under, 2n * under]
  return doubled / whole - (doubled % whole < 0n ? 1n : 0n)
}

/** Largest remainder, the earlier part on a tie; without any weight the first part gets everything. */
function parts(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights)
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? total : 0n))
  const sign = total < 0n ? -1n : 1n
  const rows = weights.map((weight, index) => {
    const exact = total * sign * weight
    return { index, share: exact / whole, rest: exact % whole }
  })
  let left = total * sign - sum(rows.map(({ share }) => share))
  for (const row of rows.toSorted((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  )) {
    if (left-- > 0n) row.share += 1n
  }
  return rows.map(({ share }) => share * sign)
}

const weighty = (weights: readonly bigint[], otherwise: readonly bigint[]) =>
  weights.some((weight) => weight > 0n) ? weights : otherwise

export interface Worth {
  gross: bigint
  discount: bigint
  refunded: bigint
  net: bigint
  units: number
  lines: { net: bigint; units: number }[]
  discounts: { name: string; amount: bigint }[]
}

export function worthOf(order: ShopOrder): Worth {
  const taxed = (value: string, tax: string) => cents(value) + (order.prices_include_tax ? cents(tax) : 0n)
  const lines = order.line_items.map((line) => ({
    gross: taxed(line.subtotal, line.subtotal_tax),
    off: taxed(line.subtotal, line.subtotal_tax) - taxed(line.total, line.total_tax),
    back: 0n,
    units: line.quantity,
    returned: 0,
  }))
  const gross = sum(lines.map((line) => line.gross))
  const couponed = sum(lines.map((line) => line.off))
  const fees = order.fee_lines.filter((fee) => cents(fee.total) < 0n)
  const feeAmounts = fees.map((fee) => -taxed(fee.total, fee.total_tax))
  const promoted = least(sum(feeAmounts), gross - couponed)

  // The tax in a refund without lines is at the order's average rate.
  const sold = [...order.line_items, ...fees]
  const soldTax = sum(sold.map((line) => cents(line.total_tax)))
  const soldAll = soldTax + sum(sold.map((line) => cents(line.total)))
  const untaxed = (value: bigint) =>
    order.prices_include_tax || soldAll <= 0n || value <= 0n
      ? value
      : value - rounded(value * soldTax, soldAll)

  let back = 0n
  for (const refund of order.refunds_told) {
    let unnamed = cents(refund.amount)
    for (const other of [...refund.shipping_lines, ...refund.fee_lines])
      unnamed -= size(cents(other.total) + cents(other.total_tax))
    for (const item of refund.line_items) {
      unnamed -= size(cents(item.total) + cents(item.total_tax))
      back += size(taxed(item.total, item.total_tax))
      const line = lines[order.line_items.findIndex(({ id }) => String(id) === item.meta_data[0]?.value)]
      if (!line) throw new Error('A refund names a line that is not there')
      line.back += size(taxed(item.total, item.total_tax))
      line.returned = Math.min(line.returned + Math.abs(item.quantity), line.units)
    }
    back += untaxed(unnamed)
  }
  const discount = couponed + promoted
  const refunded = most(0n, least(back, gross - discount))
  const net = gross - discount - refunded

  const paid = lines.map((line) => line.gross - line.off)
  const grosses = lines.map((line) => line.gross)
  const promotions = parts(promoted, weighty(paid, grosses))
  const left = paid.map((value, index) => {
    const price = value - (promotions[index] ?? 0n)
    return price - least(lines[index]?.back ?? 0n, price)
  })
  const shared = parts(sum(left) - net, weighty(left, grosses))
  return {
    ...{ gross, discount, refunded, net },
    units: lines.reduce((total, line) => total + line.units - line.returned, 0),
    lines: lines.map((line, index) => ({
      net: (left[index] ?? 0n) - (shared[index] ?? 0n),
      units: line.units - line.returned,
    })),
    discounts: [
      ...order.coupon_lines.map((coupon) => ({
        name: coupon.code.toLowerCase(),
        amount: taxed(coupon.discount, coupon.discount_tax),
      })),
      ...parts(promoted, feeAmounts).map((value, index) => ({
        name: fees[index]?.name ?? '',
        amount: value,
      })),
    ],
  }
}

const distributorOf = (order: ShopOrder) =>
  order.meta_data.find(({ key }) => key === '_dist_id')?.value ?? '0'

/** Adds to the row of a key. */
function add<Row extends object>(
  rows: Map<string, Row>,
  key: string,
  fresh: Row,
  change: (row: Row) => void,
) {
  const row = rows.get(key) ?? fresh
  change(row)
  rows.set(key, row)
}

const PROVINCE: Record<string, string> = { x: 'CÓRDOBA', salta: 'SALTA' }
const BENEFITS = new Set(['completed', 'processing', 'in-assembly', 'ready-to-delivery'])

/** By date and number, oldest first. */
const inTime = (orders: readonly ShopOrder[]) =>
  orders.toSorted((a, b) =>
    a.date_created === b.date_created ? a.id - b.id : a.date_created < b.date_created ? -1 : 1,
  )

/** Owner of an account: the distributor of its first order that names one, whatever the order's month, status or currency. */
const ownerOf = (account: number, { orders }: Shop) =>
  inTime(orders)
    .filter((order) => order.customer_id === account)
    .map(distributorOf)
    .find((id) => id !== '0') ?? '0'

/** The answers of the calls for one month, by keys, in any order; `scope`: only these distributors. */
export function monthOf(shop: Shop, month: string, scope?: readonly string[]) {
  const orders = shop.orders
    .filter((order) => order.date_created.startsWith(month) && order.currency === 'ARS')
    .filter((order) => !scope || scope.includes(distributorOf(order)))
    .map((order) => ({ order, worth: worthOf(order) }))
  const completed = orders.filter(({ order }) => order.status === 'completed')
  const cancelled = orders.filter(({ order }) => order.status === 'cancelled')
  const net = (list: typeof orders) => amount(sum(list.map(({ worth }) => worth.net)))

  const buyers = new Set(
    completed.map(({ order }) => {
      const email = order.billing.email.trim().toLowerCase()
      const account = order.customer_id || shop.customers.find((one) => one.email === email)?.id
      return account ? `account ${account}` : email || `order ${order.id}`
    }),
  )
  const registered = shop.customers
    .filter((customer) => customer.date_created.startsWith(month))
    .filter((customer) => !scope || scope.includes(ownerOf(customer.id, shop)))
  const states = new Map<string, { total: number }>()
  for (const { billing } of registered) {
    const state = PROVINCE[billing.state.toLowerCase()] ?? 'SIN PROVINCIA'
    add(states, state, { total: 0 }, (row) => row.total++)
  }

  const distributors = new Map<string, { orders: number; net: bigint; all: number; allNet: bigint }>()
  for (const { order, worth } of orders) {
    add(distributors, distributorOf(order), { orders: 0, net: 0n, all: 0, allNet: 0n }, (row) => {
      row.all++
      row.allNet += worth.net
      if (order.status !== 'completed') return
      row.orders++
      row.net += worth.net
    })
  }

  type Sold = { net: bigint; units: number; orders: Set<number> }
  const products = new Map<string, Sold>()
  const segments = new Map<string, Sold>()
  const businesses = new Map<string, Sold>()
  for (const { order, worth } of completed) {
    for (const [index, line] of order.line_items.entries()) {
      const [business, segment] = CLASSES[line.product_id] ?? ['sin negocio', 'sin segmento']
      const keys = [
        [products, `${line.sku} ${line.name}`],
        [segments, `${business} ${segment}`],
        [businesses, business],
      ] as const
      for (const [rows, key] of keys) {
        add(rows, key, { net: 0n, units: 0, orders: new Set<number>() }, (row) => {
          row.net += worth.lines[index]?.net ?? 0n
          row.units += worth.lines[index]?.units ?? 0
          row.orders.add(order.id)
        })
      }
    }
  }
  const sold = (rows: Map<string, Sold>, dropsZero: boolean) =>
    Object.fromEntries(
      [...rows]
        .filter(([, row]) => !dropsZero || row.net !== 0n)
        .map(([key, row]) => [key, [amount(row.net), row.units, row.orders.size]]),
    )

  const groups = new Map<string, { amount: bigint; count: number; orders: Set<number> }>()
  const subGroups = new Map<string, { amount: bigint; count: number }>()
  for (const { order, worth } of orders.filter(({ order }) => BENEFITS.has(order.status))) {
    for (const discount of worth.discounts) {
      const [group, subGroup] = PLACED[discount.name] ?? []
      if (!group) throw new Error(`Nobody placed ${discount.name}`)
      add(groups, group, { amount: 0n, count: 0, orders: new Set<number>() }, (row) => {
        row.amount += discount.amount
        row.count++
        row.orders.add(order.id)
      })
      add(subGroups, `${group} ${subGroup} wc-${order.status}`, { amount: 0n, count: 0 }, (row) => {
        row.amount += discount.amount
        row.count++
      })
    }
  }
  return {
    scorecard: {
      net_sale: net(completed),
      total_orders: completed.length,
      total_units_sold: completed.reduce((total, { worth }) => total + worth.units, 0),
      distinct_customers: buyers.size,
      used_coupons: completed.reduce(
        (total, { order }) => total + new Set(order.coupon_lines.map(({ code }) => code.toLowerCase())).size,
        0,
      ),
      new_customers: registered.length,
      employees: registered.filter(({ role }) => role === 'empleado_arcor').length,
    },
    charts: [net(completed), completed.length, net(cancelled), cancelled.length],
    distributors: Object.fromEntries(
      [...distributors].map(([id, row]) => [id, [row.orders, amount(row.net), row.all, amount(row.allNet)]]),
    ),
    products: sold(products, false),
    segments: sold(segments, true),
    businesses: sold(businesses, true),
    groups: Object.fromEntries(
      [...groups].map(([group, row]) => [group, [amount(row.amount), row.count, row.orders.size]]),
    ),
    subGroups: Object.fromEntries([...subGroups].map(([key, row]) => [key, [amount(row.amount), row.count]])),
    states: Object.fromEntries([...states].map(([state, row]) => [state, row.total])),
    orders: Object.fromEntries(
      orders.map(({ order, worth }) => [
        order.id,
        [worth.gross, worth.discount, worth.refunded, worth.net].map(amount),
      ]),
    ),
  }
}

/**
 * Each distributor's newest name: that of the latest order that ever named it, whether or not the order still exists;
 * without any name, its id. `told` are orders in the sequence in which they were read.
 */
export function distributorNames(...told: (readonly ShopOrder[])[]): Record<string, string> {
  const names = new Map<string, { name: string; at: string }>()
  for (const order of told.flatMap(inTime)) {
    const id = distributorOf(order)
    const name = order.meta_data.find(({ key }) => key === '_dist_name')?.value
    const known = names.get(id) ?? { name: id, at: '' }
    if (id !== '0')
      names.set(id, name && order.date_created >= known.at ? { name, at: order.date_created } : known)
  }
  return Object.fromEntries([...names].map(([id, { name }]) => [id, name]))
}
