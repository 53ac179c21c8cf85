// Compares the shop with the store, and every rollup with its rows, month by month; repairs differences.
import { dayAt } from '#contract/month.ts'
import { ROLLUPS, type Rollup } from '#server/figures/rollups.ts'
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { purgeImports } from '../file-import-rows.ts'
import { advanceToProcessed } from '../latest-month.ts'
import { withStableRules } from '../reclassify.ts'
import { purgeRemoved } from '../removal/removals.ts'
import { purgeStatusChanges } from '../status-changes.ts'
import { noShopCheck, reconcileShop, type ShopCheck } from '../sync/reconcile-shop.ts'
import { importState, openSync, openSyncJob } from '../sync/sync.ts'
import { isConnected, type Job, type JobContext } from './job.ts'
import { rebuildDirty } from './summaries.ts'
import { JOB_TEXT } from './text.ts'
import { unplacedCount, unplacedIn } from './unplaced.ts'

interface StatusDifference {
  readonly status: string
  readonly orders: number
  readonly rollup_orders: number
  readonly net: number
  readonly rollup_net: number
}

export const reconciliation: Job = {
  key: 'reconciliation',
  schedule: '0 4 * * *',
  needsShop: false,
  async run(context) {
    const { store, month, progress, timeZone, now } = context
    const shop = await checkShop(context)
    const months = month === undefined ? await allMonths(store) : [month]
    const repaired: { month: string; tables: string[]; statuses: StatusDifference[] }[] = []
    progress.start(JOB_TEXT.comparing, months.length)
    for (const checked of months) {
      const tables = await differingRollups(store, checked)
      if (tables.length > 0) {
        const statuses = await statusDifferences(store, checked)
        await store.transaction((tx) => rebuildMonths(tx, [checked]))
        repaired.push({ month: checked, tables, statuses })
      }
      progress.advance(1)
    }
    const repairedMonths = repaired.map((repair) => repair.month)
    await advanceToProcessed(store, [...repairedMonths, ...(shop?.months ?? [])], timeZone, now())
    await store.transaction((tx) => purgeRemoved(tx, now()))
    await store.transaction((tx) => purgeImports(tx, now()))
    await store.transaction((tx) => purgeStatusChanges(tx, now()))
    const unplaced = await unplacedIn(store, month, dayAt(now(), timeZone))
    const message = JOB_TEXT.reconciled(months.length, repairedMonths, shop, unplacedCount(unplaced))
    return {
      state: repaired.length > 0 || (shop !== undefined && isOdd(shop)) ? 'warning' : 'success',
      message: shop?.failure === undefined ? message : `${JOB_TEXT.shopSilent(shop.failure)}; ${message}`,
      processed: months.length,
      detail: { ...(shop && { shop }), repaired, unplaced },
    }
  },
}

const isOdd = ({ failure, differed, waiting, remarks }: ShopCheck): boolean =>
  failure !== undefined || differed + waiting + remarks.length > 0

/** Undefined if there is no shop to compare with. */
async function checkShop(context: JobContext): Promise<ShopCheck | undefined> {
  const source = (await isConnected(context)) ? await context.openSource?.() : undefined
  if (!source) return undefined
  context.onStop(() => source.close())
  try {
    const state = await importState(context.store, source)
    if (state !== 'done')
      return noShopCheck(state === 'importing' ? JOB_TEXT.importUnfinished : JOB_TEXT.elsewhere)
    return await withStableRules(context.store, source, async (rules) => {
      const sync = openSync(await openSyncJob(context, source, rules, context.progress))
      return sync && reconcileShop(sync, context)
    })
  } finally {
    source.close()
    // Also after an error, so that earlier repairs show in the figures.
    await rebuildDirty(context)
  }
}

/** Months that have rows or rollups of any kind. */
async function allMonths(queries: Queries): Promise<string[]> {
  const tables = ['orders', 'customers', ...ROLLUPS.map(({ table }) => table)]
  const months = tables.map((table) => sql`select distinct month from ${sql.identifier(table)}`)
  const rows = await queries.all<{ month: string }>(
    sql`select month from (${sql.join(months, sql` union `)}) as known order by month`,
  )
  return rows.map(({ month }) => month)
}

/** Tables whose rows of this month differ from those computed from facts. */
export async function differingRollups(queries: Queries, month: string): Promise<string[]> {
  const tables: string[] = []
  for (const rollup of ROLLUPS) if (await differs(queries, rollup, month)) tables.push(rollup.table)
  return tables
}

/** A rollup computed from the rows would differ. */
async function differs(queries: Queries, { table, columns, rows }: Rollup, month: string): Promise<boolean> {
  const names = sql.join(columns.map((column) => sql.identifier(column)))
  const stored = sql`select ${names} from ${sql.identifier(table)} where month = ${month}`
  const found = await queries.one<{ fresh: number; stored: number; other: number }>(sql`
    with fresh as (${rows([month])}), stored as (${stored})
    select (select count(*) from fresh) as fresh, (select count(*) from stored) as stored,
      (select count(*) from (select * from fresh except select * from stored) as missing) as other`)
  return found === undefined || found.fresh !== found.stored || found.other > 0
}

/** Orders and net of rows and of the rollup, by status, where they differ. */
const statusDifferences = (queries: Queries, month: string): Promise<StatusDifference[]> =>
  queries.all<StatusDifference>(sql`
    select status, sum(orders) as orders, sum(rollup_orders) as rollup_orders, sum(net) as net, sum(rollup_net) as rollup_net
    from (
      select status, count(*) as orders, 0 as rollup_orders, sum(net) as net, 0 as rollup_net
      from orders where counted and month = ${month} group by status
      union all
      select status, 0, sum(orders), 0, sum(net) from rollup_months where month = ${month} group by status
    ) as sides
    group by status
    having sum(orders) <> sum(rollup_orders) or sum(net) <> sum(rollup_net)
    order by status`)
