import { parseCents } from '#server/domain/cents.ts'
import type { LinePayload, OrderPayload, RefundPayload } from './payloads.ts'
import { metaText } from './translate.ts'

export interface RefundedLines {
  amount: number
  units: number
}

/**
 * The sales part of a refund in cents: its amount less shipping and positive fees refunded in it. A positive fee of the
 * order appears negative in a refund; a promotion (negative fee) appears positive and is not subtracted.
 */
export function refundedOf(refund: RefundPayload, withTax: boolean): number {
  let amount = Math.abs(parseCents(refund.amount))
  for (const line of refund.shipping_lines)
    amount -= Math.abs(parseCents(line.total) + parseCents(line.total_tax))
  for (const fee of refund.fee_lines) {
    const total = parseCents(fee.total) + parseCents(fee.total_tax)
    if (total < 0) amount += total
  }
  // With prices without tax, refunded tax is not part of sales either.
  if (!withTax) for (const line of refund.line_items) amount -= Math.abs(parseCents(line.total_tax))
  return amount
}

/** Refunded amount and units per line of the order; units are capped at its quantity. */
export function refundedLines(
  refunds: readonly RefundPayload[],
  order: OrderPayload,
  withTax: boolean,
): RefundedLines[] {
  const lines: RefundedLines[] = []
  for (let count = order.line_items.length; count > 0; count--) lines.push({ amount: 0, units: 0 })
  for (const refund of refunds)
    for (const item of refund.line_items) {
      const index = lineOf(item, order.line_items)
      const line = lines[index]
      if (!line) continue
      line.amount += Math.abs(parseCents(item.total) + (withTax ? parseCents(item.total_tax) : 0))
      line.units = Math.min(line.units + Math.abs(item.quantity), order.line_items[index]!.quantity)
    }
  return lines
}

/** The order's line that a refund's line names, else the first line of the same product. */
function lineOf(item: LinePayload, lines: readonly LinePayload[]): number {
  const named = Number(metaText(item.meta_data, ['_refunded_item_id']))
  const index = lines.findIndex((line) => line.id === named)
  if (index >= 0) return index
  if (item.product_id === 0) return -1
  return lines.findIndex(
    (line) => line.product_id === item.product_id && line.variation_id === item.variation_id,
  )
}
