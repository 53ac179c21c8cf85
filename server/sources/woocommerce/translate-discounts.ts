// The discounts of an order as facts: what its coupons, promotions and hand-cut prices took off. Pure.
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { OrderDiscountFact, OrderLineFact } from '#server/domain/facts.ts'
import { storable } from '#server/domain/folded.ts'
import type { OrderAmounts } from '#server/domain/order-amounts.ts'
import type { OrderPayload } from './payloads.ts'
import { metaText, type TranslateContext } from './translate.ts'

/** What every row of an order repeats of it. */
export type OfOrder = Pick<OrderLineFact, 'order_id' | 'month' | 'status' | 'counted' | 'dist_id'>

/** Name of the discount that stands for prices cut by hand in the shop, which no coupon or fee explains. */
export const MANUAL_DISCOUNT = 'Descuento manual'

/** Coupons, promotions and, where there is one, the manual cut; they add up to the order's discount. */
export function discountFacts(
  order: OrderPayload,
  promotions: readonly { fee: OrderPayload['fee_lines'][number] }[],
  amounts: OrderAmounts,
  shared: OfOrder,
  context: TranslateContext,
): OrderDiscountFact[] {
  const fact = (
    discount_id: number,
    kind: 'coupon' | 'fee',
    name: string,
    meta: OrderPayload['meta_data'],
    nominal: number,
    amount: number,
  ): OrderDiscountFact => {
    const { mapped, ...placed } = context.classify(kind, name, meta)
    if (!mapped && name !== MANUAL_DISCOUNT) context.notes.count('discount', name)
    return {
      ...shared,
      discount_id,
      kind,
      name,
      ...placed,
      nominal: centsText(nominal),
      amount: centsText(amount),
    }
  }
  const coupons = order.coupon_lines.map((line, index) =>
    fact(
      line.id,
      'coupon',
      storable(line.code.trim().toLowerCase()),
      line.meta_data,
      nominalOf(line),
      amounts.coupons[index]!,
    ),
  )
  const fees = promotions.map(({ fee }, index) =>
    fact(fee.id, 'fee', storable(fee.name.trim()), fee.meta_data, 0, amounts.promotions[index]!),
  )
  if (amounts.manual === 0) return [...coupons, ...fees]
  return [...coupons, ...fees, fact(0, 'fee', MANUAL_DISCOUNT, [], 0, amounts.manual)]
}

/** Face value of a coupon: its own field, else (before WooCommerce 8.7) the copy kept in its meta. */
function nominalOf(line: OrderPayload['coupon_lines'][number]): number {
  const own = line.nominal_amount
  if (typeof own === 'number' || typeof own === 'string') {
    const cents = parseCents(String(own))
    if (!Number.isNaN(cents)) return Math.abs(cents)
  }
  const info = metaText(line.meta_data, ['coupon_info'])
  const told = /,\s*"?(-?\d+(?:\.\d+)?)"?\s*(?:,[^,]*)?\]$/.exec(info)?.[1]
  return told === undefined ? 0 : Math.abs(parseCents(told))
}
