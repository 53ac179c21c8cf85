// Makes a generated shop many times larger inside the engine: its months are copied under new ids into ever earlier
// years, so that every month keeps its size while the history grows; the time is that of copying rows.
import { addMonths, type Month } from '#contract/month.ts'
import { DISCOUNTS, LINES, ORDERS, REFUNDS } from '#server/ingest/write-columns.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { markDirty } from '#server/store/versions.ts'

/** Beyond every id that the generator gives. */
const ID_STEP = 1_000_000_000

const IDS = new Set(['order_id', 'line_id', 'discount_id', 'refund_id'])

/** Copies until the store holds `factor` times the orders of the `from` histories that it holds. */
export async function grow(
  store: Store,
  factor: number,
  said: (copy: number) => void,
  from = 1,
): Promise<void> {
  const rows = await store.all<{ month: Month }>(
    sql`select distinct month from orders where order_id < ${ID_STEP} order by month`,
  )
  const months = rows.map(({ month }) => month)
  for (let copy = from; copy < factor; copy++) {
    await store.transaction((tx) => copyMonths(tx, months, copy, copy * months.length))
    said(copy)
  }
  await rebuildDirtyMonths(store)
}

async function copyMonths(tx: Queries, months: readonly Month[], copy: number, back: number): Promise<void> {
  for (const month of months) {
    const target = addMonths(month, -back)
    for (const { table, columns } of [ORDERS, LINES, DISCOUNTS, REFUNDS]) {
      const values = columns.map((column) => copied(column, target, copy, back))
      await tx.run(sql`
        insert into ${sql.identifier(table)} (${sql.join(columns.map((column) => sql.identifier(column)))})
        select ${sql.join(values)} from ${sql.identifier(table)}
        where month = ${month} and order_id < ${ID_STEP}`)
    }
    await markDirty(tx, [target])
  }
}

function copied(column: string, target: Month, copy: number, back: number): Sql {
  const name = sql.identifier(column)
  if (IDS.has(column)) return sql`${name} + ${copy * ID_STEP}`
  if (column === 'month') return sql`${target}`
  if (column === 'created_at' || column === 'modified_at') return earlier(name, back)
  return column === 'order_date' ? sql`cast(${earlier(name, back)} as date)` : name
}

const earlier = (name: Sql, months: number): Sql => sql`${name} - ${sql.raw(`interval '${months} months'`)}`
