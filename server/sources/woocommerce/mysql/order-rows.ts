// Orders of either layout without items and refunds, as in the REST API.
import type { OrderPayload } from '../payloads.ts'
import { allRows, type Cell, type Cells, type Database, textOf } from './database.ts'
import { metaOf, type RecordMeta, type Selection } from './meta.ts'
import type { OrderTables } from './order-tables.ts'
import type { ShopTables } from './tables.ts'

export interface OrderRowsJob {
  readonly db: Database
  readonly tables: ShopTables
  readonly orders: OrderTables
  /** Meta fields that the mapping reads. */
  readonly keys: readonly string[]
}

export type OrderRow = Omit<OrderPayload, 'line_items' | 'fee_lines' | 'coupon_lines' | 'refunds'>

const HPOS_COLUMNS = [
  ...['o.id', 'o.status', 'o.currency', 'o.total_amount', 'o.customer_id'],
  ...['o.date_created_gmt', 'o.date_updated_gmt', 'o.payment_method', 'o.payment_method_title'],
  'd.prices_include_tax',
  ...['d.shipping_total_amount', 'd.shipping_tax_amount'],
  ...['a.first_name', 'a.last_name', 'a.city', 'a.state', 'a.country', 'coalesce(a.email, o.billing_email)'],
  'o.parent_order_id',
  'o.tax_amount',
  ...['d.date_paid_gmt', 'd.date_completed_gmt'],
]

/** Order fields that the posts layout stores as meta. */
const POST_KEYS = [
  ...[
    '_order_currency',
    '_prices_include_tax',
    '_order_shipping',
    '_order_shipping_tax',
    '_order_tax',
    '_order_total',
  ],
  ...['_customer_user', '_payment_method', '_payment_method_title', '_date_paid', '_date_completed'],
  ...['first_name', 'last_name', 'city', 'state', 'country', 'email'].map((field) => `_billing_${field}`),
]

/** Ascending by id. */
export async function orderRows(
  { db, tables, orders, keys }: OrderRowsJob,
  selection: Selection,
): Promise<OrderRow[]> {
  const { hpos } = tables
  const { from, where } = selection
  const [rows, metas] = await Promise.all([
    hpos
      ? allRows(db, HPOS_COLUMNS.join(), {
          from: `${from}
           left join ${tables.name('wc_order_operational_data')} d on d.order_id = o.id
           left join ${tables.name('wc_order_addresses')} a on a.order_id = o.id and a.address_type = 'billing'`,
          where,
        })
      : allRows(db, 'o.ID, o.post_status, o.post_date_gmt, o.post_modified_gmt, o.post_parent', selection),
    metaOf(db, orders.meta, selection, orders.id, hpos ? keys : [...POST_KEYS, ...keys]),
  ])
  const listed = new Set(keys)
  return rows
    .map((cells) => {
      const meta = metas(Number(cells[0]))
      return {
        ...(hpos ? hposOrder(cells, tables.money) : postOrder(cells, meta, tables)),
        meta_data: meta.listed((key) => listed.has(key)),
      }
    })
    .sort((one, other) => one.id - other.id)
}

type OrderFields = Omit<OrderRow, 'meta_data'>

function hposOrder(cells: Cells, money: ShopTables['money']): OrderFields {
  const text = (column: number) => textOf(cells[column])
  return {
    id: Number(cells[0]),
    number: '',
    status: status(cells[1]),
    currency: text(2),
    total: money(text(3)),
    customer_id: Number(cells[4]),
    date_created: null,
    date_created_gmt: time(cells[5]),
    date_modified: null,
    date_modified_gmt: time(cells[6]),
    date_paid: null,
    date_paid_gmt: time(cells[20]),
    date_completed: null,
    date_completed_gmt: time(cells[21]),
    payment_method: text(7),
    payment_method_title: text(8),
    prices_include_tax: text(9) === '1',
    shipping_total: money(text(10)),
    shipping_tax: money(text(11)),
    billing: {
      first_name: text(12),
      last_name: text(13),
      city: text(14),
      state: text(15),
      country: text(16),
      email: text(17),
    },
    parent_id: Number(cells[18] ?? 0),
    cart_tax: money(text(19)),
  }
}

/** Orders without this flag have that of the shop. */
function postOrder(
  [id, state, created, modified, parent]: Cells,
  meta: RecordMeta,
  tables: ShopTables,
): OrderFields {
  const withTax = tables.option('woocommerce_prices_include_tax')
  const { money } = tables
  return {
    id: Number(id),
    number: '',
    parent_id: Number(parent ?? 0),
    status: status(state),
    currency: meta.first('_order_currency'),
    total: money(meta.first('_order_total')),
    customer_id: Math.trunc(Number(meta.first('_customer_user'))) || 0,
    date_created: null,
    date_created_gmt: time(created),
    date_modified: null,
    date_modified_gmt: time(modified),
    date_paid: null,
    date_paid_gmt: unixTime(meta.first('_date_paid')),
    date_completed: null,
    date_completed_gmt: unixTime(meta.first('_date_completed')),
    payment_method: meta.first('_payment_method'),
    payment_method_title: meta.first('_payment_method_title'),
    prices_include_tax: (meta.first('_prices_include_tax') || withTax) === 'yes',
    shipping_total: money(meta.first('_order_shipping')),
    shipping_tax: money(meta.first('_order_shipping_tax')),
    cart_tax: money(meta.first('_order_tax')),
    billing: billingOf((field) => meta.first(`_billing_${field}`)),
  }
}

/** The address of an order or an account; `read` returns one of its fields. */
export const billingOf = (read: (field: string) => string) => ({
  first_name: read('first_name'),
  last_name: read('last_name'),
  city: read('city'),
  state: read('state'),
  country: read('country'),
  email: read('email'),
})

const status = (cell: Cell | undefined): string => textOf(cell).replace(/^wc-/, '')

/** From seconds since 1970. */
const unixTime = (seconds: string): string | null =>
  /^[1-9]\d{0,10}$/.test(seconds) ? new Date(Number(seconds) * 1000).toISOString().slice(0, 19) : null

/** ISO 8601 without zone; null for WordPress's zero dates. */
export function time(cell: Cell | undefined): string | null {
  const text = textOf(cell)
  return text === '' || text.startsWith('0000') ? null : `${text.slice(0, 10)}T${text.slice(11, 19)}`
}
