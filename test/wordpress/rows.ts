// The rows that WooCommerce writes for the recorded records, derived from their JSON without code of the product.
import { type Php, serialize } from './php.ts'
import type { Items, Line, Meta, Order, Refund, WrittenShop } from './recorded.ts'
import type { Layout } from './schema.ts'

export type Cell = string | number | null
/** Rows by table, each a row's columns by name. */
export type Tables = Map<string, Record<string, Cell>[]>

const ROLES = ['administrator', 'editor', 'author', 'contributor', 'subscriber', 'customer', 'shop_manager']

export function tablesOf(shop: WrittenShop, layout: Layout, prefix: string): Tables {
  const tables: Tables = new Map()
  const put = (table: string, row: Record<string, Cell>) => {
    const rows = tables.get(table)
    if (rows) rows.push(row)
    else tables.set(table, [row])
  }
  const metas = (table: string, owner: string, id: number, values: Record<string, Cell | undefined>) => {
    for (const [meta_key, meta_value] of Object.entries(values))
      if (meta_value !== undefined) put(table, { [owner]: id, meta_key, meta_value })
  }
  const custom = (table: string, owner: string, id: number, list: readonly Meta[]) => {
    for (const { key, value } of list) put(table, { [owner]: id, meta_key: key, meta_value: kept(value) })
  }
  const writer: Writer = { put, metas, custom }
  putOptions(writer, shop, layout, prefix)
  putCatalogue(writer, shop)
  putPeople(writer, shop, prefix)
  for (const order of shop.orders) {
    if (layout === 'hpos') putOrder(writer, order)
    else putOrderPost(writer, order)
    putItems(writer, order.id, order)
  }
  for (const refund of shop.refunds) {
    if (layout === 'hpos') putRefund(writer, refund)
    else putRefundPost(writer, refund)
    putItems(writer, refund.id, refund)
  }
  return tables
}

interface Writer {
  put(table: string, row: Record<string, Cell>): void
  metas(table: string, owner: string, id: number, values: Record<string, Cell | undefined>): void
  custom(table: string, owner: string, id: number, list: readonly Meta[]): void
}

const kept = (value: Php): Cell =>
  typeof value === 'string' || typeof value === 'number' ? value : serialize(value)
const unixTime = (utc: string | null) => (utc === null ? '' : String(Date.parse(`${utc}Z`) / 1000))
const yes = (flag: boolean) => (flag ? 'yes' : 'no')
const at = (date: string) => date.replace('T', ' ')

function putOptions({ put }: Writer, shop: WrittenShop, layout: Layout, prefix: string): void {
  const roles = [...new Set([...ROLES, ...shop.customers.map(({ role }) => role)])]
  const options = {
    home: 'https://127.0.0.1:8443',
    siteurl: 'https://127.0.0.1:8443',
    blogname: 'Tienda &amp; Cía.',
    timezone_string: 'America/Argentina/Buenos_Aires',
    gmt_offset: '',
    permalink_structure: '/%postname%/',
    woocommerce_currency: 'ARS',
    woocommerce_prices_include_tax: 'yes',
    woocommerce_custom_orders_table_enabled: yes(layout === 'hpos'),
    woocommerce_permalinks: serialize({ product_base: '/product', category_base: 'product-category' }),
    [`${prefix}user_roles`]: serialize(
      Object.fromEntries(roles.map((role) => [role, { name: role, capabilities: { read: true } }])),
    ),
  }
  for (const [option_name, option_value] of Object.entries(options))
    put('options', { option_name, option_value })
}

