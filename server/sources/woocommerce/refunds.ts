import { parseCents } from '#server/domain/cents.ts'
import { roundUnits } from '#server/domain/money.ts'
import type { LinePayload, OrderPayload, RefundPayload } from './payloads.ts'
import type { Rounding } from './rounding.ts'
import { metaText } from './translate.ts'

export interface RefundedLines {
  amount: number
  units: number
}

/**
 * The sales part of a refund in cents: its amount less shipping and positive fees refunded in it. A positive fee of the
 * order appears negative in a refund; a promotion (negative fee) appears positive and is not subtracted. If prices exclude
 * tax, refunded tax does not belong to sales either.
 */
export function refundedOf(refund: RefundPayload, order: OrderPayload, { of, taxed }: Rounding): number {
  const paid = Math.abs(of(refund.amount))
  let sales = 0
  let others = 0
  let tax = 0
  for (const line of refund.shipping_lines) others += Math.abs(taxed(line.total, line.total_tax))
  for (const item of refund.line_items) {
    const sign = refundSign(item, order.line_items)
    sales += sign * Math.abs(taxed(item.total, item.total_tax))
    tax += sign * Math.abs(of(item.total_tax))
  }
  for (const fee of refund.fee_lines) {
    const total = taxed(fee.total, fee.total_tax)
    if (total < 0) others -= total
    else {
      sales -= total
      tax -= of(fee.total_tax)
    }
  }
  if (order.prices_include_tax) return paid - others
  return paid - others - tax - taxPart(Math.max(paid - others - sales, 0), order)
}

/** The tax in an amount that names no part of the order, at the average rate of the goods after discounts. */
function taxPart(amount: number, order: OrderPayload): number {
  let [goods, tax] = [0, 0]
  const promotions = order.fee_lines.filter((fee) => parseCents(fee.total) < 0)
  for (const { total, total_tax } of [...order.line_items, ...promotions]) {
    goods += parseCents(total)
    tax += parseCents(total_tax)
  }
  return amount === 0 || goods + tax <= 0 ? 0 : Math.round((amount * tax) / (goods + tax))
}

/** Refunded amount and units per line of the order, with its sign; units are capped at its quantity. */
export function refundedLines(
  refunds: readonly RefundPayload[],
  order: OrderPayload,
  { of, taxed }: Rounding,
): RefundedLines[] {
  const withTax = order.prices_include_tax
  const lines: RefundedLines[] = []
  for (let count = order.line_items.length; count > 0; count--) lines.push({ amount: 0, units: 0 })
  for (const refund of refunds)
    for (const item of refund.line_items) {
      const index = lineOf(item, order.line_items)
      const line = lines[index]
      if (!line) continue
      const amount = withTax ? taxed(item.total, item.total_tax) : of(item.total)
      line.amount += refundSign(item, order.line_items) * Math.abs(amount)
      const { quantity } = order.line_items[index]!
      const units = Math.min(roundUnits(Math.abs(line.units) + Math.abs(item.quantity)), Math.abs(quantity))
      line.units = quantity < 0 ? -units : units
    }
  return lines
}

/** −1 for a part of a refund that names a negative line of the order: it takes off from the refund. Plug-ins differ in signs. */
export function refundSign(item: LinePayload, lines: readonly LinePayload[]): 1 | -1 {
  const line = lines[lineOf(item, lines)]
  return line && parseCents(line.total) < 0 ? -1 : 1
}

/** The order's line that a refund's line refers to, else the first line of the same product. */
function lineOf(item: LinePayload, lines: readonly LinePayload[]): number {
  const named = Number(metaText(item.meta_data, ['_refunded_item_id']))
  const index = lines.findIndex((line) => line.id === named)
  if (index >= 0) return index
  if (item.product_id === 0) return -1
  return lines.findIndex(
    (line) => line.product_id === item.product_id && line.variation_id === item.variation_id,
  )
}
