// Imports a whole shop: settings, catalogue, accounts and orders, then the rollups of changed months. Resumes after a
// stop; repeating it duplicates nothing.
import { createHash } from 'node:crypto'
import { entryOf } from '#contract/entry.ts'
import { monthAt } from '#contract/month.ts'
import { ANALYTICS_SETTINGS } from '#server/domain/analytics-settings.ts'
import { DEFAULT_CURRENCY } from '#server/domain/money.ts'
import { differentZones } from '#server/domain/wall-clock.ts'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { StoreError } from '#server/store/errors.ts'
import { acquireLock } from '#server/store/locks.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { readSetting, writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths } from '#server/store/versions.ts'
import { clearDemo, DATA_SOURCE, dataKind, TIME_ZONE } from './data-source.ts'
import { importCatalogue } from './import-catalogue.ts'
import { type ImportJob, openImportJob } from './import-job.ts'
import { importCustomers, importOrders } from './import-orders.ts'
import { type ImportReport, importVerdict } from './import-report.ts'
import { openRun } from './import-run.ts'
import { IMPORT_TEXT } from './import-text.ts'
import { claimImport, holdImport } from './jobs/hold-import.ts'
import { importedShop } from './jobs/source-jobs.ts'
import { advanceLatestMonth } from './latest-month.ts'
import { noteOrderStatuses } from './order-statuses.ts'
import type { Progress } from './progress.ts'
import { withStableRules } from './reclassify.ts'
import { waitingCount } from './removal/removals.ts'
import { settleRemovals } from './removal/settle.ts'
import { type Rules, type Source, SourceError } from './source.ts'
import { followFromImport, isFollowedElsewhere, markImport, shopNow } from './sync/cursors.ts'
import { SHOP_SETTINGS } from './sync/shop-settings.ts'

export interface ImportOptions {
  readonly store: Store
  readonly source: Source
  readonly timeZone: string
  readonly progress: Progress
  /** Used if the shop does not report its currency. */
  readonly currency?: string
  /** Receives lines for the operator. */
  readonly say?: (line: string) => void
  readonly now?: () => Date
}

/** The shop was imported in another time zone, so its days and months differ from this one's. */
export async function isOnAnotherClock(queries: Queries, timeZone: string): Promise<boolean> {
  const imported = await readSetting(queries, TIME_ZONE)
  return imported !== undefined && imported !== timeZone
}

/**
 * Imports the whole shop and returns its report. What was written before an error stays, and the next call resumes
 * there. One import at a time per database, in whichever process it runs.
 */
export async function importShop(options: ImportOptions): Promise<ImportReport> {
  const { store, source, now = () => new Date() } = options
  const runId = await claimImport(store, { now: now() })
  if (runId === undefined) throw new StoreError('busy', IMPORT_TEXT.already)
  const onLost = () => source.close()
  return holdImport(store, runId, { progress: options.progress, onLost, now }, async (progress) => {
    const result = await importWhileHeld({ ...options, progress })
    return { result, ending: await importedShop({ ...options, now }, result) }
  })
}

/** For the process that holds the job `import`. */
export const importWhileHeld = (options: ImportOptions): Promise<ImportReport> =>
  options.store.withBulkWriteSettings(() =>
    withStableRules(options.store, options.source, (rules) => importUnder(rules, options)),
  )

