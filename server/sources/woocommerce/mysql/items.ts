// Lines of orders and refunds: products, fees, coupons and shipping, as REST lists them.
import type { LinePayload, OrderPayload, RefundPayload } from '../payloads.ts'
import { shownAmount } from './amount.ts'
import { cellReader } from './cell-reader.ts'
import { quotedList } from './cells.ts'
import { type Fields, fields } from './fields.ts'
import type { Goods } from './goods.ts'
import { eachMeta, type MetaFields, metaByOwner, metaByPlace, type TakeMeta } from './meta-fields.ts'
import { type HeadsJob, metaOf } from './order-heads.ts'
import type { OrdersBetween, Selection } from './order-tables.ts'
import { phpMap } from './php.ts'
import { spanOf, stretches, within } from './stretches.ts'

type Fee = OrderPayload['fee_lines'][number]
type Coupon = OrderPayload['coupon_lines'][number]
type Shipping = RefundPayload['shipping_lines'][number]

/** An order or a refund: each has the lists that it is read for. */
export interface ItemOwner {
  readonly line_items: LinePayload[]
  readonly fee_lines: Fee[]
  readonly coupon_lines?: Coupon[]
  readonly shipping_lines?: Shipping[]
}

const LINE_KEYS = [
  '_product_id',
  '_variation_id',
  '_qty',
  '_line_subtotal',
  '_line_subtotal_tax',
  '_line_total',
  '_line_tax',
]
const OTHER_KEYS = ['discount_amount', 'discount_amount_tax', 'coupon_info', 'coupon_data']
const REFUND_KEYS = ['_refunded_item_id', 'cost', 'total_tax', 'taxes']

export interface ItemFields {
  readonly heads: readonly Fields[]
  readonly metas: MetaFields
}

const HEADS = ['i.order_item_id', 'i.order_id', 'i.order_item_type', 'i.order_item_name']

/** Of refunds, or of the orders between two ids: fields of these are read where they lie. */
export async function itemFields(
  { db, tables, orders, itemKeys }: HeadsJob & { itemKeys: readonly string[] },
  selection: OrdersBetween | Selection,
): Promise<ItemFields> {
  const { from, where } = selection
  const ofOrders = 'about' in selection
  const kinds = ofOrders ? ['line_item', 'fee', 'coupon'] : ['line_item', 'fee', 'shipping']
  const keys = [...LINE_KEYS, ...(ofOrders ? OTHER_KEYS : REFUND_KEYS), ...itemKeys]
  const table = tables.name('woocommerce_order_items')
  const lines = `${table} i ${tables.by('woocommerce_order_items', 'order_id')}`
  const items = `${from} straight_join ${lines} on i.order_id = ${orders.id}`
  const owners = { id: 'i.order_item_id', from: items, where }
  const read = (place: string, which: string) =>
    fields(db, HEADS, `from ${place} where ${which} and i.order_item_type in (${quotedList(kinds)})`)
  const between = ofOrders ? `from ${lines} where ${selection.about('i.order_id')}` : ''
  const records = ofOrders
    ? await stretches(db, owners.id, between, await spanOf(db, owners.id, between))
    : undefined
  if (!records) {
    const [head, metas] = await Promise.all([
      read(items, where),
      metaByOwner(db, orders.itemMeta, owners, keys),
    ])
    return { heads: [head], metas }
  }
  const [metas, ...heads] = await Promise.all([
    metaByPlace(db, orders.itemMeta, owners, keys, records),
    // Lines of others may be among them.
    ...(records.close.length > 0
      ? [read(`${table} i force index (primary)`, within(owners.id, records.close))]
      : []),
    ...(records.apart.length > 0 ? [read(items, `${where} and ${within(owners.id, records.apart)}`)] : []),
  ])
  return { heads, metas }
}

export function attachItems(
  { heads, metas }: ItemFields,
  owners: ReadonlyMap<number, ItemOwner>,
  goods: Goods,
): void {
  const takes = new Map<number, TakeMeta>()
  const lines: LinePayload[] = []
  for (const cells of heads.map(cellReader))
    while (cells.more()) {
      const id = cells.number()
      const owner = owners.get(cells.number())
      const type = cells.name()
      const name = cells.text()
      if (owner) takes.set(id, newItem(owner, id, type, name, lines))
    }
  eachMeta(metas, (id) => takes.get(id))
  for (const line of lines) finish(line, goods)
  for (const { line_items, fee_lines, coupon_lines = [] } of owners.values())
    for (const list of [line_items, fee_lines, coupon_lines])
      if (list.length > 1) list.sort((one: { id: number }, other: { id: number }) => one.id - other.id)
}

