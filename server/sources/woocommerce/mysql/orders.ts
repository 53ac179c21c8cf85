// Whole orders and refunds, a batch at a time: few queries per batch, each by the ids between two bounds.
import type { OrderPayload, RefundPayload } from '../payloads.ts'
import { shownAmount } from './amount.ts'
import { cellReader } from './cell-reader.ts'
import { type Fields, fields } from './fields.ts'
import type { Goods } from './goods.ts'
import { attachItems, type ItemFields, itemFields } from './items.ts'
import { eachMeta, type MetaFields, metaByOwner, metaByPlace } from './meta-fields.ts'
import {
  attachMeta,
  type HeadsJob,
  type HeadsSetting,
  headFields,
  orderKeys,
  ordersOf,
  time,
} from './order-heads.ts'
import { ordersBetween, refundsNamed, refundsOfOrders, type Selection } from './order-tables.ts'
import { type Span, spanOf, stretches } from './stretches.ts'

export interface OrdersJob extends HeadsJob {
  readonly goods: Goods
  /** Meta fields of coupon and fee lines that the mapping reads. */
  readonly itemKeys: readonly string[]
}

/** What the database says of some orders, to be put together on any thread. */
export interface OrderRows {
  readonly heads: Fields
  readonly items: ItemFields
  readonly meta: MetaFields
  readonly refunds: RefundRows
}

interface RefundRows {
  readonly heads: Fields
  readonly meta: MetaFields
}

export interface OrderRowsSetting extends HeadsSetting {
  readonly goods: Goods
}

/** The next orders after an id. */
export interface OrderSpan extends Span {
  readonly after: number
}

/** At most so many; undefined when there are no more. */
export async function nextOrders(
  { db, orders, within }: OrdersJob,
  after: number,
  size: number,
): Promise<OrderSpan | undefined> {
  const { from, where } = ordersBetween(orders, after, Number.MAX_SAFE_INTEGER)
  const ids = `select ${orders.id} as id from ${from} where ${where} ${within} order by ${orders.id} limit ${size}`
  const span = await spanOf(db, 'id', `from (${ids}) ids`)
  return span.count === 0 ? undefined : { ...span, after }
}

export async function orderRows(job: OrdersJob, span: OrderSpan): Promise<OrderRows> {
  const { db, tables, orders } = job
  const selection = ordersBetween(orders, span.after, span.to)
  const owners = { ...selection, id: orders.id }
  const keys = orderKeys(tables.hpos, job.keys)
  const readMeta = async () => {
    const records = await stretches(db, owners.id, `from ${selection.from} where ${selection.where}`, span)
    return metaByPlace(db, orders.meta, owners, keys, records)
  }
  const [heads, items, meta, refunds] = await Promise.all([
    headFields(job, selection),
    itemFields(job, selection),
    readMeta(),
    refundRows(job, refundsOfOrders(orders, span.after, span.to)),
  ])
  return { heads, items, meta, refunds }
}

/** Ascending by id. */
export function wholeOrders(rows: OrderRows, setting: OrderRowsSetting): OrderPayload[] {
  const orders = ordersOf(rows.heads, setting)
  const byId = new Map(orders.map((order) => [order.id, order]))
  attachItems(rows.items, byId, setting.goods)
  attachMeta(byId, rows.meta, setting)
  // What an order lists of its refunds.
  for (const { id, parent_id, reason, amount } of refundsIn(rows.refunds))
    byId.get(parent_id)?.refunds.push({ id, reason, total: `-${amount}`.replace('--', '') })
  return orders
}

export async function refundBatch(job: OrdersJob, after: number, size: number): Promise<RefundPayload[]> {
  const { db, orders } = job
  const rows = await db.rows(
    `select ${orders.id} from ${orders.table} where ${orders.isRefund} and ${orders.id} > ${after}
     order by ${orders.id} limit ${size}`,
  )
  const ids = rows.map(([id]) => Number(id))
  return ids.length === 0 ? [] : wholeRefunds(job, refundsNamed(orders, ids))
}

export const refundsOf = (job: OrdersJob, orderId: number): Promise<RefundPayload[]> =>
  wholeRefunds(job, refundsOfOrders(job.orders, orderId - 1, orderId))

async function wholeRefunds(job: OrdersJob, selection: Selection): Promise<RefundPayload[]> {
  const [rows, items] = await Promise.all([refundRows(job, selection), itemFields(job, selection)])
  const refunds = refundsIn(rows)
  attachItems(items, new Map(refunds.map((refund) => [refund.id, refund])), job.goods)
  return refunds
}

async function refundRows({ db, tables, orders }: OrdersJob, selection: Selection): Promise<RefundRows> {
  const excerpt = tables.hpos ? "''" : 'o.post_excerpt'
  const [heads, meta] = await Promise.all([
    fields(
      db,
      [orders.id, orders.parent, orders.created, excerpt],
      `from ${selection.from} where ${selection.where}`,
    ),
    metaByOwner(db, orders.meta, { ...selection, id: orders.id }, ['_refund_amount', '_refund_reason']),
  ])
  return { heads, meta }
}

/** Ascending by id. */
function refundsIn({ heads, meta }: RefundRows): RefundPayload[] {
  const amounts = new Map<number, string>()
  const reasons = new Map<number, string>()
  eachMeta(meta, (id) => (key, value) => {
    const kept = key === '_refund_amount' ? amounts : reasons
    if (!kept.has(id)) kept.set(id, value)
  })
  const cells = cellReader(heads)
  const refunds: RefundPayload[] = []
  while (cells.more()) {
    const id = cells.number()
    const parent_id = cells.number()
    const created = time(cells.text())
    const excerpt = cells.text()
    refunds.push({
      id,
      parent_id,
      date_created: null,
      date_created_gmt: created,
      amount: shownAmount(amounts.get(id) ?? ''),
      reason: reasons.get(id) ?? excerpt,
      line_items: [],
      shipping_lines: [],
      fee_lines: [],
    })
  }
  return refunds.sort((one, other) => one.id - other.id)
}
