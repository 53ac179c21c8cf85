// How packed columns are read from facts: each by a function of its own, which the engine of the language makes a single
// load; one that is told the name looks it up for every value. Room ingest: may import domain and store.
import type { OrderDiscountFact, OrderFact, OrderLineFact, OrderRefundFact } from '#server/domain/facts.ts'
import type { Pick } from '#server/store/duckdb-columns.ts'

/** One for every field, so that one that is forgotten does not compile. */
type Picks<Fact> = { readonly [Name in keyof Fact]: Pick<Fact> }

export const ORDER_PICKS: Picks<OrderFact> = {
  order_id: (fact) => fact.order_id,
  month: (fact) => fact.month,
  created_at: (fact) => fact.created_at,
  order_date: (fact) => fact.order_date,
  modified_at: (fact) => fact.modified_at,
  status: (fact) => fact.status,
  currency: (fact) => fact.currency,
  counted: (fact) => fact.counted,
  customer_id: (fact) => fact.customer_id,
  email: (fact) => fact.email,
  first_name: (fact) => fact.first_name,
  last_name: (fact) => fact.last_name,
  city: (fact) => fact.city,
  province: (fact) => fact.province,
  dist_id: (fact) => fact.dist_id,
  invoice_number: (fact) => fact.invoice_number,
  payment_method: (fact) => fact.payment_method,
  units: (fact) => fact.units,
  refunded_units: (fact) => fact.refunded_units,
  coupons: (fact) => fact.coupons,
  gross: (fact) => fact.gross,
  discount: (fact) => fact.discount,
  refunded: (fact) => fact.refunded,
  net: (fact) => fact.net,
  shipping: (fact) => fact.shipping,
  fees: (fact) => fact.fees,
  total: (fact) => fact.total,
}

export const LINE_PICKS: Picks<OrderLineFact> = {
  order_id: (fact) => fact.order_id,
  line_id: (fact) => fact.line_id,
  month: (fact) => fact.month,
  status: (fact) => fact.status,
  counted: (fact) => fact.counted,
  dist_id: (fact) => fact.dist_id,
  product_id: (fact) => fact.product_id,
  variation_id: (fact) => fact.variation_id,
  sku: (fact) => fact.sku,
  name: (fact) => fact.name,
  quantity: (fact) => fact.quantity,
  refunded_units: (fact) => fact.refunded_units,
  gross: (fact) => fact.gross,
  discount: (fact) => fact.discount,
  refunded: (fact) => fact.refunded,
  promotion: (fact) => fact.promotion,
  shared: (fact) => fact.shared,
  net: (fact) => fact.net,
}

export const DISCOUNT_PICKS: Picks<OrderDiscountFact> = {
  order_id: (fact) => fact.order_id,
  discount_id: (fact) => fact.discount_id,
  month: (fact) => fact.month,
  status: (fact) => fact.status,
  counted: (fact) => fact.counted,
  dist_id: (fact) => fact.dist_id,
  kind: (fact) => fact.kind,
  name: (fact) => fact.name,
  discount_group: (fact) => fact.discount_group,
  sub_group: (fact) => fact.sub_group,
  promo_name: (fact) => fact.promo_name,
  promo_type: (fact) => fact.promo_type,
  nominal: (fact) => fact.nominal,
  amount: (fact) => fact.amount,
}

export const REFUND_PICKS: Picks<OrderRefundFact> = {
  order_id: (fact) => fact.order_id,
  refund_id: (fact) => fact.refund_id,
  month: (fact) => fact.month,
  created_at: (fact) => fact.created_at,
  amount: (fact) => fact.amount,
  reason: (fact) => fact.reason,
}
