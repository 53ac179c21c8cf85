import { ROLLUPS } from '#server/figures/rollups.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, lockDimensions, markClean } from '#server/store/versions.ts'
import { fillCohorts, rebuildCohorts } from './rebuild-cohorts.ts'
import { rebuildFirstMonths } from './rebuild-first-months.ts'
import { fillPurchases, rebuildPurchases } from './rebuild-purchases.ts'
import { rebuildServedAccounts } from './rebuild-served-accounts.ts'

/** Larger passes make distinct counts outgrow the processor's caches, and windows over their orders take a kilobyte each. */
const ORDERS_PER_PASS = 40_000

/** PostgreSQL uses one processor per connection; two leave room for other queries. */
const WORKERS = { duckdb: 1, postgres: 2 } as const

type Rebuild = (tx: Queries, months: readonly string[]) => Promise<void>

/** Incremental updates, of tables whose query reads more than these months. */
const INCREMENTAL: ReadonlyMap<string, Rebuild> = new Map([
  ['rollup_first_months', rebuildFirstMonths],
  ['rollup_cohorts', rebuildCohorts],
  ['rollup_purchases', rebuildPurchases],
  ['rollup_served', rebuildServedAccounts],
])

export interface RebuildOptions {
  /** Called after each pass with the months it rebuilt. */
  readonly onPass?: (months: readonly string[], left: number) => void
}

/** Rebuilds the months whose rows changed since their last rebuild and returns them. One transaction per pass. */
export async function rebuildDirtyMonths(store: Store, { onPass }: RebuildOptions = {}): Promise<string[]> {
  const months = await dirtyMonths(store)
  let left = months.length
  const pending = await passes(store, months)
  const worker = async (): Promise<void> => {
    for (;;) {
      const pass = pending.shift()
      if (!pass) return
      await store.transaction((tx) => rebuildPass(tx, pass))
      left -= pass.length
      onPass?.(pass, left)
    }
  }
  const results = await Promise.allSettled(Array.from({ length: WORKERS[store.engine] }, worker))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  await store.transaction(fillSpanning)
  return months
}

/** Rebuilds these months in the caller's transaction. */
export async function rebuildMonths(tx: Queries, months: readonly string[]): Promise<void> {
  if (months.length === 0) return
  await rebuildPass(tx, months)
  await fillSpanning(tx)
}

/** Fills the tables of all months that are empty. */
export async function fillSpanning(tx: Queries): Promise<void> {
  await fillCohorts(tx)
  await fillPurchases(tx)
}

/** May leave the table of cohorts empty; it is filled once after the last pass. */
export async function rebuildPass(tx: Queries, months: readonly string[]): Promise<void> {
  if (months.length === 0) return
  await lockDimensions(tx, 'rebuild')
  await markClean(tx, months)
  for (const { table, columns, rows } of ROLLUPS) {
    const rebuild = INCREMENTAL.get(table)
    if (rebuild) {
      await rebuild(tx, months)
      continue
    }
    const name = sql.identifier(table)
    await tx.run(sql`delete from ${name} where month in (${months})`)
    const names = sql.join(columns.map((column) => sql.identifier(column)))
    await tx.run(sql`insert into ${name} (${names}) ${rows(months)}`)
  }
}

/** Groups months up to ORDERS_PER_PASS; a larger month gets its own pass. */
async function passes(store: Store, months: readonly string[]): Promise<string[][]> {
  if (months.length < 2) return months.map((month) => [month])
  const counted = await store.all<{ month: string; orders: number }>(
    sql`select month, count(*) as orders from orders where month in (${months}) group by month`,
  )
  const ordersOf = new Map(counted.map(({ month, orders }) => [month, orders]))
  const groups: string[][] = []
  let orders = 0
  for (const month of months) {
    const more = ordersOf.get(month) ?? 0
    const group = groups.at(-1)
    if (group && orders + more <= ORDERS_PER_PASS) {
      group.push(month)
      orders += more
    } else {
      groups.push([month])
      orders = more
    }
  }
  return groups
}
