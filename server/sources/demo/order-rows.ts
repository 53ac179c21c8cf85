// Lines and discounts of a generated order as facts; touches only this room and domain.
import { centsText } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import type { OrderAmounts } from '#server/domain/order-amounts.ts'
import type { Applied, BasketLine } from './basket.ts'
import { nominal } from './promotions.ts'
import type { Refunds } from './refunds.ts'

/** Ids of lines and discounts that an order may use, in a shop where each is given once. */
const ITEMS_PER_ORDER = 24
const FIRST_DISCOUNT = 9

/** What every row of an order carries. */
type Key = Pick<OrderFacts['order'], 'order_id' | 'month' | 'status' | 'counted' | 'dist_id'>

export const lineFacts = (
  key: Key,
  number: number,
  lines: readonly BasketLine[],
  amounts: OrderAmounts,
  refunds: Refunds,
): OrderFacts['lines'] =>
  lines.map(({ item, quantity }, index) => {
    const amount = amounts.lines[index]!
    return {
      order_id: key.order_id,
      line_id: number * ITEMS_PER_ORDER + index + 1,
      month: key.month,
      status: key.status,
      counted: key.counted,
      dist_id: key.dist_id,
      product_id: item.product_id,
      variation_id: item.variation_id,
      sku: item.sku,
      name: item.name,
      quantity,
      refunded_units: refunds.lines[index]?.units ?? 0,
      gross: centsText(amount.gross),
      discount: centsText(amount.discount),
      refunded: centsText(amount.refunded),
      promotion: centsText(amount.promotion),
      shared: centsText(amount.shared),
      net: centsText(amount.net),
    }
  })

export function discountFacts(
  key: Key,
  number: number,
  applied: readonly Applied[],
  amounts: OrderAmounts,
): OrderFacts['discounts'] {
  let coupon = 0
  let fee = 0
  return applied.map(({ promotion }, index) => ({
    order_id: key.order_id,
    discount_id: number * ITEMS_PER_ORDER + FIRST_DISCOUNT + index,
    month: key.month,
    status: key.status,
    counted: key.counted,
    dist_id: key.dist_id,
    kind: promotion.kind,
    name: promotion.name,
    discount_group: promotion.group,
    sub_group: promotion.sub_group,
    promo_name: promotion.promo_name,
    promo_type: promotion.promo_type,
    nominal: nominal(promotion),
    amount: centsText(promotion.kind === 'coupon' ? amounts.coupons[coupon++]! : amounts.promotions[fee++]!),
  }))
}
