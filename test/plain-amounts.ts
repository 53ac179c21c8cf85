// What the orders of a shop are worth, by the definitions of docs/metrics.md alone: no code of the product.
import type { Json } from './shop-server/recordings.ts'

export interface Worth {
  readonly order_id: number
  readonly status: string
  readonly month: string
  readonly counted: boolean
  readonly units: number
  readonly gross: number
  readonly discount: number
  readonly refunded: number
  readonly net: number
}

/** Cents of the sum of these decimal texts, half away from zero. */
function cents(...texts: unknown[]): number {
  let micro = 0n
  for (const text of texts) {
    const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(String(text)) ?? []
    if (whole === undefined) throw new Error(`not an amount: ${text}`)
    const size = BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
    micro += sign ? -size : size
  }
  const size = micro < 0n ? -micro : micro
  const rounded = Number((size + 5_000n) / 10_000n)
  return micro < 0n ? -rounded : rounded
}

const NO_ORDER = new Set(['trash', 'auto-draft', 'checkout-draft'])
const partsOf = (record: Json, name: string) => record[name] as Json[]

export function worthOf(orders: readonly Json[], refunds: readonly Json[]): Worth[] {
  const kept = orders.filter(({ status }) => !NO_ORDER.has(String(status)))
  const children = Map.groupBy(
    kept.filter((one) => !isSaleOfItsOwn(one)),
    ({ parent_id }) => Number(parent_id),
  )
  return kept
    .map((order) => {
      const own = refunds.filter(({ parent_id }) => parent_id === order.id)
      const isContainer = holds(children.get(Number(order.id)) ?? [], order)
      return { ...amounts(order, own), counted: order.currency === 'ARS' && !isContainer }
    })
    .sort((one, other) => one.order_id - other.order_id)
}

/** By the field in which the plug-in of a subscription or of deposits says that an order is not the copy of another. */
const isSaleOfItsOwn = (order: Json): boolean =>
  /"key":"(?:_subscription_renewal|sumo_subscription_id|_original_order_id|_has_full_payment)"/.test(
    JSON.stringify(order),
  )

/** The children have every product of the parent, for the same amount. */
function holds(children: readonly Json[], parent: Json): boolean {
  const lines = children.flatMap((child) => partsOf(child, 'line_items'))
  return (
    children.length > 0 &&
    partsOf(parent, 'line_items').every((line) =>
      lines.some(({ product_id, subtotal }) => product_id === line.product_id && subtotal === line.subtotal),
    )
  )
}

function amounts(order: Json, refunds: readonly Json[]): Omit<Worth, 'counted'> {
  const taxed = order.prices_include_tax === true
  const amount = (value: unknown, tax: unknown) => cents(value, taxed ? tax : '0')
  const lines = partsOf(order, 'line_items')
  const gross = lines.reduce((sum, one) => sum + amount(one.subtotal, one.subtotal_tax), 0)
  const coupons = partsOf(order, 'coupon_lines').reduce(
    (sum, one) => sum + amount(one.discount, one.discount_tax),
    0,
  )
  const promotions = partsOf(order, 'fee_lines')
    .map((one) => amount(one.total, one.total_tax))
    .reduce((sum, fee) => sum - Math.min(fee, 0), 0)
  const discount = Math.min(coupons + promotions, Math.max(gross, 0))
  const returned = refunds.flatMap((refund) => partsOf(refund, 'line_items'))
  const refunded = refunds.reduce((sum, refund) => {
    const items = partsOf(refund, 'line_items')
    // With lines, of an order without tax in its prices, the amount's tax stays out.
    const tax = taxed ? 0 : items.reduce((all, one) => all + cents(one.total_tax), 0)
    const ship = partsOf(refund, 'shipping_lines').reduce(
      (all, one) => all + amount(one.total, one.total_tax),
      0,
    )
    return sum + cents(refund.amount) + tax + ship
  }, 0)
  const capped = Math.min(refunded, Math.max(gross - discount, 0))
  const quantity = (list: readonly Json[]) => list.reduce((sum, one) => sum + Number(one.quantity), 0)
  return {
    order_id: Number(order.id),
    status: `wc-${order.status}`,
    month: String(order.date_created).slice(0, 7),
    units: quantity(lines) + quantity(returned),
    ...{ gross: gross / 100, discount: discount / 100, refunded: capped / 100 },
    net: (gross - discount - capped) / 100,
  }
}

/** The scorecard of a month. */
export function scorecardOf(all: readonly Worth[], month: string) {
  const completed = all.filter((one) => one.month === month && one.counted && one.status === 'wc-completed')
  const sum = (field: 'net' | 'units') =>
    completed.reduce((total, one) => total + Math.round(one[field] * 1000), 0) / 1000
  return { net_sale: sum('net'), total_orders: completed.length, total_units_sold: sum('units') }
}
