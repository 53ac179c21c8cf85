import type { OrderStatus } from '#contract/statuses.ts'
import { centsText, shareOut } from '#server/domain/cents.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import { lineAmountTexts, type OrderAmounts, orderAmounts } from '#server/domain/order-amounts.ts'
import type { AppliedPromotion, BasketLine } from './basket.ts'
import { demoCost } from './catalogue.ts'
import { customerId, type Person } from './people.ts'
import { PLACES } from './places.ts'
import { nominal } from './promotions.ts'
import type { Refunds } from './refunds.ts'

/** In cents. */
export interface Sale {
  /** Position in the history. */
  readonly number: number
  readonly date: string
  readonly createdAt: string
  readonly modifiedAt: string
  /** When it reached its status, on the store's clock. */
  readonly endedAt: string
  readonly buyer: Person
  /** Undefined if the buyer was not signed in. */
  readonly account: number | undefined
  readonly email: string
  readonly currency: 'ARS' | 'USD'
  readonly dist_id: string
  readonly status: OrderStatus
  readonly payment: string
  readonly lines: readonly BasketLine[]
  readonly applied: readonly AppliedPromotion[]
  readonly fees: number
  readonly shipping: number
  readonly refunds: Refunds
}

const FIRST_ORDER = 100_000
/** An order's id is followed by those of its refunds, up to two. */
const IDS_PER_ORDER = 3
/** Ids of an order's lines and discounts, which are unique in the shop. */
const ITEMS_PER_ORDER = 24
const FIRST_DISCOUNT = 9

const INVOICED = new Set<OrderStatus>(['wc-completed', 'wc-refunded', 'wc-returned', 'wc-return-request'])

export function orderFacts(sale: Sale): OrderFacts {
  const { number, buyer, status, lines, applied, refunds, shipping, fees } = sale
  const amountsOf = (kind: 'coupon' | 'fee') =>
    applied.filter(({ promotion }) => promotion.kind === kind).map(({ amount }) => amount)
  const coupons = amountsOf('coupon')
  const amounts = orderAmounts({
    lines: lines.map(({ gross, discount }, index) => ({
      gross,
      discount,
      refunded: refunds.lines[index]?.amount ?? 0,
    })),
    coupons,
    promotions: amountsOf('fee'),
    refunded: refunds.goods,
  })
  const order_id = FIRST_ORDER + number * IDS_PER_ORDER
  const month = sale.date.slice(0, 7)
  const key = { order_id, month, status, counted: sale.currency === 'ARS', dist_id: sale.dist_id }
  return {
    order: {
      ...key,
      created_at: sale.createdAt,
      order_date: sale.date,
      modified_at: sale.modifiedAt,
      currency: sale.currency,
      customer_id: sale.account === undefined ? 0 : customerId(sale.account),
      email: sale.email,
      first_name: buyer.first_name,
      last_name: buyer.last_name,
      city: buyer.city,
      province: PLACES[buyer.place]!.province,
      invoice_number: INVOICED.has(status) ? invoiceNumber(number) : '',
      payment_method: sale.payment,
      units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
      refunded_units: refunds.lines.reduce((sum, { units }) => sum + units, 0),
      coupons: coupons.length,
      gross: centsText(amounts.gross),
      discount: centsText(amounts.discount),
      refunded: centsText(amounts.refunded),
      net: centsText(amounts.net),
      shipping: centsText(shipping),
      fees: centsText(fees),
      total: centsText(amounts.gross - amounts.discount + shipping + fees),
      ...PLAIN,
      completed_at: status === 'wc-completed' ? sale.endedAt : null,
      analytics_net: centsText(amounts.gross - amounts.discount + fees),
      included_tax: centsText(0),
      untaxed_fees: centsText(fees),
    },
    lines: lineFacts(key, sale, amounts),
    discounts: discountFacts(key, sale, amounts),
    refunds: refundFacts(key, sale),
  }
}

const PLAIN = { number: '', paid_at: null, gap: '0.00', voucher_paid: '0.00' }

const invoiceNumber = (number: number): string =>
  `B-${String(2 + (number % 7)).padStart(5, '0')}-${String(number + 1).padStart(8, '0')}`

type Key = Pick<OrderFacts['order'], 'order_id' | 'month' | 'status' | 'counted' | 'dist_id'>

function refundFacts(
  { order_id, month }: Key,
  { date, refunds: { refunds, goods } }: Sale,
): OrderFacts['refunds'] {
  const amounts = refunds.map(({ amount }) => amount)
  const goodsOf = shareOut(goods, amounts)
  return refunds.map(({ amount, reason }, index) => ({
    order_id,
    refund_id: order_id + 1 + index,
    month,
    created_at: `${date} 23:${index === 0 ? '30' : '45'}:00`,
    amount: centsText(amount),
    reason,
    analytics_net: centsText(goodsOf[index]!),
    included_tax: centsText(0),
    untaxed_fees: centsText(0),
  }))
}

const lineFacts = (key: Key, { number, lines, refunds }: Sale, amounts: OrderAmounts): OrderFacts['lines'] =>
  lines.map(({ item: { product_id, sku, name }, quantity, gross }, index) => {
    const amount = amounts.lines[index]!
    return {
      order_id: key.order_id,
      month: key.month,
      status: key.status,
      counted: key.counted,
      dist_id: key.dist_id,
      line_id: number * ITEMS_PER_ORDER + index + 1,
      product_id,
      variation_id: 0,
      sku,
      name,
      quantity,
      refunded_units: refunds.lines[index]?.units ?? 0,
      cost: demoCost(product_id, gross, 2),
      ...lineAmountTexts(amount),
    }
  })

function discountFacts(key: Key, { number, applied }: Sale, amounts: OrderAmounts): OrderFacts['discounts'] {
  const cents = { coupon: amounts.coupons.values(), fee: amounts.promotions.values() }
  return applied.map(({ promotion }, index) => ({
    ...key,
    discount_id: number * ITEMS_PER_ORDER + FIRST_DISCOUNT + index,
    kind: promotion.kind,
    name: promotion.name,
    discount_group: promotion.group,
    sub_group: promotion.sub_group,
    promo_name: promotion.promo_name,
    promo_type: promotion.promo_type,
    nominal: nominal(promotion),
    amount: centsText(cents[promotion.kind].next().value ?? 0),
  }))
}
