// Amounts of an order in cents, rounded as the order itself was: a shop without decimals charges whole units of its currency, while
// lines and taxes keep their fractions.
import { parseCents, parseCentsOf, parseWholeOf } from '#server/domain/cents.ts'
import type { OrderPayload } from './payloads.ts'

export interface Rounding {
  of(amount: string): number
  /** An amount with its tax, rounded once. */
  taxed(amount: string, tax: string): number
  /** In cents. */
  readonly unit: number
}

const TO_CENTS: Rounding = { of: parseCents, taxed: parseCentsOf, unit: 1 }
const TO_WHOLE: Rounding = { of: (amount) => parseWholeOf(amount, '0'), taxed: parseWholeOf, unit: 100 }

/** Whole units where the order's own sums are whole and only whole parts add up to its total. */
export function roundingOf(order: OrderPayload): Rounding {
  const { total, cart_tax, shipping_tax } = order
  const areWhole = [total, cart_tax, shipping_tax].every((amount) => parseCents(amount) % 100 === 0)
  if (!areWhole) return TO_CENTS
  const charged = parseCents(total)
  return charged !== 0 && sumOf(order, TO_CENTS) !== charged && sumOf(order, TO_WHOLE) === charged
    ? TO_WHOLE
    : TO_CENTS
}

/** What the order's parts add up to, with tax. */
export function sumOf(order: OrderPayload, { taxed }: Rounding): number {
  let sum = taxed(order.shipping_total, order.shipping_tax)
  for (const { total, total_tax } of order.line_items) sum += taxed(total, total_tax)
  for (const { total, total_tax } of order.fee_lines) sum += taxed(total, total_tax)
  return sum
}

/** The total less its parts; 0 within a unit of rounding per part. */
export function gapOf(order: OrderPayload, rounding: Rounding): number {
  const gap = parseCents(order.total) - sumOf(order, rounding)
  const parts = order.line_items.length + order.fee_lines.length + 1
  return Math.abs(gap) <= parts * rounding.unit ? 0 : gap
}
