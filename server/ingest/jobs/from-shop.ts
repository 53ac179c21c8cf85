// Jobs that read one collection of the connected shop through the importers. Room ingest: may import sources, store, rollups.
import { addMonths, type Month, monthAt } from '#contract/month.ts'
import { newNotes } from '#server/sources/woocommerce/notes.ts'
import { readOrders } from '#server/sources/woocommerce/read-records.ts'
import type { Collection, Shop } from '#server/sources/woocommerce/shop.ts'
import { translateContext } from '#server/sources/woocommerce/translate.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { DATA_SOURCE } from '../forget-demo.ts'
import type { ImportJob } from '../import.ts'
import { importCatalogue } from '../import-catalogue.ts'
import { readMapping } from '../import-mapping.ts'
import { importCustomers, importOrders } from '../import-orders.ts'
import { newTally } from '../import-report.ts'
import type { ImportRun } from '../import-run.ts'
import { IMPORT_TEXT } from '../import-text.ts'
import { readSetting } from '../settings.ts'
import { writeDistributorNames, writeDistributors } from '../write-distributors.ts'
import { isConnected, type Job, type JobContext, type Outcome } from './job.ts'
import { advanceLatestMonth } from './latest-month.ts'
import { rebuildDirty } from './summaries.ts'
import { JOB_TEXT } from './text.ts'

/** Of each kind of value that the mapping does not place, this many are named in the log. */
const NAMED = 20

export const SHOP_JOBS: readonly Job[] = [
  shopJob('orders', '*/15 * * * *', async (job, context) => {
    for (const month of monthsOf(context)) await importOrders(only(job, ['orders'], month), month)
  }),
  shopJob('products', '5 * * * *', (job) => importCatalogue(only(job, ['categories', 'products']))),
  shopJob('customers', '20 * * * *', (job) => importCustomers(only(job, ['customers']))),
  shopJob('coupons', '35 * * * *', (job) => importCatalogue(only(job, ['coupons']))),
  shopJob('distributors', '50 2 * * *', async (job, context) => {
    for (const month of monthsOf(context)) await importDistributors(only(job, ['orders'], month))
  }),
]

/** The schedule looks at the present month and the one before, whose orders still change. */
function monthsOf({ month, now, timeZone }: JobContext): Month[] {
  const present = monthAt(now(), timeZone)
  return month === undefined ? [addMonths(present, -1), present] : [month]
}

function shopJob(
  key: Job['key'],
  schedule: string,
  work: (job: ImportJob, context: JobContext) => Promise<void>,
): Job {
  return {
    key,
    schedule,
    needsShop: true,
    async run(context) {
      const noShop: Outcome = { state: 'warning', message: JOB_TEXT.noShop, processed: 0 }
      if (!(await isConnected(context))) return noShop
      if (await isImporting(context)) return { state: 'waiting', message: JOB_TEXT.importing, processed: 0 }
      const shop = await context.openShop?.()
      if (!shop) return noShop
      context.onStop(() => shop.close())
      try {
        return await importPart(context, shop, work)
      } finally {
        shop.close()
      }
    },
  }
}

/** What a whole import wrote longer ago was cut off: nobody is at it any more. */
const IMPORT_SILENT_MS = 10 * 60_000

/** The shop never came in whole, which a job must not hide; or a whole import is at it right now. */
async function isImporting({ store, now }: JobContext): Promise<boolean> {
  const source = await readSetting(store, DATA_SOURCE)
  const whole =
    typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'woocommerce'
  if (!whole) return true
  const since = new Date(now().getTime() - IMPORT_SILENT_MS).toISOString().slice(0, 19).replace('T', ' ')
  const cursor = await store.one(sql`
    select 1 as found from import_cursors
    where strpos(source, 'import:') = 1 and updated_at > cast(${since} as timestamp) limit 1`)
  return cursor !== undefined
}

async function importPart(
  context: JobContext,
  shop: Shop,
  work: (job: ImportJob, context: JobContext) => Promise<void>,
): Promise<Outcome> {
  const { store, timeZone, progress, now, mappingFile } = context
  const started_at = now().toISOString()
  const currency = await currencyOf(store, shop)
  const tally = newTally(newNotes())
  const mapping = await readMapping(store, mappingFile ?? '', false)
  const translating = translateContext({ mapping, currency, timeZone, notes: tally.notes })
  const job: ImportJob = { store, shop, run: unmarked, context: translating, tally, progress }
  let months: string[] = []
  try {
    await work(job, context)
  } finally {
    // Also after an error: what came in is shown by no figure before its month's rollups are made.
    months = await rebuildDirty(context)
  }
  await advanceLatestMonth(store, months, timeZone, now())
  const finished_at = now().toISOString()
  const report = tally.report({ origin: shop.origin, resumed: false, started_at, finished_at, months })
  const counts = Object.values(report.collections)
  const sum = (field: 'read' | 'written' | 'rejected') => counts.reduce((all, one) => all + one[field], 0)
  const unmapped = Object.fromEntries(
    Object.entries(report.unmapped).map(([kind, values]) => [kind, values.slice(0, NAMED)]),
  )
  const { collections, rejects } = report
  return {
    state: sum('rejected') > 0 ? 'warning' : 'success',
    message: JOB_TEXT.imported(sum('read'), sum('written'), sum('rejected')),
    processed: sum('read'),
    detail: { collections, rejects: rejects.slice(0, NAMED), unmapped, months },
  }
}

async function currencyOf(queries: Queries, shop: Shop): Promise<string> {
  const told = (await shop.currency()) ?? (await readSetting(queries, 'currency'))
  return typeof told === 'string' ? told.trim().toUpperCase() : 'ARS'
}

/** A job reads its part anew each time; writing it again changes nothing, so there is no mark to go on from. */
const unmarked: ImportRun = {
  resumed: false,
  standing: () => ({ lastId: 0, done: false }),
  save: async () => {},
  finish: async () => {},
}

/** The job with a shop that offers these collections alone; of orders only those around a month. */
function only(job: ImportJob, collections: readonly Collection[], month?: Month): ImportJob {
  const { shop } = job
  const created = month === undefined ? undefined : around(month)
  return {
    ...job,
    shop: {
      ...shop,
      read: async (collection, cursor) =>
        collections.includes(collection) ? shop.read(collection, cursor, created) : undefined,
    },
  }
}

/** A day more at each end, since the shop's clock may show another time zone than ours. */
function around(month: Month): { after: string; before: string } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const day = (instant: number) => new Date(instant).toISOString().slice(0, 19)
  const DAY = 24 * 3600_000
  return {
    after: day(Date.UTC(year, number - 1, 1) - DAY - 1000),
    before: day(Date.UTC(year, number, 1) + DAY),
  }
}

/** A shop has no list of distributors: its orders name them. */
async function importDistributors({ store, shop, context, tally, progress }: ImportJob): Promise<void> {
  const pages = await shop.read('orders')
  if (!pages) return
  const counts = tally.of('distributors')
  let started = false
  for await (const page of pages) {
    if (!started) progress.start(IMPORT_TEXT.steps.orders, page.total)
    started = true
    const read = await readOrders(page.records, undefined, async () => undefined, context)
    await store.transaction(async (tx) => {
      await writeDistributorNames(tx, read.facts)
      await writeDistributors(tx, read.distributors)
    })
    const named = read.facts.flatMap(({ distributor }) => distributor?.dist_id ?? [])
    counts.read += page.records.length
    counts.written += new Set(named).size
    progress.advance(page.records.length)
  }
  progress.done()
}
