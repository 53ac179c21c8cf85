// Amounts as WooCommerce Analytics counts them: totals without taxes and shipping, and refunds separately.
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { OrderPayload, RefundPayload } from './payloads.ts'
import { refundSign } from './refunds.ts'

/** In cents. */
export interface AnalyticsCents {
  /** Products and fees, without tax. */
  readonly net: number
  /** Tax of products and promotions, if the order's prices include it. */
  readonly tax: number
  /** Positive fees without tax. */
  readonly fees: number
}

/** Analytics counts what the header of the order says, which plug-ins and edits may leave apart from its lines. */
export function analyticsOfOrder(order: OrderPayload): AnalyticsCents {
  const goods = [...order.line_items, ...order.fee_lines]
  // Files of some shops lack the header's tax.
  const tax = parseCents(order.cart_tax) || sum(goods.map(({ total_tax }) => parseCents(total_tax)))
  const outside = parseCents(order.shipping_total) + parseCents(order.shipping_tax) + tax
  return { ...partsOf(order), net: parseCents(order.total) - outside }
}

function partsOf({ line_items, fee_lines, prices_include_tax }: OrderPayload): Omit<AnalyticsCents, 'net'> {
  let [tax, fees] = [0, 0]
  for (const line of line_items) tax += parseCents(line.total_tax)
  for (const fee of fee_lines) {
    const total = parseCents(fee.total)
    if (total > 0) fees += total
    if (total < 0) tax += parseCents(fee.total_tax)
  }
  return { tax: prices_include_tax ? tax : 0, fees }
}

/** Analytics treats a refund of the order's whole total as one of its products, taxes and shipping, whatever the refund names. */
export function analyticsOfRefund(refund: RefundPayload, order: OrderPayload): AnalyticsCents {
  const paid = Math.abs(parseCents(refund.amount))
  if (paid === parseCents(order.total)) return analyticsOfOrder(order)
  const size = (amounts: readonly string[]) => sum(amounts.map((amount) => Math.abs(parseCents(amount))))
  const charged = refund.fee_lines.filter(({ total }) => parseCents(total) < 0)
  const returned = refund.fee_lines.filter(({ total }) => parseCents(total) > 0)
  const lineTaxes = refund.line_items.map(
    (item) => refundSign(item, order.line_items) * Math.abs(parseCents(item.total_tax)),
  )
  const goodsTax = sum(lineTaxes) - size(returned.map(({ total_tax }) => total_tax))
  const shipping = refund.shipping_lines
  const otherTax = size([...shipping, ...charged].map(({ total_tax }) => total_tax))
  return {
    net: paid - goodsTax - otherTax - size(shipping.map(({ total }) => total)),
    tax: order.prices_include_tax ? goodsTax : 0,
    fees: size(charged.map(({ total }) => total)),
  }
}

export const analyticsFields = ({ net, tax, fees }: AnalyticsCents) => ({
  analytics_net: centsText(net),
  included_tax: centsText(tax),
  untaxed_fees: centsText(fees),
})

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)
