// Cohorts of the whole shop: the purchases in each month of the buyers whose first completed order was in a given month.
// The table is small, whatever the size of the history. A rebuilt month that moves the first order of known buyers empties it, and
// it is filled again afterwards; until then, and for a role with some distributors, cohorts are computed from the buyers of months.
import { inScope, type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Queries, Reads } from '#server/store/store.ts'
import { lockSpanning } from '#server/store/versions.ts'
import { WHOLE_SHOP } from './first-months.ts'
import { type TableSource, wholeTables } from './table-source.ts'

const COLUMNS = ['month', 'cohort', 'buyers', 'orders', 'net'] as const

/**
 * One row per cohort and month, from the buyers of months. Each guest without e-mail is a buyer of one order. `month`,
 * `cohort`, `buyers`, `orders`, `net`.
 */
export const cohortCells = (scope: Scope, tables: TableSource = wholeTables): ScopedSql => sql`
  select month, cohort, cast(sum(buyers) as bigint) as buyers, cast(sum(orders) as bigint) as orders, sum(net) as net
  from (${sql.union([knownCells(scope, tables), unknownCells(scope, tables)], 'all')}) cells
  group by month, cohort`

const knownCells = (scope: Scope, tables: TableSource): ScopedSql => sql`
  select b.month, f.cohort, count(*) as buyers, sum(b.orders) as orders, sum(b.net) as net
  from (
    select month, buyer, sum(orders) as orders, sum(net) as net from ${tables('rollup_month_buyers')} bought
    where buyer <> '' and ${inScope(scope)} group by month, buyer
  ) b
  join (
    select buyer, min(month) as cohort from ${tables('rollup_month_buyers')} known
    where buyer <> '' and ${inScope(scope)} group by buyer
  ) f on f.buyer = b.buyer
  group by b.month, f.cohort`

const unknownCells = (scope: Scope, tables: TableSource): ScopedSql => sql`
  select month, month as cohort, sum(orders) as buyers, sum(orders) as orders, sum(net) as net
  from ${tables('rollup_month_buyers')} unknown where buyer = '' and ${inScope(scope)} group by month`

/** The table's rows for these months, computed from all months, to verify it. */
const rows = (months: readonly string[], tables = wholeTables) => sql`
  select month, cohort, buyers, orders, net from (${cohortCells(null, tables)}) cells where month in (${months})`

/** Rebuilt after `rollup_first_months`, which holds the lock and empties the table if cells of other months change. */
export const COHORTS = {
  ...{ table: 'rollup_cohorts', columns: COLUMNS, rows },
  rebuild: async (tx: Queries, months: readonly string[]): Promise<void> => {
    if (!(await isFilled(tx))) return
    await tx.run(sql`delete from rollup_cohorts where month in (${months})`)
    await fill(tx, (month) => sql`${month} in (${months})`)
  },
}

export const isFilled = async (store: Pick<Reads, 'one'>): Promise<boolean> =>
  (await store.one(wholeShop('no figures', sql`select 1 as found from rollup_cohorts limit 1`))) !== undefined

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
