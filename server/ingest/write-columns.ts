import type {
  CategoryFact,
  CouponFact,
  CustomerFact,
  OrderDiscountFact,
  OrderFact,
  OrderLineFact,
  OrderRefundFact,
  ProductFact,
} from '#server/domain/facts.ts'

/** A table of facts; `columns` names every field of the fact, so one that is forgotten does not compile. */
export interface FactTable<Column extends string> {
  readonly table: string
  readonly columns: readonly Column[]
}

const factTable =
  <Fact>() =>
  <const Columns extends readonly (keyof Fact & string)[]>(
    table: string,
    columns: Columns & (keyof Fact extends Columns[number] ? unknown : 'a column is missing'),
  ): FactTable<Columns[number]> => ({ table, columns })

export const ORDERS = factTable<OrderFact>()('orders', [
  'order_id',
  'number',
  'month',
  'created_at',
  'order_date',
  'paid_at',
  'completed_at',
  'modified_at',
  'status',
  'currency',
  'counted',
  'customer_id',
  'email',
  'first_name',
  'last_name',
  'city',
  'province',
  'dist_id',
  'invoice_number',
  'payment_method',
  'units',
  'refunded_units',
  'coupons',
  'gross',
  'discount',
  'refunded',
  'net',
  'shipping',
  'fees',
  'total',
  'gap',
  'voucher_paid',
  'analytics_net',
  'included_tax',
  'untaxed_fees',
])

export const LINES = factTable<OrderLineFact>()('order_lines', [
  'order_id',
  'line_id',
  'month',
  'status',
  'counted',
  'dist_id',
  'product_id',
  'variation_id',
  'sku',
  'name',
  'quantity',
  'refunded_units',
  'gross',
  'discount',
  'refunded',
  'promotion',
  'shared',
  'net',
  'cost',
])

export const DISCOUNTS = factTable<OrderDiscountFact>()('order_discounts', [
  'order_id',
  'discount_id',
  'month',
  'status',
  'counted',
  'dist_id',
  'kind',
  'name',
  'discount_group',
  'sub_group',
  'promo_name',
  'promo_type',
  'nominal',
  'amount',
])

export const REFUNDS = factTable<OrderRefundFact>()('order_refunds', [
  'order_id',
  'refund_id',
  'month',
  'created_at',
  'amount',
  'reason',
  'analytics_net',
  'included_tax',
  'untaxed_fees',
])

export const CUSTOMERS = factTable<CustomerFact>()('customers', [
  'customer_id',
  'registered_at',
  'month',
  'modified_at',
  'email',
  'first_name',
  'last_name',
  'role',
  'company',
  'employee_id',
  'locality',
  'city',
  'province',
  'dist_id',
  'allow_communications',
  'allow_samples',
])

export const PRODUCTS = factTable<Omit<ProductFact, 'category_ids'>>()('products', [
  'product_id',
  'parent_id',
  'type',
  'sku',
  'name',
  'status',
  'stock_status',
  'stock_quantity',
  'price',
  'cost',
  'url',
  'business',
  'segment',
  'modified_at',
])

export const CATEGORIES = factTable<CategoryFact>()('categories', [
  'category_id',
  'parent_id',
  'name',
  'slug',
])

export const COUPONS = factTable<CouponFact>()('coupons', [
  'coupon_id',
  'code',
  'discount_type',
  'amount',
  'description',
  'modified_at',
])
