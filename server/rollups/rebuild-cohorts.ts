// A rebuilt month that moves the first order of known buyers empties the table of cohorts, and it is filled again afterwards.
import { isFilled } from '#server/figures/cohort-cells.ts'
import { WHOLE_SHOP } from '#server/figures/first-months.ts'
import { type Sql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'

/** Rebuilt after `rollup_first_months`, which holds the lock and empties the table if cells of other months change. */
export async function rebuildCohorts(tx: Queries, months: readonly string[]): Promise<void> {
  if (!(await isFilled(tx))) return
  await tx.run(sql`delete from rollup_cohorts where month in (${months})`)
  await fill(tx, (month) => sql`${month} in (${months})`)
}

/**
 * The same cells for the whole shop, from the rollup of first months, in a quarter of the time. A buyer of several distributors has a
 * row for each in a month; `rollup_shared_buyers` names those to subtract.
 */
function storedCells(within: (month: Sql) => Sql): Sql {
  const known = sql`
    select b.month, f.month as cohort, count(*) as buyers, sum(b.orders) as orders, sum(b.net) as net
    from rollup_month_buyers b join rollup_first_months f on f.buyer = b.buyer and f.dist_id = ${WHOLE_SHOP}
    where ${within(sql`b.month`)} group by b.month, f.month`
  const shared = sql`
    select s.month, f.month, count(distinct s.buyer) - count(*), 0, 0
    from rollup_shared_buyers s join rollup_first_months f on f.buyer = s.buyer and f.dist_id = ${WHOLE_SHOP}
    where ${within(sql`s.month`)} group by s.month, f.month`
  const unknown = sql`
    select month, month, sum(orders), sum(orders), sum(net) from rollup_month_buyers
    where buyer = '' and ${within(sql`month`)} group by month`
  return sql`
    select month, cohort, cast(sum(buyers) as bigint) as buyers, cast(sum(orders) as bigint) as orders, sum(net) as net
    from (${sql.union([known, shared, unknown], 'all')}) cells
    group by month, cohort`
}

const fill = (tx: Queries, within: (month: Sql) => Sql): Promise<number> =>
  tx.run(sql`
    insert into rollup_cohorts (month, cohort, buyers, orders, net)
    select month, cohort, buyers, orders, net from (${storedCells(within)}) cells order by month, cohort`)

/** Fills the table if it is empty. */
export async function fillCohorts(tx: Queries): Promise<void> {
  await lockSpanning(tx)
  if (!(await isFilled(tx))) await fill(tx, () => sql`true`)
}
