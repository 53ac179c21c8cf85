// Jobs that synchronise one collection with the connected shop.
import { addMonths, dayAt, type Month, monthAt } from '#contract/month.ts'
import type { Store } from '#server/store/store.ts'
import { importCatalogue } from '../import-catalogue.ts'
import type { ImportJob } from '../import-job.ts'
import { importCustomers, importOrders } from '../import-orders.ts'
import { importVerdict, type JobDetail, jobDetail, verdict } from '../import-report.ts'
import { IMPORT_TEXT } from '../import-text.ts'
import { advanceToProcessed } from '../latest-month.ts'
import { monthRange } from '../month-range.ts'
import { withStableRules } from '../reclassify.ts'
import { syncCoupons, syncCustomers, syncProducts } from '../sync/catalogue.ts'
import { followOrders } from '../sync/follow.ts'
import { oddities, settle } from '../sync/settle.ts'
import { changedSettings } from '../sync/shop-settings.ts'
import {
  importState,
  lockSync,
  openSync,
  openSyncJob,
  Superseded,
  type Sync,
  type SyncJob,
} from '../sync/sync.ts'
import { EMPTY_RESULT, mergeResults, type SyncResult } from '../sync/upsert.ts'
import { writeDistributorNames, writeDistributors } from '../write-distributors.ts'
import { isConnected, type Job, type JobContext, type Outcome } from './job.ts'
import { rebuildDirty } from './summaries.ts'
import { JOB_TEXT } from './text.ts'
import { unplacedCount, unplacedIn } from './unplaced.ts'

/** The schedule checks the trash this often; a job started by a person always does. */
const TRASH_EVERY_MS = 60_000

export const SOURCE_JOBS: readonly Job[] = [
  sourceJob('orders', '*/15 * * * * *', {
    checksSettings: true,
    sync: (sync, context) => followOrders(sync, isTrashDue(context)),
    list: async (job, context) => {
      for (const month of monthsOf(context)) await importOrders(job, month)
    },
  }),
  sourceJob('products', '*/5 * * * *', {
    sync: syncProducts,
    list: (job) => importCatalogue(job, ['categories', 'products']),
  }),
  sourceJob('customers', '2-59/5 * * * *', { sync: syncCustomers, list: importCustomers }),
  sourceJob('coupons', '4-59/5 * * * *', {
    sync: syncCoupons,
    list: (job) => importCatalogue(job, ['coupons']),
  }),
  sourceJob('distributors', '50 2 * * *', {
    list: async (job, context) => {
      for (const month of monthsOf(context)) await importDistributors(job, month)
    },
  }),
]

interface Work {
  /** Also compares the settings of the shop. */
  readonly checksSettings?: true
  /** For a source that reports changes, unless a month was requested. */
  sync?(sync: Sync, context: JobContext): Promise<SyncResult>
  /** Otherwise: lists the collection. */
  list(job: ImportJob, context: JobContext): Promise<void>
}

const trashChecked = new WeakMap<Store, number>()

function isTrashDue({ store, now, thorough }: JobContext): boolean {
  const at = now().getTime()
  if (!thorough && at - (trashChecked.get(store) ?? 0) < TRASH_EVERY_MS) return false
  trashChecked.set(store, at)
  return true
}

/** The requested month, or the current one and the one before, whose orders still change. */
function monthsOf({ month, now, timeZone }: JobContext): Month[] {
  const present = monthAt(now(), timeZone)
  return month === undefined ? [addMonths(present, -1), present] : [month]
}

function sourceJob(key: Job['key'], schedule: string, work: Work): Job {
  return {
    key,
    schedule,
    needsShop: true,
    async run(context) {
      const { store, progress } = context
      const source = (await isConnected(context)) ? await context.openSource?.() : undefined
      if (!source) return { state: 'warning', message: JOB_TEXT.noShop, processed: 0 }
      context.onStop(() => source.close())
      try {
        const state = await importState(store, source)
        if (state !== 'done') return { state: 'waiting', message: JOB_TEXT[state], processed: 0 }
        return await withStableRules(store, source, async (rules) => {
          const job = await openSyncJob(context, source, rules, progress)
          const sync = openSync(job)
          const warnings = work.checksSettings ? await changedSettings(job, context.thorough) : []
          if (sync && work.sync && context.month === undefined)
            return warned(await runSync(context, sync, work.sync), warnings)
          return warned(await runListing(context, job, work.list), warnings)
        })
      } catch (error) {
        if (!(error instanceof Superseded)) throw error
        return { state: 'waiting', message: error.message, processed: 0 }
      } finally {
        source.close()
      }
    },
  }
}

