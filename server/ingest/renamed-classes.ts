// Recognizes that the shop renamed a business or segment: all its products go to one name that no product had before.
import { NO_BUSINESS, NO_SEGMENT, type ProductFact } from '#server/domain/facts.ts'
import { NAMED_DIMENSIONS, type NamedDimension } from '#server/figures/former-names.ts'
import { insertRow } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { Change } from './write-rows.ts'

export const NONE: readonly string[] = ['', NO_BUSINESS, NO_SEGMENT]

type Moves = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Goals and open incidents take the new name; filters find it through `former_names`. Returns the deleted products that took it:
 * the shop no longer tells their class.
 */
export async function followRenames(
  tx: Queries,
  changes: readonly Change<Pick<ProductFact, NamedDimension>>[],
): Promise<number[]> {
  const taken: number[] = []
  for (const dimension of NAMED_DIMENSIONS) {
    const moves = movesOf(dimension, changes)
    await forgetNamesInUse(tx, dimension, changes)
    for (const [from, targets] of moves) {
      const [to] = targets
      if (to === undefined || targets.size > 1 || NONE.includes(to)) continue
      // A product that the shop adds meanwhile may have the new name too.
      const arrivals = changes.filter(
        ({ before, after }) => (!before || before[dimension] === from) && after[dimension] === to,
      )
      if ((await productsOf(tx, dimension, from)) > 0) continue
      if ((await productsOf(tx, dimension, to)) > arrivals.length) continue
      await rename(tx, dimension, from, to)
      taken.push(...(await takeDeleted(tx, dimension, from, to)))
    }
  }
  return taken
}

/** Former name → names that its products have now. */
function movesOf(
  dimension: NamedDimension,
  changes: readonly Change<Pick<ProductFact, NamedDimension>>[],
): Moves {
  const moves = new Map<string, Set<string>>()
  for (const { before, after } of changes) {
    const from = String(before?.[dimension] ?? '')
    if (from === after[dimension] || NONE.includes(from)) continue
    moves.set(from, (moves.get(from) ?? new Set()).add(after[dimension]))
  }
  return moves
}

async function productsOf(tx: Queries, dimension: NamedDimension, name: string): Promise<number> {
  const row = await tx.one<{ products: number }>(sql`
    select count(*) as products from products
    where ${sql.identifier(dimension)} = ${name} and status <> 'deleted'`)
  return row?.products ?? 0
}

async function takeDeleted(
  tx: Queries,
  dimension: NamedDimension,
  from: string,
  to: string,
): Promise<number[]> {
  const column = sql.identifier(dimension)
  const rows = await tx.all<{ id: number }>(
    sql`select product_id as id from products where ${column} = ${from}`,
  )
  if (rows.length > 0) await tx.run(sql`update products set ${column} = ${to} where ${column} = ${from}`)
  return rows.map(({ id }) => id)
}

/** A name that products have again means itself. */
async function forgetNamesInUse(
  tx: Queries,
  dimension: NamedDimension,
  changes: readonly Change<Pick<ProductFact, NamedDimension>>[],
): Promise<void> {
  const used = [...new Set(changes.map(({ after }) => after[dimension]))]
  if (used.length > 0)
    await tx.run(sql`delete from former_names where dimension = ${dimension} and old_key in (${used})`)
}

async function rename(tx: Queries, dimension: NamedDimension, from: string, to: string): Promise<void> {
  await moveKey(tx, dimension, from, to)
  await insertRow(tx, 'former_names', { dimension, old_key: from, new_key: to })
  await bumpVersions(tx, ['goals', 'dimensions'])
}

/** A goal stays where the new name has one already. */
export async function moveKey(
  tx: Queries,
  dimension: NamedDimension,
  from: string,
  to: string,
): Promise<void> {
  await tx.run(
    sql`update former_names set new_key = ${to} where dimension = ${dimension} and new_key = ${from}`,
  )
  await tx.run(sql`
    update goals set value_key = ${to} where dimension = ${dimension} and value_key = ${from}
      and not exists (
        select 1 from goals g where g.dimension = ${dimension} and g.value_key = ${to}
          and g.month = goals.month and g.measure = goals.measure)`)
  await tx.run(sql`
    update alert_incidents set value_key = ${to} where value_key = ${from} and ended_on is null
      and alert_id in (select alert_id from alerts where question like ${`%by=${dimension}%`})`)
}
