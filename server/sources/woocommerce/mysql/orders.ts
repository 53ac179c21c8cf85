// Whole orders and refunds, a batch at a time: few queries per batch, each by the ids between two bounds.
import type { OrderPayload, RefundPayload } from '../payloads.ts'
import { shownAmount } from './amount.ts'
import type { Batch } from './batches.ts'
import { textOf } from './database.ts'
import type { Goods } from './goods.ts'
import { attachItems } from './items.ts'
import { attachMeta, type HeadsJob, metaRows, orderHeads, time } from './order-heads.ts'
import { ordersBetween, refundsBetween, refundsOfOrders, type Selection } from './order-tables.ts'

export interface OrdersJob extends HeadsJob {
  readonly goods: Goods
  /** Meta fields of coupon and fee lines that the mapping reads. */
  readonly itemKeys: readonly string[]
}

/** Known as soon as the orders' own rows are there, so that the next batch is asked for before this one is put together. */
export async function orderBatch(job: OrdersJob, after: number, size: number): Promise<Batch | undefined> {
  const orders = await orderHeads(job, after, size)
  const last = orders.at(-1)
  return last && { upTo: last.id, records: wholeOrders(job, orders, after, last.id) }
}

async function wholeOrders(
  job: OrdersJob,
  orders: readonly OrderPayload[],
  after: number,
  upTo: number,
): Promise<readonly OrderPayload[]> {
  const byId = new Map(orders.map((order) => [order.id, order]))
  await Promise.all([
    attachItems(job, ordersBetween(job.orders, after, upTo), byId, 'orders'),
    attachMeta(job, byId, after, upTo),
    attachRefunds(job, byId, after, upTo),
  ])
  return orders
}

/** What an order lists of its refunds. */
async function attachRefunds(
  job: OrdersJob,
  byId: ReadonlyMap<number, OrderPayload>,
  after: number,
  upTo: number,
): Promise<void> {
  for (const refund of await refundHeads(job, refundsOfOrders(job.orders, after, upTo)))
    byId
      .get(refund.parent_id)
      ?.refunds.push({ id: refund.id, reason: refund.reason, total: `-${refund.amount}`.replace('--', '') })
}

export async function refundBatch(job: OrdersJob, after: number, size: number): Promise<RefundPayload[]> {
  const ids = await job.db.rows(
    `select ${job.orders.id} from ${job.orders.table} where ${job.orders.isRefund} and ${job.orders.id} > ${after}
     order by ${job.orders.id} limit ${size}`,
  )
  const last = ids.at(-1)?.[0]
  return last === undefined ? [] : wholeRefunds(job, refundsBetween(job.orders, after, Number(last)))
}

export const refundsOf = (job: OrdersJob, orderId: number): Promise<RefundPayload[]> =>
  wholeRefunds(job, refundsOfOrders(job.orders, orderId - 1, orderId))

async function wholeRefunds(job: OrdersJob, selection: Selection): Promise<RefundPayload[]> {
  const refunds = await refundHeads(job, selection)
  await attachItems(job, selection, new Map(refunds.map((refund) => [refund.id, refund])), 'refunds')
  return refunds
}

async function refundHeads(job: OrdersJob, selection: Selection): Promise<RefundPayload[]> {
  const { db, orders } = job
  const excerpt = job.tables.hpos ? "''" : 'o.post_excerpt'
  const [heads, metas] = await Promise.all([
    db.rows(
      `select ${orders.id}, ${orders.parent}, ${orders.created}, ${excerpt} from ${selection.from}
       where ${selection.where} order by ${orders.id}`,
    ),
    metaRows(job, selection, ['_refund_amount', '_refund_reason']),
  ])
  const amounts = new Map<number, string>()
  const reasons = new Map<number, string>()
  for (const [id, key, value] of metas) {
    const kept = key === '_refund_amount' ? amounts : reasons
    if (!kept.has(Number(id))) kept.set(Number(id), textOf(value))
  }
  return heads.map(([id, parent, created, text]) => ({
    id: Number(id),
    parent_id: Number(parent),
    date_created: null,
    date_created_gmt: time(created),
    amount: shownAmount(amounts.get(Number(id)) ?? ''),
    reason: reasons.get(Number(id)) ?? textOf(text),
    line_items: [],
    shipping_lines: [],
    fee_lines: [],
  }))
}
