// Complete orders and refunds in batches; each query reads a range of ids.
import type { OrderPayload, RefundPayload } from '../payloads.ts'
import type { Batches } from './batches.ts'
import { textOf } from './database.ts'
import { type ItemsJob, itemsOf, noItems } from './items.ts'
import type { Selection } from './meta.ts'
import { metaOf } from './meta.ts'
import { type OrderRowsJob, orderRows, time } from './order-rows.ts'
import { ordersBetween, refundsBetween, refundsOfOrders } from './order-tables.ts'

export type OrdersJob = OrderRowsJob & ItemsJob

/** `within`: an additional condition 'and …', or ''. */
export const orderBatches =
  (job: OrdersJob, within: string): Batches =>
  async (after, size) => {
    const { db, orders } = job
    const { from, where } = ordersBetween(orders, after, Number.MAX_SAFE_INTEGER)
    const upTo = await lastId(
      db.rows(
        `select max(id) from (select ${orders.id} as id from ${from} where ${where} ${within}
         order by ${orders.id} limit ${size}) ids`,
      ),
    )
    if (upTo === undefined) return undefined
    const records = ordersUpTo(job, after, upTo, within)
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

export const refundBatches =
  (job: OrdersJob): Batches =>
  async (after, size) => {
    const { db, orders } = job
    const upTo = await lastId(
      db.rows(
        `select max(id) from (select ${orders.id} as id from ${orders.table} where ${orders.isRefund}
         and ${orders.id} > ${after} order by ${orders.id} limit ${size}) ids`,
      ),
    )
    if (upTo === undefined) return undefined
    const records = completeRefunds(job, refundsBetween(orders, after, upTo))
    records.catch(() => {})
    return { upTo, records }
  }

export const refundsOf = (job: OrdersJob, orderId: number): Promise<RefundPayload[]> =>
  completeRefunds(job, refundsOfOrders(job.orders, orderId - 1, orderId))

async function lastId(rows: ReturnType<OrdersJob['db']['rows']>): Promise<number | undefined> {
  const [row] = await rows
  return row?.[0] == null ? undefined : Number(row[0])
}

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
    db.rows(
      `select ${orders.id}, ${orders.parent}, ${orders.created}, ${excerpt}
       from ${selection.from} where ${selection.where} order by ${orders.id}`,
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