/** Of repeated fields the first counts, as in WordPress. */
function newItem(owner: ItemOwner, id: number, type: string, name: string, lines: LinePayload[]): TakeMeta {
  if (type === 'line_item') {
    const line = newLine(id, name)
    owner.line_items.push(line)
    lines.push(line)
    return lineTake(line)
  }
  if (type === 'fee') {
    const fee: Fee = { id, name, total: '0', total_tax: '0', meta_data: [] }
    owner.fee_lines.push(fee)
    return feeTake(fee)
  }
  if (type === 'coupon') {
    const coupon: Coupon = { id, code: name, discount: '0', discount_tax: '0', meta_data: [] }
    owner.coupon_lines?.push(coupon)
    return couponTake(coupon)
  }
  const shipping: Shipping = { total: '0', total_tax: '0' }
  owner.shipping_lines?.push(shipping)
  return shippingTake(shipping)
}

/** Amounts stay empty until they are read. */
const newLine = (id: number, name: string): LinePayload => ({
  id,
  name,
  product_id: 0,
  variation_id: 0,
  quantity: 0,
  subtotal: '',
  subtotal_tax: '',
  total: '',
  total_tax: '',
  sku: '',
  meta_data: [],
})

const lineTake =
  (line: LinePayload): TakeMeta =>
  (key, value) => {
    if (key === '_product_id') line.product_id ||= Number(value) || 0
    else if (key === '_variation_id') line.variation_id ||= Number(value) || 0
    else if (key === '_qty') line.quantity ||= Number(value) || 0
    else if (key === '_line_subtotal') line.subtotal ||= value
    else if (key === '_line_subtotal_tax') line.subtotal_tax ||= value
    else if (key === '_line_total') line.total ||= value
    else if (key === '_line_tax') line.total_tax ||= value
    else line.meta_data.push(metaOf(key, value))
  }

const feeTake =
  (fee: Fee): TakeMeta =>
  (key, value) => {
    if (key === '_line_total') fee.total = first(fee.total, value)
    else if (key === '_line_tax') fee.total_tax = first(fee.total_tax, value)
    else if (!LINE_KEYS.includes(key)) fee.meta_data.push(metaOf(key, value))
  }

const couponTake =
  (coupon: Coupon): TakeMeta =>
  (key, value) => {
    if (key === 'discount_amount') coupon.discount = value || '0'
    else if (key === 'discount_amount_tax') coupon.discount_tax = value || '0'
    else if (key === 'coupon_data') coupon.nominal_amount ??= Number(phpMap(value).get('amount') ?? 0)
    else coupon.meta_data.push(metaOf(key, value))
  }

const shippingTake =
  (shipping: Shipping): TakeMeta =>
  (key, value) => {
    if (key === 'cost') shipping.total = first(shipping.total, value)
    else if (key === 'total_tax') shipping.total_tax = first(shipping.total_tax, value)
    else if (key === 'taxes') shipping.total_tax = first(shipping.total_tax, taxSum(value))
  }

const first = (before: string, value: string): string => (before === '0' ? shownAmount(value) : before)

/** Tax of shipping in old orders: a map of rates, perhaps inside `total`. */
function taxSum(value: string): string {
  const taxes = phpMap(value)
  const total = taxes.get('total')
  const rates = total instanceof Map ? total : taxes
  return String([...rates.values()].reduce<number>((sum, rate) => sum + (Number(rate) || 0), 0))
}

/** As WooCommerce reads a line: a deleted product is none, the SKU is the present one, no subtotal is below its total. */
function finish(line: LinePayload, { products, variations }: Goods): void {
  const sku = products.get(line.product_id)
  const varied = variations.get(line.variation_id)
  if (sku === undefined) line.product_id = 0
  if (varied === undefined) line.variation_id = 0
  line.sku = varied ?? sku ?? ''
  line.total = shownAmount(line.total)
  line.total_tax = shownAmount(line.total_tax)
  line.subtotal = larger(shownAmount(line.subtotal), line.total)
  line.subtotal_tax = larger(shownAmount(line.subtotal_tax), line.total_tax)
}

const larger = (subtotal: string, total: string): string =>
  subtotal !== total && Number(subtotal) < Number(total) ? total : subtotal
