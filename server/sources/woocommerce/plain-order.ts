// An order that WooCommerce itself wrote, read from the bytes of its line in a fraction of the time of JSON.parse. It may
// only say yes where the parsed record would pass the quick check; a test holds both together. What it leaves out of an
// order is what no translation asks for.
import {
  anything,
  flag,
  isNull,
  listOf,
  notRead,
  objectOf,
  ownText,
  type Read,
  readerOf,
  text,
  whole,
} from './json-shape.ts'
import type { Mapping } from './mapping.ts'
import type { MetaPayload, OrderPayload } from './payloads.ts'
import { isAmountText, isDateText } from './quick-check.ts'
import { COUPON_INFO } from './translate-discounts.ts'

/** An order that needs no check any more. */
export class PlainOrder {
  readonly id: number
  readonly order: OrderPayload

  constructor(order: OrderPayload) {
    this.id = order.id
    this.order = order
  }
}

/** The order that stands between two places, undefined where its text has to be parsed and checked. */
export type ReadPlainOrder = (bytes: Buffer, from: number, to: number) => PlainOrder | undefined

export function plainOrderReader(mapping: Mapping): ReadPlainOrder {
  const read = readerOf(orderOf(metaKeys(mapping)))
  return (bytes, from, to) => {
    const order = read(bytes, from, to)
    return order && new PlainOrder(order)
  }
}

/** Every key of meta data, of orders and of their coupons and fees, that a translation may ask for. */
function metaKeys({ distributor, invoice_number_keys, discounts }: Mapping): ReadonlySet<string> {
  const ofDiscounts = discounts.flatMap(({ meta }) => (meta ? [meta.key] : []))
  return new Set([...Object.values(distributor).flat(), ...invoice_number_keys, ...ofDiscounts, COUPON_INFO])
}

function orderOf(keys: ReadonlySet<string>): Read<OrderPayload> {
  const meta_data = metasOf(keys)
  const line = objectOf<OrderPayload['line_items'][number]>({
    id: whole,
    name: text,
    product_id: whole,
    variation_id: whole,
    quantity: whole,
    subtotal: amount,
    subtotal_tax: amount,
    total: amount,
    total_tax: amount,
    sku: text,
    // No translation asks for those of a line.
    meta_data: metasOf(new Set()),
  })
  const coupon = objectOf<OrderPayload['coupon_lines'][number]>(
    { id: whole, code: text, discount: amount, discount_tax: amount, nominal_amount: anything, meta_data },
    ['nominal_amount'],
  )
  return objectOf<OrderPayload>({
    id: above0,
    status: filled,
    currency: text,
    prices_include_tax: flag,
    date_created: date,
    date_created_gmt: date,
    date_modified: date,
    date_modified_gmt: date,
    shipping_total: amount,
    shipping_tax: amount,
    total: amount,
    customer_id: whole,
    payment_method: text,
    payment_method_title: text,
    billing: objectOf<OrderPayload['billing']>({
      first_name: text,
      last_name: text,
      city: text,
      state: text,
      country: text,
      email: text,
    }),
    meta_data,
    line_items: listOf(line),
    fee_lines: listOf(objectOf({ id: whole, name: text, total: amount, total_tax: amount, meta_data })),
    coupon_lines: listOf(coupon),
    refunds: listOf(objectOf({ id: whole, reason: text, total: amount })),
  })
}

/** Those of the meta data whose key is asked for; each of the others is checked as they are. */
function metasOf(keys: ReadonlySet<string>): Read<MetaPayload[]> {
  const metas = listOf(objectOf<{ key: string; value?: number }>({ key: text, value: later }, ['value']))
  return {
    ...metas,
    read(from, entry) {
      const asked: MetaPayload[] = []
      for (const { key, value } of metas.read(from, entry))
        if (keys.has(key))
          asked.push({ key, value: value === undefined ? undefined : anything.read(from, value) })
      return asked
    },
  }
}

/** Entry of a value that is read when it is asked for. */
const later: Read<number> = { read: (_from, entry) => entry }

const above0: Read<number> = { read: (from, entry) => whole.read(from, entry) || notRead() }
const filled: Read<string> = { read: (from, entry) => text.read(from, entry) || notRead() }

const amount: Read<string> = {
  read(from, entry) {
    const read = text.read(from, entry)
    return isAmountText(read) ? read : notRead()
  },
}

const date: Read<string | null> = {
  read(from, entry) {
    if (isNull(from, entry)) return null
    const read = ownText.read(from, entry)
    return isDateText(read) ? read : notRead()
  },
}