function putCatalogue(writer: Writer, { categories, products, variations, coupons }: WrittenShop): void {
  const { put, metas, custom } = writer
  for (const { id, name, slug, parent } of categories) {
    put('terms', { term_id: id, name, slug })
    put('term_taxonomy', {
      term_taxonomy_id: id,
      term_id: id,
      taxonomy: 'product_cat',
      description: '',
      parent,
    })
  }
  const types = [...new Set(products.map(({ type }) => type))]
  types.forEach((name, index) => {
    put('terms', { term_id: 9000 + index, name, slug: name })
    put('term_taxonomy', {
      term_taxonomy_id: 9000 + index,
      term_id: 9000 + index,
      taxonomy: 'product_type',
      description: '',
    })
  })
  for (const product of products) {
    put('posts', {
      ...post(product, 'product', product.status),
      post_title: product.name,
      post_name: product.slug,
    })
    const terms = [...product.categories.map(({ id }) => id), 9000 + types.indexOf(product.type)]
    for (const term_taxonomy_id of terms)
      put('term_relationships', { object_id: product.id, term_taxonomy_id })
    metas('postmeta', 'post_id', product.id, stockOf(product))
    const own = variations.filter(({ parent_id }) => parent_id === product.id)
    const prices = own.length > 0 ? own.map(({ price }) => price) : [product.price]
    for (const price of [...new Set(prices)].sort((one, other) => Number(one) - Number(other)))
      metas('postmeta', 'post_id', product.id, { _price: price })
    const attributes = product.attributes.map(({ name, options, position, variation }) => [
      name.toLowerCase(),
      {
        name,
        value: options.join(' | '),
        position,
        is_visible: 1,
        is_variation: Number(variation),
        is_taxonomy: 0,
      },
    ])
    metas('postmeta', 'post_id', product.id, {
      _product_attributes: serialize(Object.fromEntries(attributes)),
    })
    custom('postmeta', 'post_id', product.id, product.meta_data)
  }
  for (const variation of variations) {
    put('posts', {
      ...post(variation, 'product_variation', variation.status),
      post_title: `${products.find(({ id }) => id === variation.parent_id)?.name} - ${variation.name}`,
      post_name: `variation-${variation.id}`,
      post_parent: variation.parent_id,
    })
    metas('postmeta', 'post_id', variation.id, { ...stockOf(variation), _price: variation.price })
    for (const { slug, option } of variation.attributes)
      metas('postmeta', 'post_id', variation.id, { [`attribute_${slug}`]: option })
    custom('postmeta', 'post_id', variation.id, variation.meta_data)
  }
  for (const coupon of coupons) {
    put('posts', {
      ...post(coupon, 'shop_coupon', coupon.status),
      post_title: coupon.code,
      post_excerpt: coupon.description,
    })
    metas('postmeta', 'post_id', coupon.id, {
      discount_type: coupon.discount_type,
      coupon_amount: String(Number(coupon.amount)),
      usage_count: '0',
    })
  }
}

const stockOf = (product: { sku: string; price: string } & Stock) => ({
  _sku: product.sku,
  _regular_price: product.price,
  _manage_stock: yes(product.manage_stock),
  _stock: product.stock_quantity,
  _stock_status: product.stock_status,
  total_sales: '0',
})
type Stock = { manage_stock: boolean; stock_quantity: number | null; stock_status: string }

interface Times {
  id: number
  date_created: string
  date_created_gmt: string
  date_modified?: string
  date_modified_gmt?: string
}

const post = (record: Times, post_type: string, post_status: string) => ({
  ID: record.id,
  post_type,
  post_status,
  post_date: at(record.date_created),
  post_date_gmt: at(record.date_created_gmt),
  post_modified: at(record.date_modified ?? record.date_created),
  post_modified_gmt: at(record.date_modified_gmt ?? record.date_created_gmt),
  post_title: '',
  post_name: '',
  post_content: '',
  post_excerpt: '',
  to_ping: '',
  pinged: '',
  post_content_filtered: '',
})

function putPeople({ put, metas, custom }: Writer, { customers }: WrittenShop, prefix: string): void {
  for (const customer of customers) {
    put('users', {
      ID: customer.id,
      user_login: customer.username,
      user_email: customer.email,
      user_registered: at(customer.date_created_gmt),
      display_name: customer.first_name,
    })
    const modified = customer.date_modified_gmt
    metas('usermeta', 'user_id', customer.id, {
      first_name: customer.first_name,
      last_name: customer.last_name,
      [`${prefix}capabilities`]: serialize({ [customer.role]: true, lee_todo: true }),
      [`${prefix}user_level`]: '0',
      ...(modified === null ? {} : { last_update: String(Date.parse(`${modified}Z`) / 1000) }),
      ...Object.fromEntries(
        Object.entries(customer.billing).map(([name, value]) => [`billing_${name}`, value]),
      ),
    })
    custom('usermeta', 'user_id', customer.id, customer.meta_data)
  }
}

