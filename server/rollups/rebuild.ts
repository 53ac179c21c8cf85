// Brings the rollups in line with the rows, month by month. Room rollups: may import store and domain.
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { dirtyMonths, lockDimensions, markClean } from '#server/store/versions.ts'
import { ROLLUPS } from './tables.ts'

/** Months with fewer orders than this together are rebuilt in one pass over their rows; more make distinct counts outgrow the processor's caches. */
const ORDERS_PER_PASS = 125_000

/** PostgreSQL works for each connection on a processor of its own; two leave room for those who ask meanwhile. */
const LANES = { duckdb: 1, postgres: 2 } as const

export interface RebuildOptions {
  /** Called after each pass with the months it rebuilt. */
  readonly onPass?: (months: readonly string[], left: number) => void
}

/**
 * Rebuilds every month whose rows changed since its rollups were made, each pass in its own transaction, and returns
 * these months. Costs what the months hold, never the history.
 */
export async function rebuildDirtyMonths(store: Store, { onPass }: RebuildOptions = {}): Promise<string[]> {
  const months = await dirtyMonths(store)
  let left = months.length
  const waiting = await passes(store, months)
  const lane = async (): Promise<void> => {
    for (;;) {
      const pass = waiting.shift()
      if (!pass) return
      await store.transaction((tx) => rebuildMonths(tx, pass))
      left -= pass.length
      onPass?.(pass, left)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: LANES[store.engine] }, lane))
  for (const end of ended) if (end.status === 'rejected') throw end.reason
  return months
}

/** Rebuilds the rollups of these months in the caller's transaction; a month without rows ends with none. */
export async function rebuildMonths(tx: Queries, months: readonly string[]): Promise<void> {
  if (months.length === 0) return
  await lockDimensions(tx, 'rebuild')
  await markClean(tx, months)
  for (const { table, rows, rebuild } of ROLLUPS) {
    if (rebuild) {
      await rebuild(tx, months)
      continue
    }
    const name = sql.identifier(table)
    await tx.run(sql`delete from ${name} where month in (${months})`)
    await tx.run(sql`insert into ${name} ${rows(months)}`)
  }
}

/** The months in groups that hold a bounded number of orders; a month that holds more stands alone. */
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
