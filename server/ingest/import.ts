// Brings a whole shop in: settings, catalogue, accounts, orders, then the rollups of what changed. Goes on after a stop,
// repeats without doubling. Room ingest: may import sources, store, rollups and domain.
import { createHash } from 'node:crypto'
import { monthAt } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { newNotes } from '#server/ingest/notes.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { ROLLUPS } from '#server/rollups/tables.ts'
import type { Mapping } from '#server/sources/woocommerce/mapping.ts'
import type { Shop } from '#server/sources/woocommerce/shop.ts'
import { type TranslateContext, translateContext } from '#server/sources/woocommerce/translate.ts'
import { withAdvisoryLock } from '#server/store/advisory-lock.ts'
import { StoreError } from '#server/store/errors.ts'
import { sql } from '#server/store/sql.ts'
import { refreshStatistics } from '#server/store/statistics.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths } from '#server/store/versions.ts'
import { clearDemo, DATA_SOURCE } from './data-source.ts'
import { importCatalogue } from './import-catalogue.ts'
import { importCustomers, importOrders } from './import-orders.ts'
import { createStats, type ImportReport, type ImportStats } from './import-report.ts'
import { type ImportRun, openRun } from './import-run.ts'
import { IMPORT_TEXT } from './import-text.ts'
import type { Progress } from './progress.ts'
import { readSetting, writeSetting } from './settings.ts'
import { followFromImport, markImport } from './sync/cursors.ts'

export interface ImportOptions {
  readonly store: Store
  readonly shop: Shop
  readonly mapping: Mapping
  readonly timeZone: string
  readonly progress: Progress
  /** Takes the place of a currency that the shop does not tell. */
  readonly currency?: string
  /** Lines for the person who waits. */
  readonly say?: (line: string) => void
  readonly now?: () => Date
}

/** What the steps of one import share. */
export interface ImportJob {
  readonly store: Store
  readonly shop: Shop
  readonly run: ImportRun
  readonly context: TranslateContext
  readonly tally: ImportStats
  readonly progress: Progress
}

const DEFAULT_CURRENCY = 'ARS'

/** Setting that says on which clock the whole shop was last read. */
const TIME_ZONE = 'time_zone'

/** The shop was read on another clock: its days and months are not those of this one. */
export async function isOnAnotherClock(queries: Queries, timeZone: string): Promise<boolean> {
  const read = await readSetting(queries, TIME_ZONE)
  return read !== undefined && read !== timeZone
}

/**
 * Imports the whole shop and returns its report; what was written before an error stays, and the next call goes on from
 * there. One import at a time per database, whichever process makes it.
 */
export const importShop = (options: ImportOptions): Promise<ImportReport> =>
  withAdvisoryLock(
    options.store,
    'import',
    () => new StoreError('busy', IMPORT_TEXT.already),
    () => options.store.withBulkWriteSettings(() => importAlone(options)),
  )

async function importAlone(options: ImportOptions): Promise<ImportReport> {
  const { store, shop, progress, now = () => new Date(), say = () => {} } = options
  const started_at = now().toISOString()
  const currency = await currencyOf(options, say)
  if (await clearDemo(store)) say(IMPORT_TEXT.forgotDemo)
  const run = await openRun(store, shop.origin, translatedUnder(options, currency), now())
  if (run.resumed) say(IMPORT_TEXT.resumed)
  const tally = createStats(newNotes())
  const context = translateContext({
    mapping: options.mapping,
    currency,
    timeZone: options.timeZone,
    notes: tally.notes,
  })
  const job: ImportJob = { store, shop, run, context, tally, progress }
  const about = await shop.about()
  if (differs(about.timeZone, options.timeZone, started_at))
    say(IMPORT_TEXT.otherTimeZone(about.timeZone ?? '', options.timeZone))
  const mark = run.resumed ? undefined : await shop.changes?.newest('orders')
  await store.transaction(async (tx) => {
    if (!run.resumed) await markImport(tx, shop, mark, now())
    await writeSetting(tx, 'currency', currency)
    await writeSetting(tx, TIME_ZONE, options.timeZone)
    if (about.name) await writeSetting(tx, 'store_name', about.name)
  })
  let months: string[] = []
  try {
    await importCatalogue(job)
    await importCustomers(job)
    await importOrders(job)
  } finally {
    // Also after an error: what came in is shown by no figure before its month's rollups are made.
    months = await rebuild(store, progress)
  }
  const report = tally.report({
    origin: shop.origin,
    resumed: run.resumed,
    started_at,
    finished_at: now().toISOString(),
    months,
  })
  await finish(job, report, now(), options.timeZone)
  return report
}

/** What decides beside the records themselves what becomes of them, as one short word. */
function translatedUnder({ mapping, timeZone }: ImportOptions, currency: string): string {
  const said = JSON.stringify([mapping, timeZone, currency])
  return createHash('sha256').update(said).digest('base64url')
}

/** Asked first: it also shows that address and keys are right before anything is touched. */
async function currencyOf(
  { store, shop, currency }: ImportOptions,
  say: (line: string) => void,
): Promise<string> {
  const told = await shop.currency()
  if (told) return told.trim().toUpperCase()
  if (currency) return currency.trim().toUpperCase()
  const before = await readSetting(store, 'currency')
  if (typeof before === 'string') return before
  say(IMPORT_TEXT.noCurrency(DEFAULT_CURRENCY))
  return DEFAULT_CURRENCY
}

/** Two names of zones that show the same clock now are no reason to worry. */
function differs(shopZone: string | undefined, ours: string, now: string): boolean {
  if (shopZone === undefined || shopZone === ours) return false
  try {
    return wallClock(shopZone)(now) !== wallClock(ours)(now)
  } catch {
    // A zone that this machine does not know: the orders' own dates show a difference.
    return false
  }
}

/** What rollups are made of. */
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
  { store, run, shop }: ImportJob,
  report: ImportReport,
  now: Date,
  timeZone: string,
): Promise<void> {
  const present = monthAt(now, timeZone)
  await store.transaction(async (tx) => {
    await followFromImport(tx, shop, now)
    const newest = await tx.one<{ month: string | null }>(
      sql`select max(month) as month from orders where month <= ${present}`,
    )
    const before = await readSetting(tx, 'show_max_month')
    if (newest?.month && !(typeof before === 'string' && before >= newest.month))
      await writeSetting(tx, 'show_max_month', newest.month)
    await writeSetting(tx, DATA_SOURCE, { kind: 'woocommerce', origin: shop.address ?? shop.origin })
    await writeSetting(tx, 'import_report', report)
    await run.finish(tx)
  })
}
