// Enlarges a generated shop inside the engine: copies its months with new ids and rollups to earlier years, so the history
// grows while each month keeps its size.
import { addMonths, type Month } from '#contract/month.ts'
import { ROLLUPS } from '#server/figures/rollups.ts'
import { DISCOUNTS, LINES, ORDERS, REFUNDS } from '#server/ingest/write-columns.ts'
import { fillSpanning } from '#server/rollups/rebuild.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

/** Larger than every generated id. */
const ID_STEP = 1_000_000_000

const IDS = new Set(['order_id', 'line_id', 'discount_id', 'refund_id'])

/** One row per account or buyer, in the month of the first order. */
const FIRSTS = ['rollup_served', 'rollup_first_months']

/** Accounts stay as they are; cohorts and purchases are filled again, since copies give buyers earlier first orders. */
const NOT_COPIED = ['rollup_customers', 'rollup_cohorts', 'rollup_purchases', ...FIRSTS]

interface Copied {
  readonly table: string
  readonly columns: readonly string[]
}

/** A generated month and the month of its copy. */
interface Copy {
  readonly number: number
  /** How many months earlier the copy is. */
  readonly back: number
  readonly months: readonly Month[]
}

/** Copies histories until the store, which holds `from` of them, holds `factor`. */
export async function grow(
  store: Store,
  factor: number,
  onCopy: (copy: number) => void,
  from = 1,
): Promise<void> {
  const rows = await store.all<{ month: Month }>(
    sql`select distinct month from orders where order_id < ${ID_STEP} order by month`,
  )
  const months = rows.map(({ month }) => month)
  const tables: readonly Copied[] = [ORDERS, LINES, DISCOUNTS, REFUNDS, ...(await rollups(store))]
  for (let number = from; number < factor; number++) {
    const copy = { number, back: number * months.length, months }
    await store.transaction(async (tx) => {
      for (const table of tables) await copyRows(tx, table, copy)
      for (const table of FIRSTS) {
        const name = sql.identifier(table)
        await tx.run(sql`
          update ${name} set month = places.target
          from (values ${placesOf(copy, copy.back - months.length)}) places (source, target)
          where places.source = ${name}.month`)
      }
      await bumpVersions(
        tx,
        months.map((month) => addMonths(month, -copy.back)),
      )
    })
    onCopy(number)
  }
  await store.transaction(async (tx) => {
    for (const table of ['rollup_cohorts', 'rollup_purchases'])
      await tx.run(sql`delete from ${sql.identifier(table)}`)
    await fillSpanning(tx)
  })
}

/**
 * Copied months have the same rollups, since they have the same rows. Accounts and their sums are not copied; first
 * months move back with every copy.
 */
async function rollups(store: Store): Promise<Copied[]> {
  const found: Copied[] = []
  for (const { table } of ROLLUPS) {
    if (NOT_COPIED.includes(table)) continue
    const row = await store.one(sql`select * from ${sql.identifier(table)} limit 1`)
    if (row) found.push({ table, columns: Object.keys(row) })
  }
  return found
}

/** One statement in storage order, so that the rows of a month stay together. */
async function copyRows(tx: Queries, { table, columns }: Copied, copy: Copy): Promise<void> {
  const names = columns.map((column) => sql.identifier(column))
  const generated = columns.includes('order_id') ? sql`where t.order_id < ${ID_STEP}` : sql.empty
  await tx.run(sql`
    insert into ${sql.identifier(table)} (${sql.join(names)})
    select ${sql.join(columns.map((column) => copied(column, copy)))}
    from ${sql.identifier(table)} t join (values ${placesOf(copy)}) places (source, target) on places.source = t.month
    ${generated}`)
}

/** The months `moved` before the generated ones, each with the month of its copy. */
const placesOf = ({ months, back }: Copy, moved = 0): Sql =>
  sql.join(months.map((month) => sql`(${addMonths(month, -moved)}, ${addMonths(month, -back)})`))

function copied(column: string, { number, back }: Copy): Sql {
  const name = sql.identifier('t', column)
  if (IDS.has(column)) return sql`${name} + ${number * ID_STEP}`
  if (column === 'month') return sql`places.target`
  if (column === 'created_at' || column === 'modified_at') return earlier(name, back)
  return column === 'order_date' ? sql`cast(${earlier(name, back)} as date)` : name
}

const earlier = (name: Sql, months: number): Sql => sql`${name} - ${sql.raw(`interval '${months} months'`)}`
