// Orders with their refunds, and accounts: the collections that are read page by page. Room ingest.
import type { Month } from '#contract/month.ts'
import type { RefundPayload } from '#server/sources/woocommerce/payloads.ts'
import { customerPayload, refundPayload } from '#server/sources/woocommerce/payloads.ts'
import { readOrders, readRecords } from '#server/sources/woocommerce/read-records.ts'
import { translateCustomer } from '#server/sources/woocommerce/translate-people.ts'
import { sql } from '#server/store/sql.ts'
import type { ImportJob } from './import.ts'
import { importPages, readPages } from './import-pages.ts'
import { forgetOtherRejects } from './import-rejects.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { appendOrders, removeOrders, writeOrders } from './write.ts'
import { removeCustomers, writeCustomers } from './write-customers.ts'
import { writeDistributors } from './write-distributors.ts'
import { type Reject, writeRejects } from './write-rejects.ts'

export async function importCustomers(job: ImportJob): Promise<void> {
  const { shop, run, context } = job
  const standing = run.cursor('customers')
  if (standing.done) return
  const pages = await shop.read('customers', standing.cursor)
  if (!pages) return
  await importPages({
    ...job,
    collection: 'customers',
    label: IMPORT_TEXT.steps.customers,
    pages: readPages(pages, async (records) =>
      readRecords(records, customerPayload, (one) => translateCustomer(one, context)),
    ),
    table: 'customers',
    key: 'customer_id',
    keysOf: ({ facts }) => facts.map((customer) => customer.customer_id),
    write: (tx, read) => writeCustomers(tx, read.facts),
    remove: removeCustomers,
    confirmGone: async (keys) => keys,
    endIsKnown: shop.live,
  })
}

/** With a month: the shop lists the orders of that month alone (and a few around it). */
export async function importOrders(job: ImportJob, month?: Month): Promise<void> {
  const { shop, run, context } = job
  const standing = run.cursor('orders')
  if (standing.done) return
  const refunds = await allRefunds(job)
  const pages = await shop.read('orders', standing.cursor)
  if (!pages) return
  await importPages({
    ...job,
    collection: 'orders',
    ...(month !== undefined && { within: sql`month = ${month}` }),
    label: IMPORT_TEXT.steps.orders,
    pages: readPages(pages, (records) => readOrders(records, refunds, shop.refundsOf, context)),
    table: 'orders',
    key: 'order_id',
    keysOf: (read) => read.facts.map(({ order }) => order.order_id),
    async write(tx, read, allNew) {
      const written = await (allNew ? appendOrders(tx, read.facts) : writeOrders(tx, read.facts))
      await writeDistributors(tx, read.distributors)
      return written
    },
    remove: removeOrders,
    async confirmGone(ids) {
      const there = await shop.ordersStillThere(ids)
      return there ? ids.filter((id) => !there.has(id)) : ids
    },
    endIsKnown: shop.live,
  })
}

/** Every refund by its order, read before the orders: what the orders list then decides which of them stand. */
async function allRefunds({
  store,
  shop,
  tally,
  progress,
}: ImportJob): Promise<Map<number, RefundPayload[]> | undefined> {
  const pages = await shop.read('refunds')
  if (!pages) return undefined
  const refunds = new Map<number, RefundPayload[]>()
  const turnedAway: Reject[] = []
  const counts = tally.of('refunds')
  progress.start(IMPORT_TEXT.steps.refunds)
  for await (const page of pages) {
    const { facts, rejects } = readRecords(page.records, refundPayload, (refund) => refund)
    for (const refund of facts) {
      const ofOrder = refunds.get(refund.parent_id)
      if (ofOrder) ofOrder.push(refund)
      else refunds.set(refund.parent_id, [refund])
    }
    const away = [...rejects, ...page.broken.map(({ at, reason }) => ({ id: at, reason }))]
    for (const { id, reason } of away) {
      tally.reject('refunds', reason)
      turnedAway.push({ source: 'refunds', record_id: id, reason })
    }
    counts.read += page.records.length + page.broken.length
    counts.rejected += away.length
    progress.advance(page.records.length)
  }
  await store.transaction(async (tx) => {
    await writeRejects(tx, turnedAway)
    await forgetOtherRejects(tx, 'refunds', new Set(turnedAway.map(({ record_id }) => record_id)))
  })
  progress.done()
  return refunds
}
