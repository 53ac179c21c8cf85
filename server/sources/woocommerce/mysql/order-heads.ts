// Orders without what hangs on them, of either layout, in the shape in which REST lists them.
import type { MetaPayload, OrderPayload } from '../payloads.ts'
import { shownAmount } from './amount.ts'
import { type CellReader, cellReader } from './cell-reader.ts'
import { type Cell, textOf } from './cells.ts'
import type { Database } from './database.ts'
import { type Fields, fields } from './fields.ts'
import { eachMeta, type MetaFields, type TakeMeta } from './meta-fields.ts'
import type { OrderTables, Selection } from './order-tables.ts'
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

/** What orders are put together with, on whichever thread. */
export interface HeadsSetting {
  readonly hpos: boolean
  /** Of the shop now: for orders that do not say themselves whether their prices include tax. */
  readonly withTax: boolean
  readonly keys: readonly string[]
}

const HPOS_COLUMNS = [
  ...['o.id', 'o.status', 'o.currency', 'round(o.total_amount, 2)', 'o.customer_id'],
  ...['o.date_created_gmt', 'o.date_updated_gmt', 'o.payment_method', 'o.payment_method_title'],
  'd.prices_include_tax',
  ...['round(d.shipping_total_amount, 2)', 'round(d.shipping_tax_amount, 2)'],
  ...['a.first_name', 'a.last_name', 'a.city', 'a.state', 'a.country', 'coalesce(a.email, o.billing_email)'],
]
const POST_COLUMNS = ['o.ID', 'o.post_status', 'o.post_date_gmt', 'o.post_modified_gmt']

export const headFields = ({ db, tables, within }: HeadsJob, { from, where }: Selection): Promise<Fields> =>
  tables.hpos
    ? fields(
        db,
        HPOS_COLUMNS,
        `from ${from}
         left join ${tables.name('wc_order_operational_data')} d on d.order_id = o.id
         left join ${tables.name('wc_order_addresses')} a on a.order_id = o.id and a.address_type = 'billing'
         where ${where} ${within}`,
      )
    : fields(db, POST_COLUMNS, `from ${from} where ${where} ${within}`)

/** Ascending by id. */
export function ordersOf(heads: Fields, { hpos, withTax }: HeadsSetting): OrderPayload[] {
  const cells = cellReader(heads)
  const orders: OrderPayload[] = []
  while (cells.more()) orders.push(hpos ? hposOrder(cells) : postOrder(cells, withTax))
  return orders.sort((one, other) => one.id - other.id)
}

/** What it says comes in the order of its columns. */
const hposOrder = (cells: CellReader): OrderPayload =>
  newOrder({
    id: cells.number(),
    status: status(cells.name()),
    currency: cells.name(),
    total: cells.text() || '0',
    customer_id: cells.number(),
    date_created_gmt: time(cells.text()),
    date_modified_gmt: time(cells.text()),
    payment_method: cells.name(),
    payment_method_title: cells.name(),
    prices_include_tax: cells.name() === '1',
    shipping_total: cells.text() || '0',
    shipping_tax: cells.text() || '0',
    billing: {
      first_name: cells.text(),
      last_name: cells.text(),
      city: cells.text(),
      state: cells.name(),
      country: cells.name(),
      email: cells.text(),
    },
  })

const postOrder = (cells: CellReader, withTax: boolean): OrderPayload =>
  newOrder({
    id: cells.number(),
    status: status(cells.name()),
    date_created_gmt: time(cells.text()),
    date_modified_gmt: time(cells.text()),
    currency: '',
    prices_include_tax: withTax,
    shipping_total: '0',
    shipping_tax: '0',
    total: '0',
    customer_id: 0,
    payment_method: '',
    payment_method_title: '',
    billing: { first_name: '', last_name: '', city: '', state: '', country: '', email: '' },
  })

type Head = Omit<
  OrderPayload,
  'date_created' | 'date_modified' | 'meta_data' | 'line_items' | 'fee_lines' | 'coupon_lines' | 'refunds'
>

const newOrder = (head: Head): OrderPayload => ({
  ...head,
  date_created: null,
  date_modified: null,
  meta_data: [],
  line_items: [],
  fee_lines: [],
  coupon_lines: [],
  refunds: [],
})

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

/** Meta fields that orders are read for: in the old layout also what is kept as such. */
export const orderKeys = (hpos: boolean, keys: readonly string[]): string[] => [
  ...(hpos ? [] : Object.keys(FIELDS)),
  ...keys,
]

export function attachMeta(
  byId: ReadonlyMap<number, OrderPayload>,
  meta: MetaFields,
  { hpos, keys }: HeadsSetting,
): void {
  const known = new Map<string, KnownField>()
  if (!hpos)
    for (const [index, [key, set]] of Object.entries(FIELDS).entries())
      known.set(key, { set, bit: 1 << index })
  for (const key of keys) known.set(key, { bit: 0, ...known.get(key), custom: true })
  const takes = new Map<number, TakeMeta>()
  eachMeta(meta, (id) => {
    const order = byId.get(id)
    const take = takes.get(id) ?? (order && takeOf(order, known))
    if (take) takes.set(id, take)
    return take
  })
}

interface KnownField {
  readonly set?: (order: OrderPayload, value: string) => void
  readonly bit: number
  /** Listed among the order's meta fields. */
  readonly custom?: boolean
}

/** WordPress takes the oldest of repeated fields; they come so. */
function takeOf(order: OrderPayload, known: ReadonlyMap<string, KnownField>): TakeMeta {
  let seen = 0
  return (key, value) => {
    const field = known.get(key)
    if (!field) return
    if (field.set && (seen & field.bit) === 0) {
      seen |= field.bit
      field.set(order, value)
    }
    if (field.custom) order.meta_data.push(metaOf(key, value))
  }
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
