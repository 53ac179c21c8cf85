// Columns of the fact tables in the order in which they are written. Room ingest: may import domain and store.
import type { CategoryFact, CouponFact, CustomerFact, ProductFact } from '#server/domain/facts.ts'
import { DISCOUNT_PICKS, LINE_PICKS, ORDER_PICKS, REFUND_PICKS } from './order-picks.ts'

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

/** A table whose rows are also packed: its columns are those that are picked for it. */
const packedTable = <Column extends string>(
  table: string,
  picks: Readonly<Record<Column, unknown>>,
): FactTable<Column> => ({ table, columns: Object.keys(picks) as Column[] })

export const ORDERS = packedTable('orders', ORDER_PICKS)
export const LINES = packedTable('order_lines', LINE_PICKS)
export const DISCOUNTS = packedTable('order_discounts', DISCOUNT_PICKS)
export const REFUNDS = packedTable('order_refunds', REFUND_PICKS)

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
  'sku',
  'name',
  'status',
  'stock_status',
  'stock_quantity',
  'price',
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