const warned = (outcome: Outcome, warnings: readonly string[]): Outcome =>
  warnings.length === 0
    ? outcome
    : { ...outcome, state: 'warning', message: [...warnings, outcome.message].join(' ') }

async function runSync(context: JobContext, sync: Sync, work: NonNullable<Work['sync']>): Promise<Outcome> {
  let result = EMPTY_RESULT
  let rebuilt: string[] = []
  try {
    result = await work(sync, context)
    result = mergeResults(result, await settle(sync))
  } finally {
    // Also after an error: stored rows show in no figure before their month is rebuilt.
    rebuilt = await rebuildDirty(context)
  }
  const { read, written, removed, rejected } = result
  const months = [...new Set([...result.months, ...rebuilt])].sort()
  await advanceToProcessed(sync.store, months, sync.timeZone, sync.now())
  const quiet = written + removed + rejected + months.length === 0
  const odd = await oddities(sync)
  const main = quiet ? JOB_TEXT.upToDate : JOB_TEXT.imported(read, written + removed, rejected)
  return {
    state: rejected + odd.waiting + odd.remarks.length > 0 ? 'warning' : 'success',
    message: withOddities(main, odd),
    processed: read,
    detail: jobDetail({ ...sync.stats.report(), months, ...odd }),
    quiet,
  }
}

async function runListing(context: JobContext, job: SyncJob, work: Work['list']): Promise<Outcome> {
  let months: string[] = []
  try {
    await work(job, context)
    await settle(job)
  } finally {
    months = await rebuildDirty(context)
  }
  await advanceToProcessed(context.store, months, context.timeZone, context.now())
  return importOutcome({ ...job.stats.report(), months, ...(await oddities(job)) })
}

/** The outcome of a job that listed collections. */
function importOutcome(report: JobDetail, state = verdict(report)): Outcome {
  const counts = Object.values(report.collections)
  const sum = (field: 'read' | 'written' | 'rejected') =>
    counts.reduce((total, count) => total + count[field], 0)
  return {
    state,
    message:
      state === 'failed'
        ? IMPORT_TEXT.allRejected(report.rejects.slice(0, FIRST_REASONS).map(({ reason }) => reason))
        : withOddities(JOB_TEXT.imported(sum('read'), sum('written'), sum('rejected')), report),
    processed: sum('read'),
    detail: jobDetail(report),
  }
}

const FIRST_REASONS = 3

const withOddities = (
  message: string,
  { waiting = 0, remarks = [] }: Pick<JobDetail, 'waiting' | 'remarks'>,
): string => [message, ...(waiting > 0 ? [JOB_TEXT.waiting(waiting)] : []), ...remarks].join('; ')

/** Adds the records that could not be classified, since a full import reads all of them. */
export async function importedShop(
  { store, now, timeZone }: Pick<JobContext, 'store' | 'now' | 'timeZone'>,
  report: JobDetail,
): Promise<Outcome> {
  const unplaced = await unplacedIn(store, undefined, dayAt(now(), timeZone))
  const { message, detail, ...outcome } = importOutcome(report, importVerdict(report))
  const count = unplacedCount(unplaced)
  return {
    ...outcome,
    message: count > 0 ? `${message}; ${JOB_TEXT.unplaced(count)}` : message,
    detail: { ...detail, unplaced },
  }
}

/** Shops have no list of distributors: orders name them. */
async function importDistributors(job: ImportJob, month: Month) {
  const { store, reader, stats, progress } = job
  const pages = await reader.list.orders({ created: monthRange(month), refundDetails: false })
  if (!pages) return
  let started = false
  for await (const { facts, distributors = [], size, total } of pages) {
    if (!started) progress.start(IMPORT_TEXT.steps.orders, total)
    started = true
    await store.transaction(async (tx) => {
      await lockSync(tx)
      await job.assertCurrent?.(tx)
      await writeDistributorNames(tx, facts)
      await writeDistributors(tx, distributors)
    })
    const named = facts.flatMap(({ distributor }) => distributor?.dist_id ?? [])
    stats.add('distributors', { read: size, written: new Set(named).size })
    progress.advance(size)
  }
  progress.done()
}
