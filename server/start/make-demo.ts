// Fills a store with a generated shop, in batches and month by month.
import { addDays, addMonths, dayAt, type Month, monthAt } from '#contract/month.ts'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { clearStore, contentsOf, DATA_SOURCE } from '#server/ingest/data-source.ts'
import { type Progress, silentProgress } from '#server/ingest/progress.ts'
import { appendOrders } from '#server/ingest/write.ts'
import { writeCategories, writeCoupons, writeProducts } from '#server/ingest/write-catalog.ts'
import { CUSTOMERS } from '#server/ingest/write-columns.ts'
import { writeDistributors } from '#server/ingest/write-distributors.ts'
import { insertFacts } from '#server/ingest/write-rows.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type DemoOptions, type DemoShop, demoShop } from '#server/sources/demo/generate.ts'
import { refreshStatistics } from '#server/store/schema-tables.ts'
import { writeSetting } from '#server/store/settings.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions, markDirty } from '#server/store/versions.ts'

export const DEMO_DEFAULTS = { orders: 60_000, months: 24, seed: 1 } as const

/** Small enough for the heap's young generation, large enough to fill whole chunks of the engine. */
const BATCH = 4096

export interface DemoReport {
  readonly orders: number
  readonly customers: number
  readonly from: Month
  readonly until: Month
}

/** The store has data of a shop, which must not be mixed with generated data. */
export class NotEmptyError extends Error {}

/** The previous calendar month in the shop's time zone. */
export const lastFullMonth = (timeZone: string, now = new Date()): Month =>
  addMonths(monthAt(now, timeZone), -1)

/** With fewer days, a running month is too young to compare and to forecast. */
const FEWEST_DAYS = 3

/** The last full month, and yesterday where the running month has a few whole days. */
export function demoEnd(timeZone: string, now = new Date()): Pick<DemoOptions, 'until' | 'through'> {
  const yesterday = addDays(dayAt(now, timeZone), -1)
  const until = lastFullMonth(timeZone, now)
  const isRunning = yesterday.slice(0, 7) > until && Number(yesterday.slice(8)) >= FEWEST_DAYS
  return { until, through: isRunning ? yesterday : undefined }
}

export interface ReplaceOptions {
  /** Also replaces data of a shop. */
  readonly replace?: boolean
}

export interface MakeOptions extends ReplaceOptions {
  /** Runs in the transaction that completes the demo, for which other servers wait. */
  readonly also?: (tx: Queries) => Promise<unknown>
}

/** The kind of data in the store; fails if it may not be replaced. */
export async function assertReplaceable(store: Store, { replace = false }: ReplaceOptions) {
  const contents = await contentsOf(store)
  if (contents === 'shop' && !replace) throw new NotEmptyError('the store holds data of a shop')
  return contents
}

/**
 * Replaces generated data, and a shop's data only with `replace`. Orders are written in one transaction, which compresses
 * better. `contentsOf` reports an interrupted run, which can be repeated.
 */
export async function makeDemo(
  store: Store,
  options: DemoOptions,
  progress: Progress = silentProgress,
  { also, ...replacing }: MakeOptions = {},
): Promise<DemoReport> {
  const contents = await assertReplaceable(store, replacing)
  const shop = demoShop(options)
  await store.transaction(async (tx) => {
    if (contents !== 'empty') await clearStore(tx)
    await mark(tx, options, false)
    await writeCatalogue(tx, shop)
  })
  progress.start('Clientes', shop.customerCount)
  await store.transaction((tx) => writeAccounts(tx, shop, progress))
  progress.start('Órdenes', options.orders)
  await store.transaction(async (tx) => {
    for (const month of shop.months)
      for (const batch of shop.orders(month, BATCH)) {
        await appendOrders(tx, batch)
        progress.advance(batch.length)
      }
  })
  await refreshStatistics(store, ['orders', 'order_lines', 'order_discounts', 'customers', 'products'])
  progress.start('Resúmenes por mes')
  await rebuildDirtyMonths(store, { onPass: (months) => progress.advance(months.length) })
  await refreshStatistics(
    store,
    ROLLUPS.map(({ table }) => table),
  )
  await store.transaction(async (tx) => {
    await also?.(tx)
    await mark(tx, options, true)
  })
  progress.done()
  return {
    orders: options.orders,
    customers: shop.customerCount,
    from: shop.months[0] ?? options.until,
    until: shop.months.at(-1) ?? options.until,
  }
}

async function mark(
  tx: Queries,
  { orders, months, until, through, seed }: DemoOptions,
  complete: boolean,
): Promise<void> {
  await writeSetting(tx, DATA_SOURCE, { kind: 'demo', orders, months, until, through, seed, complete })
  await writeSetting(tx, 'demo', true)
  if (!complete) return
  await writeSetting(tx, 'show_max_month', through?.slice(0, 7) ?? until)
  await writeSetting(tx, 'store_name', 'Alimentos del Alba (demo)')
  await writeSetting(tx, 'currency', 'ARS')
}

async function writeCatalogue(tx: Queries, shop: DemoShop): Promise<void> {
  await writeCategories(tx, shop.categories)
  await writeProducts(tx, shop.products)
  await writeCoupons(tx, shop.coupons)
  await writeDistributors(tx, shop.distributors)
}

async function writeAccounts(tx: Queries, shop: DemoShop, progress: Progress): Promise<void> {
  const months = new Set<Month>()
  for (const batch of shop.customers()) {
    await insertFacts(
      tx,
      CUSTOMERS,
      batch.map((customer) => ({ ...customer })),
    )
    for (const { month } of batch) months.add(month)
    progress.advance(batch.length)
  }
  await markDirty(tx, months)
  await bumpVersions(tx, ['dimensions'])
}
