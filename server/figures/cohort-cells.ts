// Cohorts of the whole shop: the purchases in each month of the buyers whose first completed order was in a given month.
// The table is small, whatever the size of the history. While it is empty, and for a role with some distributors, cohorts are computed
// from the buyers of months.
import { inScope, type Scope, type ScopedSql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
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

export const COHORTS = { table: 'rollup_cohorts', columns: COLUMNS, rows }

export const isFilled = async (store: Pick<Reads, 'one'>): Promise<boolean> =>
  (await store.one(wholeShop('no figures', sql`select 1 as found from rollup_cohorts limit 1`))) !== undefined
