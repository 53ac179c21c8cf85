// Complete orders and refunds in batches; each query reads a range of ids.
import type { OrderPayload, RefundPayload } from '../payloads.ts'
import type { Batch, Batches } from './batches.ts'
import { allRows, textOf } from './database.ts'
import { type ItemsJob, itemsOf, noItems } from './items.ts'
import { metaOf, type Selection } from './meta.ts'
import { type OrderRowsJob, orderRows, time } from './order-rows.ts'
import { ordersBetween, refundsBetween, refundsOfOrders } from './order-tables.ts'

export type OrdersJob = OrderRowsJob & ItemsJob

/** `within`: an additional condition 'and …', or ''. */
export const orderBatches = (job: OrdersJob, within: string): Batches =>
  batchesOf(
    job,
    { from: `${job.orders.table} ${job.orders.byId}`, where: `${job.orders.isOrder} ${within}` },
    (after, upTo) => ordersUpTo(job, after, upTo, within),
  )

export const refundBatches = (job: OrdersJob): Batches =>
  batchesOf(job, { from: job.orders.table, where: job.orders.isRefund }, (after, upTo) =>
    completeRefunds(job, refundsBetween(job.orders, after, upTo)),
  )

/** Finds the ids of each batch before its records are read, so that the next one can be requested meanwhile. */
const batchesOf =
  (
    { db, orders: { id } }: OrdersJob,
    { from, where }: Selection,
    read: (after: number, upTo: number) => Batch['records'],
  ): Batches =>
  async (after, size) => {
    const [row] = await db.rows(
      `select max(id) from (select ${id} as id from ${from} where ${where} and ${id} > ${after}
       order by ${id} limit ${size}) ids`,
    )
    if (row?.[0] == null) return undefined
    const upTo = Number(row[0])
    const records = read(after, upTo)
    // The consumer of the batch sees the failure.
    records.catch(() => {})
    return { upTo, records }
  }

async function ordersUpTo(
  job: OrdersJob,
  after: number,
  upTo: number,
  within: string,
): Promise<OrderPayload[]> {
  const selection = ordersBetween(job.orders, after, upTo)
  const [rows, items, refunds] = await Promise.all([
    orderRows(job, { ...selection, where: `${selection.where} ${within}` }),
    itemsOf(job, selection),
    refundRows(job, refundsOfOrders(job.orders, after, upTo)),
  ])
  const refundsByOrder = Map.groupBy(refunds, ({ parent_id }) => parent_id)
  return rows.map((order) => {
    const { line_items, fee_lines, coupon_lines } = items.get(order.id) ?? noItems()
    return {
      ...order,
      line_items,
      fee_lines,
      coupon_lines,
      refunds: (refundsByOrder.get(order.id) ?? []).map(({ id, reason, amount }) => ({
        id,
        reason,
        total: `-${amount}`.replace('--', ''),
      })),
    }
  })
}

export const refundsOf = (job: OrdersJob, orderId: number): Promise<RefundPayload[]> =>
  completeRefunds(job, refundsOfOrders(job.orders, orderId - 1, orderId))

async function completeRefunds(job: OrdersJob, selection: Selection): Promise<RefundPayload[]> {
  const [refunds, items] = await Promise.all([refundRows(job, selection), itemsOf(job, selection)])
  return refunds.map((refund) => {
    const { line_items, shipping_lines, fee_lines } = items.get(refund.id) ?? noItems()
    return { ...refund, line_items, shipping_lines, fee_lines }
  })
}

/** Without items, ascending by id. */
async function refundRows({ db, tables, orders }: OrdersJob, selection: Selection) {
  const excerpt = tables.hpos ? "''" : 'o.post_excerpt'
  const [rows, metas] = await Promise.all([
    allRows(
      db,
      [orders.id, orders.parent, orders.created, excerpt].join(),
      selection,
      `order by ${orders.id}`,
    ),
    metaOf(db, orders.meta, selection, orders.id, ['_refund_amount', '_refund_reason']),
  ])
  return rows.map(([id, parent, created, text]) => {
    const meta = metas(Number(id))
    return {
      id: Number(id),
      parent_id: Number(parent),
      date_created: null,
      date_created_gmt: time(created),
      amount: tables.money(meta.first('_refund_amount')),
      reason: meta.first('_refund_reason') || textOf(text),
    }
  })
}
