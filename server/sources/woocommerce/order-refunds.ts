// The refunds of an order. Shops leave some out of the order itself, and some details lack their amount.
import { centsText, parseCents, parseCentsOf } from '#server/domain/cents.ts'
import { type OrderPayload, parsePayload, type RefundPayload, refundPayload } from './payloads.ts'
import type { TranslateContext } from './translate.ts'

/** Refunds by the order they belong to. */
export type Refunds = ReadonlyMap<number, readonly RefundPayload[]>

export interface RefundsReader {
  readonly known: Refunds
  /** Whether `known` are all refunds of the shop. */
  readonly areAll: boolean
  /** Ids of stored refunds by order, of these orders. */
  stored(orderIds: readonly number[]): Promise<ReadonlyMap<number, readonly number[]>>
  /** Requests the refunds of one order; undefined if they cannot be requested. */
  ask(orderId: number): Promise<readonly unknown[] | undefined>
}

/** Nothing known: refunds are requested with `ask`. */
export const refundsOnRequest = (ask: RefundsReader['ask']): RefundsReader => ({
  ...{ known: new Map(), areAll: false, ask },
  stored: async () => new Map(),
})

/**
 * Every refund of the order that is known or that it lists. Those of an order are requested if one is not known, if a stored
 * one is not listed, or if it is refunded without any. Without an answer, the order's summary counts, which names no lines.
 */
export async function refundsOf(
  order: OrderPayload,
  stored: readonly number[],
  { known, areAll, ask }: RefundsReader,
  context: TranslateContext,
): Promise<RefundPayload[]> {
  const listed = new Set(order.refunds.map(({ id }) => id))
  const found = new Map<number, RefundPayload>()
  for (const refund of known.get(order.id) ?? []) found.set(refund.id, refund)
  for (const refund of known.get(0) ?? []) if (listed.has(refund.id)) found.set(refund.id, refund)
  const isUnclear = !areAll && (stored.some((id) => !listed.has(id)) || isRefundedWithout(order))
  const isKnown = [...listed].every((id) => found.has(id))
  if (isKnown && !isUnclear) return withAmounts([...found.values()], order)
  const asked = await ask(order.id)
  for (const record of asked ?? []) {
    const parsed = parsePayload(refundPayload, record)
    if (parsed.ok) found.set(parsed.payload.id, parsed.payload)
  }
  for (const summary of order.refunds) {
    if (found.has(summary.id)) continue
    context.notes.count('refund', 'sin detalle')
    found.set(summary.id, fromSummary(summary, order))
  }
  return withAmounts([...found.values()], order)
}

const isRefundedWithout = ({ status, refunds }: OrderPayload): boolean =>
  refunds.length === 0 && status.replace('wc-', '') === 'refunded'

const fromSummary = (
  { id, reason, total }: OrderPayload['refunds'][number],
  order: OrderPayload,
): RefundPayload => ({
  id,
  parent_id: order.id,
  date_created: order.date_modified,
  date_created_gmt: order.date_modified_gmt,
  amount: total,
  reason,
  line_items: [],
  shipping_lines: [],
  fee_lines: [],
})

/** A refund without its amount has that of the order's summary, else of what it names. */
function withAmounts(refunds: readonly RefundPayload[], order: OrderPayload): RefundPayload[] {
  return refunds.map((refund) => {
    if (parseCents(refund.amount) !== 0) return refund
    const told = order.refunds.find(({ id, total }) => id === refund.id && parseCents(total) !== 0)
    return { ...refund, amount: told?.total ?? namedAmount(refund) }
  })
}

function namedAmount({ line_items, shipping_lines, fee_lines }: RefundPayload): string {
  let cents = 0
  for (const { total, total_tax } of [...line_items, ...shipping_lines, ...fee_lines])
    cents += parseCentsOf(total, total_tax)
  return centsText(Math.abs(cents))
}
