// The recorded store's records, in the parts that its database contains.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Php } from './php.ts'

const RECORDED = join(import.meta.dirname, '../../fixtures/woocommerce')

export interface Meta {
  id: number
  key: string
  value: Php
}
interface Taxed {
  id: number
  total: string
  total_tax: string
  taxes: { id: number; total: string; subtotal: string }[]
  meta_data: Meta[]
}
export interface Line extends Taxed {
  name: string
  product_id: number
  variation_id: number
  quantity: number
  tax_class: string
  subtotal: string
  subtotal_tax: string
  price: number
}
export interface Fee extends Taxed {
  name: string
  tax_class: string
  tax_status: string
  amount?: string
}
export interface Shipping extends Taxed {
  method_title: string
  method_id: string
  instance_id: string
}
export interface Coupon {
  id: number
  code: string
  discount: string
  discount_tax: string
  meta_data: Meta[]
}
export interface TaxLine {
  id: number
  rate_code: string
  rate_id: number
  label: string
  compound: boolean
  tax_total: string
  shipping_tax_total: string
}
export interface Items {
  line_items: Line[]
  fee_lines: Fee[]
  shipping_lines: Shipping[]
  coupon_lines?: Coupon[]
  tax_lines: TaxLine[]
}
export interface Address {
  first_name: string
  last_name: string
  company: string
  address_1: string
  address_2: string
  city: string
  state: string
  postcode: string
  country: string
  email?: string
  phone: string
}
export interface Order extends Items {
  id: number
  parent_id?: number
  status: string
  currency: string
  version: string
  prices_include_tax: boolean
  date_created: string
  date_created_gmt: string
  date_modified: string
  date_modified_gmt: string
  discount_total: string
  discount_tax: string
  shipping_total: string
  shipping_tax: string
  cart_tax: string
  total: string
  customer_id: number
  order_key: string
  billing: Address
  shipping: Address
  payment_method: string
  payment_method_title: string
  date_paid_gmt: string | null
  date_completed_gmt: string | null
  transaction_id: string
  customer_ip_address: string
  customer_user_agent: string
  created_via: string
  customer_note: string
  cart_hash: string
  meta_data: Meta[]
}
export interface Refund extends Items {
  id: number
  parent_id: number
  date_created: string
  date_created_gmt: string
  amount: string
  reason: string
  refunded_by: number
  meta_data: Meta[]
}
interface Dated {
  id: number
  date_created: string
  date_created_gmt: string
  date_modified: string
  date_modified_gmt: string
}
export interface Product extends Dated {
  name: string
  slug: string
  status: string
  type: string
  sku: string
  price: string
  stock_status: string
  stock_quantity: number | null
  manage_stock: boolean
  parent_id: number
  categories: { id: number }[]
  attributes: { name: string; position: number; options: string[]; variation: boolean }[]
  meta_data: Meta[]
}
export interface Variation extends Omit<Product, 'attributes' | 'categories'> {
  attributes: { name: string; slug: string; option: string }[]
}
export interface Category {
  id: number
  name: string
  slug: string
  parent: number
}
export interface ShopCoupon extends Dated {
  code: string
  amount: string
  status: string
  discount_type: string
  description: string
}
export interface Customer {
  id: number
  date_created_gmt: string
  date_modified_gmt: string | null
  email: string
  first_name: string
  last_name: string
  role: string
  username: string
  billing: Address
  meta_data: Meta[]
}

function lines<Item>(name: string): Item[] {
  const text = gunzipSync(readFileSync(join(RECORDED, `${name}.jsonl.gz`))).toString('utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export type WrittenShop = ReturnType<typeof recordedShop>

/** Everything in the database, including what the API does not list: the trash and unfinished checkouts. */
export function recordedShop() {
  const orders = ['orders_full', 'orders_trash', 'orders_checkout_draft'].flatMap((name) =>
    lines<Order>(name),
  )
  const variations = readdirSync(RECORDED).flatMap((file) => {
    const name = /^(variations_of_\d+)\.jsonl\.gz$/.exec(file)?.[1]
    return name === undefined ? [] : lines<Variation>(name)
  })
  return {
    orders,
    refunds: lines<Refund>('refunds_full'),
    products: ['products_full', 'products_trash'].flatMap((name) => lines<Product>(name)),
    variations,
    categories: lines<Category>('categories_full'),
    coupons: lines<ShopCoupon>('coupons_full'),
    customers: lines<Customer>('customers_full'),
  }
}
