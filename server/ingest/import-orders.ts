import type { Month } from '#contract/month.ts'
import { sql } from '#server/store/sql.ts'
import type { ImportJob } from './import-job.ts'
import { importPages } from './import-pages.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { monthRange } from './month-range.ts'
import type { RejectedRecord } from './source.ts'
import { appendOrders, writeOrders } from './write.ts'
import { writeCustomers } from './write-customers.ts'
import { writeDistributors } from './write-distributors.ts'
import { replaceRejects } from './write-rejects.ts'

export async function importCustomers(job: ImportJob): Promise<void> {
  const { cursor, done } = job.run.cursor('customers')
  if (done) return
  const pages = await job.reader.list.customers({ cursor, distrustsEnd: job.run.isWhole })
  if (!pages) return
  await importPages({
    ...job,
    collection: 'customers',
    pages,
    key: 'customer_id',
    keyOf: ({ customer_id }) => customer_id,
    write: (tx, { facts }) => writeCustomers(tx, facts, 'later', job),
  })
}

/** With a month: only its orders, each with its refunds. */
export async function importOrders(job: ImportJob, month?: Month): Promise<void> {
  const { reader, run, authoritative = false } = job
  const { cursor, done } = run.cursor('orders')
  if (done) return
  if (month === undefined) await importRefunds(job)
  const created = month === undefined ? undefined : monthRange(month)
  const pages = await reader.list.orders({ cursor, created, distrustsEnd: run.isWhole })
  if (!pages) return
  await importPages({
    ...job,
    collection: 'orders',
    ...(month !== undefined && { within: sql`month = ${month}` }),
    pages,
    key: 'order_id',
    keyOf: ({ order }) => order.order_id,
    async write(tx, { facts, distributors = [] }, isAllNew) {
      const written = await ((await isAllNew())
        ? appendOrders(tx, facts)
        : writeOrders(tx, facts, { authoritative }))
      await writeDistributors(tx, distributors)
      return written
    },
  })
}

/** The reader keeps refunds for the orders that follow; here they are only counted. */
async function importRefunds({ store, reader, stats, progress }: ImportJob): Promise<void> {
  const pages = await reader.list.refunds()
  if (!pages) return
  const rejects: RejectedRecord[] = []
  progress.start(IMPORT_TEXT.steps.refunds)
  for await (const page of pages) {
    rejects.push(...page.rejects)
    stats.add('refunds', { read: page.size, rejected: page.rejects.length })
    progress.advance(page.size)
  }
  stats.addRejects('refunds', rejects)
  await store.transaction((tx) => replaceRejects(tx, 'refunds', rejects))
  progress.done()
}