async function importUnder(rules: Rules, options: ImportOptions): Promise<ImportReport> {
  const { store, source, timeZone, progress, now = () => new Date(), say = () => {} } = options
  const started_at = now().toISOString()
  await refuseOtherKinds(store, source)
  const currency = await currencyOf(options, say)
  if (await clearDemo(store)) say(IMPORT_TEXT.forgotDemo)
  const run = await openRun(store, source.origin, fingerprint(rules, timeZone, currency), now())
  if (run.resumed) say(IMPORT_TEXT.resumed)
  const opened = openImportJob({ store, run, progress, rules, currency, timeZone, now })
  const { reader, stats } = opened
  // By their dates, rows of another shop may look newer than this one's.
  const authoritative = reader.changes !== undefined && (await isFollowedElsewhere(store, source.origin))
  const job = { ...opened, authoritative }
  const info = await source.info()
  if (differentZones(info.timeZone, timeZone, started_at))
    say(IMPORT_TEXT.otherTimeZone(info.timeZone ?? '', timeZone))
  await noteOrderStatuses(store, source)
  const newest = run.resumed ? undefined : await reader.changes?.newest('orders')
  await store.transaction(async (tx) => {
    if (!run.resumed)
      await markImport(
        tx,
        source,
        reader.changes && { newest, shopNow: shopNow(reader.changes, now()), now: now() },
      )
    await writeSetting(tx, 'currency', currency)
    await writeSetting(tx, SHOP_SETTINGS, undefined)
    await writeSetting(tx, ANALYTICS_SETTINGS, info.analytics)
    if (reader.changes || !(await isOnAnotherClock(tx, timeZone))) await writeSetting(tx, TIME_ZONE, timeZone)
    if (info.name) await writeSetting(tx, 'store_name', info.name)
  })
  let months: string[] = []
  try {
    await importCatalogue(job)
    await importCustomers(job)
    await importOrders(job)
    const proven = job.proven.take()
    await store.transaction(async (tx) => {
      await acquireLock(tx, 'sync', 'exclusive')
      await settleRemovals(tx, job, proven, 'later')
    })
  } finally {
    // Also after an error: imported rows show in no figure before their month is rebuilt.
    months = await rebuild(store, progress)
  }
  const report: ImportReport = {
    ...stats.report(),
    waiting: await waitingCount(store),
    remarks: source.remarks?.() ?? [],
    origin: source.origin,
    resumed: run.resumed,
    started_at,
    finished_at: now().toISOString(),
    months,
  }
  if (await readEveryOrder(store, report)) await writeSetting(store, TIME_ZONE, timeZone)
  await finish(job, source, report, monthAt(now(), timeZone), now())
  return report
}

/** Files may hold a part of the shop: the other orders stay in the days and months of an earlier time zone. */
async function readEveryOrder(queries: Queries, { collections }: ImportReport): Promise<boolean> {
  const stored = await queries.one<{ orders: number }>(sql`select count(*) as orders from orders`)
  const { written = 0, unchanged = 0 } = entryOf(collections, 'orders') ?? {}
  return written + unchanged >= (stored?.orders ?? 0)
}

/** Ids of different kinds of sources would replace one another. */
async function refuseOtherKinds(store: Store, { kind }: Source): Promise<void> {
  const stored = await dataKind(store)
  if (stored !== undefined && stored !== 'demo' && stored !== kind)
    throw new SourceError('refused', IMPORT_TEXT.otherKind(stored, kind))
}

/** Everything except the records that decides how they are stored. */
const fingerprint = (rules: Rules, timeZone: string, currency: string): string =>
  createHash('sha256')
    .update(JSON.stringify([rules.fingerprint, timeZone, currency]))
    .digest('base64url')

/** The first request: also checks address and keys before anything is changed. */
async function currencyOf({ store, source, currency }: ImportOptions, say: (line: string) => void) {
  const known = (await source.currency()) || currency
  if (known) return known.trim().toUpperCase()
  const stored = await readSetting(store, 'currency')
  if (typeof stored === 'string') return stored
  say(IMPORT_TEXT.noCurrency(DEFAULT_CURRENCY))
  return DEFAULT_CURRENCY
}

/** The tables that rollups read. */
const FACTS = ['orders', 'order_lines', 'order_discounts', 'order_refunds', 'customers', 'products']

async function rebuild(store: Store, progress: Progress): Promise<string[]> {
  const dirty = await dirtyMonths(store)
  if (dirty.length === 0) return []
  await refreshStatistics(store, FACTS)
  progress.start(IMPORT_TEXT.months, dirty.length)
  const months = await rebuildDirtyMonths(store, { onPass: (pass) => progress.advance(pass.length) })
  progress.done()
  await refreshStatistics(
    store,
    ROLLUPS.map(({ table }) => table),
  )
  return months
}

async function finish(
  { store, run }: ImportJob,
  source: Source,
  report: ImportReport,
  present: string,
  now: Date,
): Promise<void> {
  await store.transaction(async (tx) => {
    await writeSetting(tx, 'import_report', report)
    await run.finish(tx)
    if (importVerdict(report) === 'failed') return
    await followFromImport(tx, source, now)
    await advanceLatestMonth(tx, sql`select max(month) as month from orders where month <= ${present}`)
    await writeSetting(tx, DATA_SOURCE, { kind: source.kind, origin: source.address ?? source.origin })
  })
}
