// Line items, fees, coupons and shipping of orders and refunds, as in the REST API.
import type { LinePayload, OrderPayload, RefundPayload } from '../payloads.ts'
import { allRows, type Database, quotedList, textOf } from './database.ts'
import { metaOf, type RecordMeta, type Selection } from './meta.ts'
import type { OrderTables } from './order-tables.ts'
import { phpMap } from './php-serialize.ts'
import type { ProductSkus } from './product-skus.ts'
import type { ShopTables } from './tables.ts'

type Fee = OrderPayload['fee_lines'][number]
type Coupon = OrderPayload['coupon_lines'][number]
type Shipping = RefundPayload['shipping_lines'][number]

/** Ascending by id. */
export interface Items {
  readonly line_items: LinePayload[]
  readonly fee_lines: Fee[]
  readonly coupon_lines: Coupon[]
  readonly shipping_lines: Shipping[]
}

export const noItems = (): Items => ({ line_items: [], fee_lines: [], coupon_lines: [], shipping_lines: [] })

const COST_KEY = '_cogs_value'
const LINE_KEYS = [
  ...['_product_id', '_variation_id', '_qty', '_line_subtotal', '_line_total', '_line_tax_data'],
  COST_KEY,
]
/** What WooCommerce does not read: an item's tax is that of its rates. */
const UNREAD = ['_line_subtotal_tax', '_line_tax']
const COUPON_KEYS = ['discount_amount', 'discount_amount_tax', 'coupon_data', 'coupon_info']
const SHIPPING_KEYS = ['cost', 'total_tax', 'taxes']
const REFUND_KEYS = ['_refunded_item_id']

/** Keys with their own property; the others are listed as meta fields. */
const MEMBERS = new Set([
  ...LINE_KEYS,
  ...UNREAD,
  ...SHIPPING_KEYS,
  ...COUPON_KEYS.filter((key) => key !== 'coupon_info'),
])
const isListed = (key: string): boolean => !MEMBERS.has(key)

export interface ItemsJob {
  readonly db: Database
  readonly tables: ShopTables
  readonly orders: OrderTables
  readonly skus: ProductSkus
  /** Meta fields of items that the mapping reads. */
  readonly itemKeys: readonly string[]
}

/** By order or refund id. */
export async function itemsOf(
  { db, tables, orders, skus: goods, itemKeys }: ItemsJob,
  { from, where }: Selection,
): Promise<Map<number, Items>> {
  const table = `${tables.name('woocommerce_order_items')} i ${tables.by('woocommerce_order_items', 'order_id')}`
  const selection = { from: `${from} straight_join ${table} on i.order_id = ${orders.id}`, where }
  const keys = [...LINE_KEYS, ...COUPON_KEYS, ...SHIPPING_KEYS, ...REFUND_KEYS, ...itemKeys]
  const [rows, metas] = await Promise.all([
    allRows(db, 'i.order_item_id, i.order_id, i.order_item_type, i.order_item_name', {
      from: selection.from,
      where: `${where} and i.order_item_type in (${quotedList(['line_item', 'fee', 'coupon', 'shipping'])})`,
    }),
    metaOf(db, orders.itemMeta, selection, 'i.order_item_id', keys),
  ])
  rows.sort((one, other) => Number(one[0]) - Number(other[0]))
  const all = new Map<number, Items>()
  for (const [item, order, type, text] of rows) {
    const items = all.get(Number(order)) ?? noItems()
    all.set(Number(order), items)
    const [id, name] = [Number(item), textOf(text)]
    const meta = metas(id)
    if (type === 'line_item') items.line_items.push(productLine(id, name, meta, tables, goods))
    else if (type === 'fee') items.fee_lines.push(feeLine(id, name, meta, tables))
    else if (type === 'coupon') items.coupon_lines.push(couponLine(id, name, meta, tables.money))
    else items.shipping_lines.push(shippingLine(meta, tables.money))
  }
  return all
}

type Money = ShopTables['money']
const integer = (meta: RecordMeta, key: string): number => Number(meta.first(key)) || 0

/** Like WooCommerce: id 0 for deleted products, the present SKU, a subtotal of at least the total. */
function productLine(
  id: number,
  name: string,
  meta: RecordMeta,
  { money, taxSum }: ShopTables,
  goods: ProductSkus,
): LinePayload {
  const amount = (key: string) => money(meta.first(key))
  const data = phpMap(meta.first('_line_tax_data'))
  const [rates, before] = [ratesIn(data, 'total'), ratesIn(data, 'subtotal')]
  // As WooCommerce reads them: both or none.
  const areKnown = rates.length > 0 && before.length > 0
  const product_id = integer(meta, '_product_id')
  const variation_id = integer(meta, '_variation_id')
  const sku = goods.products.get(product_id)
  const variationSku = goods.variations.get(variation_id)
  const total = amount('_line_total')
  const total_tax = areKnown ? taxSum(rates) : '0'
  return {
    id,
    name,
    product_id: sku === undefined ? 0 : product_id,
    variation_id: variationSku === undefined ? 0 : variation_id,
    quantity: Number(meta.first('_qty')) || 0,
    price: 0,
    subtotal: larger(amount('_line_subtotal'), total),
    subtotal_tax: areKnown ? larger(taxSum(before), total_tax) : '0',
    total,
    total_tax,
    taxes: [],
    sku: variationSku ?? sku ?? '',
    cost_of_goods_sold: meta.first(COST_KEY),
    meta_data: meta.listed(isListed),
  }
}

const larger = (subtotal: string, total: string): string =>
  subtotal !== total && Number(subtotal) < Number(total) ? total : subtotal

const feeLine = (id: number, name: string, meta: RecordMeta, { money, taxSum }: ShopTables): Fee => ({
  id,
  name,
  total: money(meta.first('_line_total')),
  total_tax: taxSum(ratesIn(phpMap(meta.first('_line_tax_data')), 'total')),
  taxes: [],
  meta_data: meta.listed(isListed),
})

/** The tax of each rate. */
function ratesIn(data: ReturnType<typeof phpMap>, part: 'total' | 'subtotal'): string[] {
  const rates = data.get(part)
  return rates instanceof Map ? [...rates.values()].map((tax) => String(tax ?? '')) : []
}

function couponLine(id: number, code: string, meta: RecordMeta, money: Money): Coupon {
  const data = meta.first('coupon_data')
  return {
    id,
    code,
    discount: money(meta.first('discount_amount')),
    discount_tax: money(meta.first('discount_amount_tax')),
    ...(data !== '' && { nominal_amount: Number(phpMap(data).get('amount') ?? 0) }),
    meta_data: meta.listed(isListed),
  }
}

/** Old orders store shipping tax as a map of rates. */
const shippingLine = (meta: RecordMeta, money: Money): Shipping => ({
  total: money(meta.first('cost')),
  total_tax: money(meta.first('total_tax') || shippingTax(meta.first('taxes'))),
  taxes: [],
})

/** The rates may be nested in `total`. */
function shippingTax(value: string): string {
  const taxes = phpMap(value)
  const total = taxes.get('total')
  const rates = total instanceof Map ? total : taxes
  return String([...rates.values()].reduce<number>((sum, rate) => sum + (Number(rate) || 0), 0))
}
