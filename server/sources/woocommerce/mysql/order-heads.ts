// Orders without what hangs on them, of either layout, in the shape in which REST lists them.
import type { MetaPayload, OrderPayload } from '../payloads.ts'
import { shownAmount } from './amount.ts'
import { type Cell, type Database, quotedList, textOf } from './database.ts'
import { type OrderTables, ordersBetween, type Selection } from './order-tables.ts'
import { metaValue } from './php.ts'
import type { ShopTables } from './tables.ts'

export interface HeadsJob {
  readonly db: Database
  readonly tables: ShopTables
  readonly orders: OrderTables
  /** Meta fields that the mapping reads. */
  readonly keys: readonly string[]
  /** Further condition on the orders, or nothing. */
  readonly within: string
}

/** The next orders after an id, ascending; their rows alone. */
export const orderHeads = (job: HeadsJob, after: number, size: number): Promise<OrderPayload[]> =>
  job.tables.hpos ? hposHeads(job, after, size) : postHeads(job, after, size)

async function hposHeads({ db, tables, orders, within }: HeadsJob, after: number, size: number) {
  const rows = await db.rows(
    `select o.id, o.status, o.currency, round(o.total_amount, 2), o.customer_id, o.date_created_gmt,
       o.date_updated_gmt, o.payment_method, o.payment_method_title, d.prices_include_tax,
       round(d.shipping_total_amount, 2), round(d.shipping_tax_amount, 2),
       a.first_name, a.last_name, a.city, a.state, a.country, coalesce(a.email, o.billing_email)
     from ${orders.table} ${orders.byId}
     left join ${tables.name('wc_order_operational_data')} d on d.order_id = o.id
     left join ${tables.name('wc_order_addresses')} a on a.order_id = o.id and a.address_type = 'billing'
     where ${orders.isOrder} and o.id > ${after} ${within} order by o.id limit ${size}`,
  )
  return rows.map(
    (row): OrderPayload => ({
      id: Number(row[0]),
      status: status(row[1]),
      currency: textOf(row[2]),
      prices_include_tax: Number(row[9]) === 1,
      date_created: null,
      date_created_gmt: time(row[5]),
      date_modified: null,
      date_modified_gmt: time(row[6]),
      shipping_total: textOf(row[10]) || '0',
      shipping_tax: textOf(row[11]) || '0',
      total: textOf(row[3]) || '0',
      customer_id: Number(row[4] ?? 0),
      payment_method: textOf(row[7]),
      payment_method_title: textOf(row[8]),
      billing: {
        first_name: textOf(row[12]),
        last_name: textOf(row[13]),
        city: textOf(row[14]),
        state: textOf(row[15]),
        country: textOf(row[16]),
        email: textOf(row[17]),
      },
      meta_data: [],
      line_items: [],
      fee_lines: [],
      coupon_lines: [],
      refunds: [],
    }),
  )
}

async function postHeads({ db, tables, orders, within }: HeadsJob, after: number, size: number) {
  const rows = await db.rows(
    `select o.ID, o.post_status, o.post_date_gmt, o.post_modified_gmt from ${orders.table} ${orders.byId}
     where ${orders.isOrder} and o.ID > ${after} ${within} order by o.ID limit ${size}`,
  )
  const withTax = tables.option('woocommerce_prices_include_tax') === 'yes'
  return rows.map(
    (row): OrderPayload => ({
      id: Number(row[0]),
      status: status(row[1]),
      currency: '',
      prices_include_tax: withTax,
      date_created: null,
      date_created_gmt: time(row[2]),
      date_modified: null,
      date_modified_gmt: time(row[3]),
      shipping_total: '0',
      shipping_tax: '0',
      total: '0',
      customer_id: 0,
      payment_method: '',
      payment_method_title: '',
      billing: { first_name: '', last_name: '', city: '', state: '', country: '', email: '' },
      meta_data: [],
      line_items: [],
      fee_lines: [],
      coupon_lines: [],
      refunds: [],
    }),
  )
}

/** Fields of an order that the old layout keeps as meta. */
const FIELDS: Record<string, (order: OrderPayload, value: string) => void> = {
  _order_currency: (order, value) => {
    order.currency = value
  },
  _prices_include_tax: (order, value) => {
    order.prices_include_tax = value === 'yes'
  },
  _order_shipping: (order, value) => {
    order.shipping_total = shownAmount(value)
  },
  _order_shipping_tax: (order, value) => {
    order.shipping_tax = shownAmount(value)
  },
  _order_total: (order, value) => {
    order.total = shownAmount(value)
  },
  _customer_user: (order, value) => {
    order.customer_id = Math.trunc(Number(value)) || 0
  },
  _payment_method: (order, value) => {
    order.payment_method = value
  },
  _payment_method_title: (order, value) => {
    order.payment_method_title = value
  },
  _billing_first_name: (order, value) => {
    order.billing.first_name = value
  },
  _billing_last_name: (order, value) => {
    order.billing.last_name = value
  },
  _billing_city: (order, value) => {
    order.billing.city = value
  },
  _billing_state: (order, value) => {
    order.billing.state = value
  },
  _billing_country: (order, value) => {
    order.billing.country = value
  },
  _billing_email: (order, value) => {
    order.billing.email = value
  },
}

/** Meta fields of the orders between two ids, and in the old layout what is kept as such. */
export async function attachMeta(
  job: HeadsJob,
  byId: ReadonlyMap<number, OrderPayload>,
  after: number,
  upTo: number,
): Promise<void> {
  const own = job.tables.hpos ? [] : Object.keys(FIELDS)
  const rows = await metaRows(job, ordersBetween(job.orders, after, upTo), [...own, ...job.keys])
  const custom = new Set(job.keys)
  const fields = new Map(own.map((key) => [key, FIELDS[key]!]))
  // WordPress takes the oldest of repeated fields; they come ascending.
  const seen = new Set<string>()
  for (const [id, name, value] of rows) {
    const order = byId.get(Number(id))
    const key = textOf(name)
    if (!order) continue
    const set = fields.get(key)
    if (set && !seen.has(`${id} ${key}`)) {
      seen.add(`${id} ${key}`)
      set(order, textOf(value))
    }
    if (custom.has(key)) order.meta_data.push(metaOf(key, value))
  }
}

export function metaRows({ db, orders }: HeadsJob, { from, where }: Selection, keys: readonly string[]) {
  if (keys.length === 0) return Promise.resolve([])
  const { table, owner, id, by } = orders.meta
  return db.rows(
    `select m.${owner}, m.meta_key, m.meta_value from ${from}
     straight_join ${table} m ${by} on m.${owner} = ${orders.id}
     where ${where} and m.meta_key in (${quotedList(keys)}) order by m.${id}`,
  )
}

export const metaOf = (key: string, value: Cell | undefined): MetaPayload => ({
  key,
  value: metaValue(textOf(value)),
})

const status = (cell: Cell | undefined): string => textOf(cell).replace(/^wc-/, '')

/** A date as REST writes it; WordPress keeps zeros where there is none. */
export function time(cell: Cell | undefined): string | null {
  const text = textOf(cell)
  return text === '' || text.startsWith('0000') ? null : `${text.slice(0, 10)}T${text.slice(11, 19)}`
}