const statusOf = (status: string) => (/^(trash|auto-draft)$/.test(status) ? status : `wc-${status}`)

function putOrder({ put, custom }: Writer, order: Order): void {
  put('posts', post(order, 'shop_order_placehold', 'draft'))
  put('wc_orders', {
    id: order.id,
    status: statusOf(order.status),
    currency: order.currency,
    type: 'shop_order',
    tax_amount: order.cart_tax,
    total_amount: order.total,
    customer_id: order.customer_id,
    billing_email: order.billing.email ?? null,
    date_created_gmt: at(order.date_created_gmt),
    date_updated_gmt: at(order.date_modified_gmt),
    parent_order_id: order.parent_id ?? 0,
    payment_method: order.payment_method,
    payment_method_title: order.payment_method_title,
    transaction_id: order.transaction_id,
    ip_address: order.customer_ip_address,
    user_agent: order.customer_user_agent,
    customer_note: order.customer_note,
  })
  for (const address_type of ['billing', 'shipping'] as const)
    put('wc_order_addresses', { order_id: order.id, address_type, email: null, ...order[address_type] })
  put('wc_order_operational_data', {
    order_id: order.id,
    created_via: order.created_via,
    woocommerce_version: order.version,
    prices_include_tax: Number(order.prices_include_tax),
    cart_hash: order.cart_hash,
    order_key: order.order_key,
    shipping_tax_amount: order.shipping_tax,
    shipping_total_amount: order.shipping_total,
    discount_tax_amount: order.discount_tax,
    discount_total_amount: order.discount_total,
    date_paid_gmt: order.date_paid_gmt && at(order.date_paid_gmt),
    date_completed_gmt: order.date_completed_gmt && at(order.date_completed_gmt),
  })
  custom('wc_orders_meta', 'order_id', order.id, order.meta_data)
}

function putOrderPost({ put, metas, custom }: Writer, order: Order): void {
  put('posts', { ...post(order, 'shop_order', statusOf(order.status)), post_parent: order.parent_id ?? 0 })
  const address = (kind: 'billing' | 'shipping') =>
    Object.fromEntries(Object.entries(order[kind]).map(([name, value]) => [`_${kind}_${name}`, value]))
  metas('postmeta', 'post_id', order.id, {
    _order_key: order.order_key,
    _customer_user: order.customer_id,
    _payment_method: order.payment_method,
    _payment_method_title: order.payment_method_title,
    _transaction_id: order.transaction_id,
    _customer_ip_address: order.customer_ip_address,
    _customer_user_agent: order.customer_user_agent,
    _created_via: order.created_via,
    _cart_hash: order.cart_hash,
    ...address('billing'),
    ...address('shipping'),
    _order_currency: order.currency,
    _cart_discount: order.discount_total,
    _cart_discount_tax: order.discount_tax,
    _order_shipping: order.shipping_total,
    _order_shipping_tax: order.shipping_tax,
    _order_tax: order.cart_tax,
    _date_paid: unixTime(order.date_paid_gmt),
    _date_completed: unixTime(order.date_completed_gmt),
    _order_total: order.total,
    _order_version: order.version,
    _prices_include_tax: yes(order.prices_include_tax),
    _billing_address_index: Object.values(order.billing).join(' '),
    _shipping_address_index: Object.values(order.shipping).join(' '),
  })
  custom('postmeta', 'post_id', order.id, order.meta_data)
}

function putRefund({ put, metas, custom }: Writer, refund: Refund): void {
  put('posts', post(refund, 'shop_order_placehold', 'draft'))
  put('wc_orders', {
    id: refund.id,
    status: 'wc-completed',
    currency: 'ARS',
    type: 'shop_order_refund',
    total_amount: `-${refund.amount}`,
    date_created_gmt: at(refund.date_created_gmt),
    date_updated_gmt: at(refund.date_created_gmt),
    parent_order_id: refund.parent_id,
  })
  metas('wc_orders_meta', 'order_id', refund.id, refundMeta(refund))
  custom('wc_orders_meta', 'order_id', refund.id, refund.meta_data)
}

