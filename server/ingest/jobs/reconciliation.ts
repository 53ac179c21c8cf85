// Holds the shop against what is stored, and every rollup against its rows, month by month, and mends what differs.
// Room ingest: may import sources, rollups and store.
import { rebuildMonths } from '#server/rollups/rebuild.ts'
import { ROLLUPS, type Rollup } from '#server/rollups/tables.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { underMapping } from '../reclassify.ts'
import { reconcileShop, type ShopCheck } from '../sync/reconcile-shop.ts'
import { isImporting, openSync } from '../sync/sync.ts'
import { isConnected, type Job, type JobContext } from './job.ts'
import { advanceLatestMonth } from './latest-month.ts'
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
    const shop = await withShop(context)
    const months = month === undefined ? await allMonths(store) : [month]
    const repaired: { month: string; tables: string[]; statuses: StatusDifference[] }[] = []
    progress.start(JOB_TEXT.comparing, months.length)
    for (const one of months) {
      const tables = await differing(store, one)
      if (tables.length > 0) {
        const statuses = await byStatus(store, one)
        await store.transaction((tx) => rebuildMonths(tx, [one]))
        repaired.push({ month: one, tables, statuses })
      }
      progress.advance(1)
    }
    const mended = repaired.map((one) => one.month)
    await advanceLatestMonth(store, [...mended, ...(shop?.months ?? [])], timeZone, now())
    const unplaced = await unplacedIn(store, month)
    const message = JOB_TEXT.reconciled(months.length, mended, shop, unplacedCount(unplaced))
    return {
      state:
        repaired.length > 0 || shop?.failure !== undefined || (shop?.differed ?? 0) > 0
          ? 'warning'
          : 'success',
      message: shop?.failure === undefined ? message : `${JOB_TEXT.shopSilent(shop.failure)}; ${message}`,
      processed: months.length,
      detail: { ...(shop && { shop }), repaired, unplaced },
    }
  },
}

/** What the comparison with the shop found; undefined where there is none to compare with. */
async function withShop(context: JobContext): Promise<ShopCheck | undefined> {
  if (!(await isConnected(context)) || (await isImporting(context))) return undefined
  const shop = await context.openSource?.()
  if (!shop) return undefined
  context.onStop(() => shop.close())
  try {
    return await underMapping(context, async () => {
      const sync = await openSync(context, shop)
      return sync && reconcileShop(sync, context)
    })
  } finally {
    shop.close()
    // What was mended is in the figures also when the shop fell silent halfway.
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

async function differing(queries: Queries, month: string): Promise<string[]> {
  const tables: string[] = []
  for (const rollup of ROLLUPS) if (await differs(queries, rollup, month)) tables.push(rollup.table)
  return tables
}

/** A rollup that was made today from the rows would hold other lines. */
async function differs(queries: Queries, { table, rows }: Rollup, month: string): Promise<boolean> {
  const kept = sql`select * from ${sql.identifier(table)} where month = ${month}`
  const found = await queries.one<{ fresh: number; kept: number; other: number }>(sql`
    with fresh as (${rows([month])}), kept as (${kept})
    select (select count(*) from fresh) as fresh, (select count(*) from kept) as kept,
      (select count(*) from (select * from fresh except select * from kept) as missing) as other`)
  return found === undefined || found.fresh !== found.kept || found.other > 0
}

/** Orders and net of rows beside those of the rollup, for the statuses where they differ. */
const byStatus = (queries: Queries, month: string): Promise<StatusDifference[]> =>
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
