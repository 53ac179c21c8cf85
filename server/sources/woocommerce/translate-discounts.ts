// Discounts of an order as facts: from coupons, promotions and manually reduced prices.
import { centsText, parseCents } from '#server/domain/cents.ts'
import type { OrderDiscountFact, OrderLineFact } from '#server/domain/facts.ts'
import type { OrderAmounts } from '#server/domain/order-amounts.ts'
import { indexable } from '#server/ingest/notes.ts'
import { type Saving, savedInOrder } from './line-savings.ts'
import type { OrderPayload } from './payloads.ts'
import { metaText, type TranslateContext } from './translate.ts'

/** Fields of the order that its child rows repeat. */
export type OfOrder = Pick<OrderLineFact, 'order_id' | 'month' | 'status' | 'counted' | 'dist_id'>

/** Name of the discount for manual price cuts, which no coupon or fee explains. */
export const MANUAL_DISCOUNT = 'Descuento manual'

/** A negative fee and its amount in positive cents. */
export interface Promotion {
  readonly fee: OrderPayload['fee_lines'][number]
  readonly amount: number
}

export interface DiscountSources {
  readonly order: OrderPayload
  readonly promotions: readonly Promotion[]
  /** Per line; their amounts follow those of the coupons. */
  readonly savings: readonly (Saving | undefined)[]
}

/** Coupons, promotions, savings of lines and a manual cut, if any; they add up to the order's discount. */
export function discountFacts(
  { order, promotions, savings }: DiscountSources,
  amounts: OrderAmounts,
  ofOrder: OfOrder,
  context: TranslateContext,
): OrderDiscountFact[] {
  const named = (text: string) => indexable(text, 'descuento', context.notes)
  const coupons = order.coupon_lines.map((line, index): Discount => {
    const name = named(line.code.trim().toLowerCase())
    const amount = amounts.coupons[index]!
    return { id: line.id, kind: 'coupon', name, meta: line.meta_data, nominal: nominalOf(line), amount }
  })
  const saved = savedInOrder(savings).map(({ name }, index): Discount => {
    const amount = amounts.coupons[coupons.length + index] ?? 0
    return { id: 0, kind: 'fee', name: named(name), meta: [], nominal: 0, amount }
  })
  const fees = promotions.map(({ fee: { id, name, meta_data: meta } }, index): Discount => {
    const amount = amounts.promotions[index]!
    return { id, kind: 'fee', name: named(name.trim()), meta, nominal: 0, amount }
  })
  if (amounts.manual !== 0)
    fees.push({ id: 0, kind: 'fee', name: MANUAL_DISCOUNT, meta: [], nominal: 0, amount: amounts.manual })
  return [...coupons, ...fees, ...saved].map((told) => discountFact(told, ofOrder, context))
}

interface Discount {
  readonly id: number
  readonly kind: 'coupon' | 'fee'
  readonly name: string
  readonly meta: OrderPayload['meta_data']
  readonly nominal: number
  readonly amount: number
}

function discountFact(
  { id, kind, name, meta, nominal, amount }: Discount,
  { order_id, month, status, counted, dist_id }: OfOrder,
  { classify, notes }: TranslateContext,
): OrderDiscountFact {
  const { mapped, discount_group, sub_group, promo_name, promo_type } = classify(kind, name, meta)
  if (!mapped && name !== MANUAL_DISCOUNT) notes.count('discount', name)
  return {
    order_id,
    month,
    status,
    counted,
    dist_id,
    discount_id: id,
    kind,
    name,
    discount_group,
    sub_group,
    promo_name,
    promo_type,
    nominal: centsText(nominal),
    amount: centsText(amount),
  }
}

/** Face value of a coupon: its own field, else (before WooCommerce 8.7) the copy in its meta. */
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
