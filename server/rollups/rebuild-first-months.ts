// Updates the months of first orders, without reading the history of buyers that kept theirs.
import { firstMonthsAmong, WHOLE_SHOP } from '#server/figures/first-months.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'

const samePlace = (one: string, other: string): Sql => {
  const same = (column: string) => sql`${sql.identifier(one, column)} = ${sql.identifier(other, column)}`
  return sql`${same('buyer')} and ${same('dist_id')}`
}

/**
 * The month of a table that is joined by buyer. While its statistics know no row of these months, PostgreSQL would read all of them by
 * their index for each row of the other table.
 */
const monthOf = ({ engine }: Queries, table: string): Sql =>
  sql`${sql.identifier(table, 'month')}${engine === 'postgres' ? sql` || ''` : sql.empty}`

/** Updates these months; reads all months only for buyers that lost their first order. Known buyers that move change their cohorts. */
export async function rebuildFirstMonths(tx: Queries, months: readonly string[]): Promise<void> {
  await lockSpanning(tx)
  const now = firstMonthsAmong(sql`month in (${months})`)
  // Deletes rows without a corresponding order.
  const lost = sql`month in (${months}) and not exists (
    select 1 from rollup_month_buyers b where ${monthOf(tx, 'b')} in (${months}) and ${monthOf(tx, 'b')} = first.month
      and b.buyer = first.buyer and (first.dist_id = ${WHOLE_SHOP} or b.dist_id = first.dist_id))`
  const lostRows = sql`select dist_id, buyer from rollup_first_months first where ${lost}`
  if (await isAny(tx, lostRows)) {
    const again = firstMonthsAmong(sql`buyer in (select buyer from (${lostRows}) lost)`)
    await tx.run(sql`
      insert into rollup_first_months (month, dist_id, buyer)
      select f.month, f.dist_id, f.buyer from (${again}) f
      where exists (select 1 from (${lostRows}) l where ${samePlace('l', 'f')})`)
    await tx.run(sql`delete from rollup_first_months as first where ${lost}`)
    await emptyCohorts(tx)
  }
  await tx.run(sql`
    insert into rollup_first_months (month, dist_id, buyer)
    select n.month, n.dist_id, n.buyer from (${now}) n
    where not exists (
      select 1 from rollup_first_months f where ${samePlace('f', 'n')} and f.month <= n.month)
    order by n.month, n.dist_id, n.buyer`)
  const later = sql`
    from rollup_first_months as later where later.month > ${months.toSorted()[0] ?? ''} and exists (
      select 1 from rollup_first_months f where ${monthOf(tx, 'f')} in (${months}) and f.month < later.month
        and ${samePlace('f', 'later')})`
  if (await isAny(tx, sql`select 1 ${later}`)) {
    await tx.run(sql`delete ${later}`)
    await emptyCohorts(tx)
  }
}

const emptyCohorts = (tx: Queries): Promise<number> => tx.run(sql`delete from rollup_cohorts`)

/** Checked before a write: such rows are rare, and a write with a join reads everything that is joined. */
const isAny = async (tx: Queries, rows: Sql): Promise<boolean> =>
  (await tx.all(sql`select 1 as found from (${rows}) rows_found limit 1`)).length > 0
