// Orders with their refunds, and accounts: the collections that are read page by page. Room ingest.
import type { Month } from '#contract/month.ts'
import { releaseBlock } from '#server/sources/woocommerce/block-memory.ts'
import { recordsIn } from '#server/sources/woocommerce/json-lines.ts'
import { type OrderRowsSetting, ordersIn } from '#server/sources/woocommerce/mysql/orders.ts'
import type { RefundPayload } from '#server/sources/woocommerce/payloads.ts'
import { customerPayload, refundPayload } from '#server/sources/woocommerce/payloads.ts'
import {
  type ReadOrders,
  type Refunds,
  readOrders,
  readRecords,
} from '#server/sources/woocommerce/read-records.ts'
import type { RawPage } from '#server/sources/woocommerce/shop.ts'
import { translateCustomer } from '#server/sources/woocommerce/translate-people.ts'
import { sql } from '#server/store/sql.ts'
import { forgottenPeople } from './forgotten.ts'
import type { ImportJob } from './import.ts'
import { importPages, type ReadPage, readPages } from './import-pages.ts'
import { forgetOtherRejects } from './import-rejects.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { appendPackedOrders, PACKED_TABLES } from './packed-orders.ts'
import { type PackedPage, type ReadAhead, readOnThreads, startReaders } from './read-orders-ahead.ts'
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

/**
 * Rows that the engine keeps together. As many in one transaction go into its file at once, fewer into its log, then into a
 * table's unfinished last part, then into the file.
 */
const ROW_GROUP = 122_880

/** Orders that other threads read. */
interface OrdersAhead extends ReadAhead {
  readonly refunds: Refunds | undefined
  /** What pages of rows are put together with. */
  readonly rows: OrderRowsSetting | undefined
}

/**
 * Many orders for a store that holds none of them are read on threads; any others are not. A database is asked for them at
 * once, and the threads load while refunds are read; then both go on beside what is brought in before the orders.
 */
export async function ordersAhead(job: ImportJob): Promise<OrdersAhead | undefined> {
  const { store, shop, run, context } = job
  const { cursor, lastId, done } = run.cursor('orders')
  if (done || !(shop.rows || shop.orderLines)) return undefined
  const shapes = await store.shapes(PACKED_TABLES)
  const later = shapes && (await store.one(sql`select 1 from orders where order_id > ${lastId} limit 1`))
  // Packed rows are written as they are, so nobody may be among them who was forgotten.
  if (!shapes || later || (await forgottenPeople(store))) return undefined
  const kept = await shop.rows?.(cursor)
  const raw = kept ? kept.pages : shop.orderLines?.(cursor)
  if (!raw) return undefined
  startReaders({ ofRows: kept !== undefined })
  const refunds = await allRefunds(job)
  const { mapping, currency, timeZone } = context
  const rows = kept?.setting
  return { ...readOnThreads(raw, { mapping, currency, timeZone, refunds, shapes, rows }), refunds, rows }
}

/** With a month: the shop lists the orders of that month alone (and a few around it). */
export async function importOrders(job: ImportJob, month?: Month, ahead?: OrdersAhead): Promise<void> {
  const { shop, run } = job
  if (run.cursor('orders').done) return
  const refunds = ahead ? ahead.refunds : await allRefunds(job)
  const pages = ahead ? packedPages(ahead.pages) : await listedPages(job, refunds)
  if (!pages) return
  await importPages<ReadOrders | PackedPage>({
    ...job,
    collection: 'orders',
    ...(month !== undefined && { within: sql`month = ${month}` }),
    label: IMPORT_TEXT.steps.orders,
    pages,
    table: 'orders',
    key: 'order_id',
    comparable: async (read) => ('page' in read ? readHere(job, refunds, read.page, ahead?.rows) : read),
    keysOf: (read) => ('page' in read ? [] : read.facts.map(({ order }) => order.order_id)),
    async write(tx, read, allNew) {
      if ('page' in read) {
        for (const { kind, text, count } of read.read.notes) job.context.notes.count(kind, text, count)
        const written = await appendPackedOrders(tx, read.read)
        if ('bytes' in read.page) releaseBlock(read.page.bytes)
        return written
      }
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
    ...(ahead && { transactionSize: ROW_GROUP }),
  })
}

async function listedPages(
  { shop, run, context }: ImportJob,
  refunds: Refunds | undefined,
): Promise<AsyncIterable<ReadPage<ReadOrders | PackedPage>> | undefined> {
  const pages = await shop.read('orders', run.cursor('orders').cursor)
  const read = (records: readonly unknown[]) => readOrders(records, refunds, shop.refundsOf, context)
  return pages && readPages(pages, read)
}

async function* packedPages(pages: AsyncIterable<PackedPage>): AsyncGenerator<ReadPage<PackedPage>, void> {
  for await (const read of pages) {
    const { span, size, broken, rejects } = read.read
    const total = 'total' in read.page ? { total: read.page.total } : {}
    yield { read, span, size, broken, rejects, cursor: read.page.cursor, ...total }
  }
}

/** A page that turned out to hold more than new orders, read once more as facts. */
const readHere = (
  { shop, context }: ImportJob,
  refunds: Refunds | undefined,
  page: RawPage,
  rows: OrderRowsSetting | undefined,
): Promise<ReadOrders> => {
  const records = 'rows' in page ? ordersIn(page, rows) : recordsIn(page, [])
  return readOrders([...records], refunds, shop.refundsOf, context)
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
