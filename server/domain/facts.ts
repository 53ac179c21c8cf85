// A shop's data in the form the store keeps, independent of its source. Money is text with 2 decimals ('1234.50'), times are
// 'YYYY-MM-DD HH:MM:SS'. Field names are column names; store/schema/001_facts.sql explains them.
import type { DiscountGroup } from '#contract/benefit-groups.ts'

/** What WooCommerce Analytics counts of an order or a refund; store/schema/054_woocommerce_net.sql explains it. */
interface AnalyticsAmounts {
  analytics_net: string
  included_tax: string
  untaxed_fees: string
}

export interface OrderFact extends AnalyticsAmounts {
  order_id: number
  /** What the shop calls the order, where that is not its id; else ''. */
  number: string
  month: string
  created_at: string
  order_date: string
  /** On the store's clock; null while it is not. */
  paid_at: string | null
  completed_at: string | null
  modified_at: string
  status: string
  currency: string
  counted: boolean
  customer_id: number
  email: string
  first_name: string
  last_name: string
  city: string
  province: string
  dist_id: string
  invoice_number: string
  payment_method: string
  units: number
  refunded_units: number
  coupons: number
  gross: string
  discount: string
  refunded: string
  net: string
  shipping: string
  fees: string
  total: string
  /** The total less the sum of the order's parts, with tax; 0 within their rounding. */
  gap: string
  /** What vouchers paid, without what refunds returned to them. */
  voucher_paid: string
}

export interface OrderLineFact {
  order_id: number
  line_id: number
  month: string
  status: string
  counted: boolean
  dist_id: string
  product_id: number
  variation_id: number
  sku: string
  name: string
  quantity: number
  refunded_units: number
  gross: string
  discount: string
  refunded: string
  /** The line's share of the order's negative fees, in proportion to gross − discount. */
  promotion: string
  /** The line's share of refunds that name no line, in proportion to what remains of it. */
  shared: string
  net: string
  /** Of the whole line at its sale, before returns; null: the source tells none. */
  cost: string | null
}

export interface OrderDiscountFact {
  order_id: number
  discount_id: number
  month: string
  status: string
  counted: boolean
  dist_id: string
  kind: 'coupon' | 'fee'
  name: string
  discount_group: DiscountGroup
  sub_group: string
  promo_name: string
  promo_type: '' | 'boxes-mix' | 'buy-x-get-y'
  nominal: string
  amount: string
}

export interface OrderRefundFact extends AnalyticsAmounts {
  order_id: number
  refund_id: number
  month: string
  created_at: string
  amount: string
  reason: string
}

/** An order with its child rows. They are always written together. */
export interface OrderFacts {
  order: OrderFact
  lines: OrderLineFact[]
  discounts: OrderDiscountFact[]
  refunds: OrderRefundFact[]
  /** The order that this one belongs to; absent or 0 for none. */
  parent_id?: number
  /** If that order contains this one, it counts instead of it. */
  parent_counts?: true
  /** The shop has erased the person: the stored buyer and place stay. */
  erased?: true
  /** The distributor as the order names it; absent for an order without dist_id. */
  distributor?: { dist_id: string; name: string }
}

export interface CustomerFact {
  customer_id: number
  registered_at: string
  month: string
  modified_at: string
  email: string
  first_name: string
  last_name: string
  role: string
  company: string
  employee_id: string
  locality: string
  city: string
  province: string
  dist_id: string
  allow_communications: boolean
  allow_samples: boolean
}

export interface ProductFact {
  product_id: number
  parent_id: number
  /** As the shop calls it; '' for variations. */
  type: string
  sku: string
  name: string
  status: string
  stock_status: string
  stock_quantity: number | null
  price: string
  /** Of a unit, with 4 decimals, as the shop knows it at present; null: it tells none. */
  cost: string | null
  url: string
  business: string
  segment: string
  modified_at: string
  category_ids: number[]
}

export interface CategoryFact {
  category_id: number
  parent_id: number
  name: string
  slug: string
}

export interface CouponFact {
  coupon_id: number
  code: string
  discount_type: string
  amount: string
  description: string
  modified_at: string
}

export interface DistributorFact {
  dist_id: string
  name: string
  named_at: string
  email: string
  emailed_at: string
  mp_enabled: number
  lyra_enabled: number
  calendar_enabled: number
}

/** For data without a date: any other is newer. */
export const NEVER = '1970-01-01 00:00:00'

export const NO_DISTRIBUTOR = { dist_id: '0', name: 'Sin distribuidor' }
export const NO_BUSINESS = 'sin negocio'
export const NO_SEGMENT = 'sin segmento'
export const NO_PROVINCE = 'SIN PROVINCIA'
