// Jobs that keep one collection in step with the connected shop. Room ingest: may import sources, store, rollups.
import { addMonths, type Month, monthAt } from '#contract/month.ts'
import { newNotes } from '#server/ingest/notes.ts'
import { readOrders } from '#server/sources/woocommerce/read-records.ts'
import type { Shop } from '#server/sources/woocommerce/shop.ts'
import { translateContext } from '#server/sources/woocommerce/translate.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { ImportJob } from '../import.ts'
import { importCatalogue } from '../import-catalogue.ts'
import { readMapping } from '../import-mapping.ts'
import { importCustomers, importOrders } from '../import-orders.ts'
import { createStats, type ImportStats } from '../import-report.ts'
import { IMPORT_TEXT } from '../import-text.ts'
import { underMapping } from '../reclassify.ts'
import { readSetting } from '../settings.ts'
import { syncCoupons, syncCustomers, syncProducts } from '../sync/catalogue.ts'
import { followOrders } from '../sync/follow.ts'
import { around } from '../sync/reconcile.ts'
import { isImporting, openSync, type Sync } from '../sync/sync.ts'
import { EMPTY_RESULT, type SyncResult } from '../sync/upsert.ts'
import { only, unmarked } from '../sync/whole.ts'
import { writeDistributorNames, writeDistributors } from '../write-distributors.ts'
import { isConnected, type Job, type JobContext, type Outcome } from './job.ts'
import { advanceLatestMonth } from './latest-month.ts'
import { rebuildDirty } from './summaries.ts'
import { JOB_TEXT } from './text.ts'

/** Of each kind of value that the mapping does not place, this many are named in the log. */
const NAMED = 20

/** The trash is looked at this often; a whole round always does. */
const TRASH_MS = 60_000

export const SOURCE_JOBS: readonly Job[] = [
  shopJob('orders', '*/15 * * * * *', {
    inStep: (sync, context) => followOrders(sync, isTrashDue(context)),
    part: async (job, context) => {
      for (const month of monthsOf(context)) await importOrders(only(job, ['orders'], around(month)), month)
    },
  }),
  shopJob('products', '*/5 * * * *', {
    inStep: (sync, { progress }) => syncProducts(sync, progress),
    part: (job) => importCatalogue(only(job, ['categories', 'products'])),
  }),
  shopJob('customers', '2-59/5 * * * *', {
    inStep: (sync, { progress }) => syncCustomers(sync, progress),
    part: (job) => importCustomers(only(job, ['customers'])),
  }),
  shopJob('coupons', '4-59/5 * * * *', {
    inStep: (sync, { progress }) => syncCoupons(sync, progress),
    part: (job) => importCatalogue(only(job, ['coupons'])),
  }),
  shopJob('distributors', '50 2 * * *', {
    part: async (job, context) => {
      for (const month of monthsOf(context)) await importDistributors(only(job, ['orders'], around(month)))
    },
  }),
]

interface Work {
  /** With a shop that tells its changes, where no month was asked for. */
  inStep?(sync: Sync, context: JobContext): Promise<SyncResult>
  /** Else the collection is read. */
  part(job: ImportJob, context: JobContext): Promise<void>
}

const trashSeen = new WeakMap<Store, number>()

function isTrashDue({ store, now, thorough }: JobContext): boolean {
  const at = now().getTime()
  if (!thorough && at - (trashSeen.get(store) ?? 0) < TRASH_MS) return false
  trashSeen.set(store, at)
  return true
}

/** Without changes to follow: the present month and the one before, whose orders still change. */
function monthsOf({ month, now, timeZone }: JobContext): Month[] {
  const present = monthAt(now(), timeZone)
  return month === undefined ? [addMonths(present, -1), present] : [month]
}

function shopJob(key: Job['key'], schedule: string, work: Work): Job {
  return {
    key,
    schedule,
    needsShop: true,
    async run(context) {
      const noShop: Outcome = { state: 'warning', message: JOB_TEXT.noShop, processed: 0 }
      if (!(await isConnected(context))) return noShop
      if (await isImporting(context)) return { state: 'waiting', message: JOB_TEXT.importing, processed: 0 }
      const shop = await context.openSource?.()
      if (!shop) return noShop
      context.onStop(() => shop.close())
      try {
        return await underMapping(context, async () => {
          const sync = await openSync(context, shop)
          return sync && work.inStep && context.month === undefined
            ? stepped(context, sync, () => work.inStep?.(sync, context))
            : importPart(context, shop, work.part)
        })
      } finally {
        shop.close()
      }
    },
  }
}

async function stepped(
  context: JobContext,
  { tally, store, timeZone, now }: Sync,
  work: () => Promise<SyncResult> | undefined,
): Promise<Outcome> {
  let brought = EMPTY_RESULT
  let rebuilt: string[] = []
  try {
    brought = (await work()) ?? EMPTY_RESULT
  } finally {
    // Also after an error: what came in is shown by no figure before its month's rollups are made.
    rebuilt = await rebuildDirty(context)
  }
  const months = [...new Set([...brought.months, ...rebuilt])].sort()
  await advanceLatestMonth(store, months, timeZone, now())
  const { read, written, removed, rejected } = brought
  const quiet = written + removed + rejected + months.length === 0
  return {
    state: rejected > 0 ? 'warning' : 'success',
    message: quiet ? JOB_TEXT.upToDate : JOB_TEXT.imported(read, written + removed, rejected),
    processed: read,
    detail: detailOf(tally, months),
    quiet,
  }
}

async function importPart(context: JobContext, shop: Shop, work: Work['part']): Promise<Outcome> {
  const { store, timeZone, progress, now, mappingFile } = context
  const currency = await currencyOf(store, shop)
  const tally = createStats(newNotes())
  const mapping = await readMapping(store, mappingFile ?? '', false)
  const translating = translateContext({ mapping, currency, timeZone, notes: tally.notes })
  const job: ImportJob = { store, shop, run: unmarked, context: translating, tally, progress }
  let months: string[] = []
  try {
    await work(job, context)
  } finally {
    months = await rebuildDirty(context)
  }
  await advanceLatestMonth(store, months, timeZone, now())
  const detail = detailOf(tally, months)
  const counts = Object.values(detail.collections)
  const sum = (field: 'read' | 'written' | 'rejected') => counts.reduce((all, one) => all + one[field], 0)
  return {
    state: sum('rejected') > 0 ? 'warning' : 'success',
    message: JOB_TEXT.imported(sum('read'), sum('written'), sum('rejected')),
    processed: sum('read'),
    detail,
  }
}

function detailOf(tally: ImportStats, months: readonly string[]) {
  const head = { origin: '', resumed: false, started_at: '', finished_at: '', months }
  const { collections, rejects, unmapped } = tally.report(head)
  const named = Object.fromEntries(
    Object.entries(unmapped).map(([kind, values]) => [kind, values.slice(0, NAMED)]),
  )
  return { collections, rejects: rejects.slice(0, NAMED), unmapped: named, months }
}

async function currencyOf(queries: Queries, shop: Shop): Promise<string> {
  const told = (await shop.currency()) ?? (await readSetting(queries, 'currency'))
  return typeof told === 'string' ? told.trim().toUpperCase() : 'ARS'
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