function putRefundPost({ put, metas, custom }: Writer, refund: Refund): void {
  put('posts', { ...post(refund, 'shop_order_refund', 'wc-completed'), post_parent: refund.parent_id })
  metas('postmeta', 'post_id', refund.id, { _order_total: `-${refund.amount}`, ...refundMeta(refund) })
  custom('postmeta', 'post_id', refund.id, refund.meta_data)
}

const refundMeta = ({ amount, reason, refunded_by }: Refund) => ({
  _refund_amount: String(Number(amount)),
  _refund_reason: reason,
  _refunded_by: refunded_by,
})

function putItems({ put, metas, custom }: Writer, order_id: number, items: Items): void {
  const item = (id: number, type: string, name: string, values: Record<string, Cell>, own: Meta[] = []) => {
    put('woocommerce_order_items', {
      order_item_id: id,
      order_item_name: name,
      order_item_type: type,
      order_id,
    })
    metas('woocommerce_order_itemmeta', 'order_item_id', id, values)
    custom('woocommerce_order_itemmeta', 'order_item_id', id, own)
  }
  for (const line of items.line_items) item(line.id, 'line_item', line.name, lineMeta(line), line.meta_data)
  for (const fee of items.fee_lines)
    item(
      fee.id,
      'fee',
      fee.name,
      {
        _fee_amount: fee.amount ?? fee.total,
        _tax_class: fee.tax_class,
        _tax_status: fee.tax_status,
        _line_total: fee.total,
        _line_tax: fee.total_tax,
        _line_tax_data: serialize({ total: rates(fee, 'total') }),
      },
      fee.meta_data,
    )
  for (const line of items.shipping_lines)
    item(
      line.id,
      'shipping',
      line.method_title,
      {
        method_id: line.method_id,
        instance_id: line.instance_id,
        cost: line.total,
        total_tax: line.total_tax,
        taxes: serialize({ total: rates(line, 'total') }),
      },
      line.meta_data,
    )
  for (const coupon of items.coupon_lines ?? [])
    item(
      coupon.id,
      'coupon',
      coupon.code,
      { discount_amount: coupon.discount, discount_amount_tax: coupon.discount_tax },
      coupon.meta_data,
    )
  for (const tax of items.tax_lines)
    item(tax.id, 'tax', tax.rate_code, {
      rate_id: tax.rate_id,
      label: tax.label,
      compound: Number(tax.compound),
      tax_amount: tax.tax_total,
      shipping_tax_amount: tax.shipping_tax_total,
    })
}

/** The ids of a deleted product in order lines: the database keeps them, the API returns 0. */
const GONE = 800_000

function lineMeta(line: Line): Record<string, Cell> {
  // The price is the stored total divided by the quantity, with digits that the API's total rounds away.
  const exact = line.price * line.quantity
  const total = exact.toFixed(2) === Number(line.total).toFixed(2) ? Number(exact.toFixed(9)) : line.total
  return {
    _product_id: line.product_id === 0 ? GONE + line.id : line.product_id,
    _variation_id: line.variation_id,
    _qty: line.quantity,
    _tax_class: line.tax_class,
    _line_subtotal: line.subtotal,
    _line_subtotal_tax: line.subtotal_tax,
    _line_total: String(total),
    _line_tax: line.total_tax,
    _line_tax_data: serialize({ total: rates(line, 'total'), subtotal: rates(line, 'subtotal') }),
  }
}

type Taxed = Pick<Line, 'taxes' | 'total_tax'> & Partial<Pick<Line, 'subtotal_tax'>>

/** Of a single rate the item's own tax, since the API shows that of the rate with fewer decimals than are stored. */
const rates = ({ taxes, total_tax, subtotal_tax }: Taxed, part: 'total' | 'subtotal') => {
  const own = part === 'total' ? total_tax : (subtotal_tax ?? total_tax)
  return Object.fromEntries(taxes.map((tax) => [String(tax.id), taxes.length === 1 ? own : tax[part]]))
}
