// Cohorts: buyers by the month of their first completed order, and what they bought in each month since.
import type { CohortRow } from '#contract/buyers.ts'
import { addMonths, type Month, monthRange } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { cohortCells, isFilled } from '#server/figures/cohort-cells.ts'
import { byScope, inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import { type FirstOrderFilter, firstOrders } from './purchases.ts'

export interface CohortCell {
  readonly cohort: Month
  readonly month: Month
  readonly buyers: number
  readonly orders: number
  readonly net: number
}

export interface CohortQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly filter: FirstOrderFilter
}

/** Reads the small table of the whole shop if it is filled, else the buyers of months. */
const unfilteredCells = async (store: Reads, { from, to, scope }: CohortQuery): Promise<CohortCell[]> => {
  const within = sql`cohort >= ${from} and cohort <= ${to} and month <= ${to}`
  const columns = sql`select cohort, month, buyers, orders, net`
  const stored = sql`${columns} from ${byScope(scope, sql`rollup_cohorts`, cellsOf(scope))} cells where ${within}`
  const cells = await store.all<CohortCell>(stored)
  if (cells.length > 0 || scope !== null || (await isFilled(store))) return cells
  return store.all<CohortCell>(sql`${columns} from ${cellsOf(scope)} cells where ${within}`)
}

const cellsOf = (scope: Scope): ScopedSql => sql`(${cohortCells(scope)})`

/** What buyers whose first order passes the filter bought in each month. */
const filteredCells = ({ from, to, scope, filter }: CohortQuery): ScopedSql => sql`
  select p.month, f.month as cohort, count(distinct p.buyer) as buyers, count(*) as orders, sum(p.net) as net
  from (${firstOrders({ scope, months: { from, to }, filter })}) f join rollup_purchases p on p.buyer = f.buyer
  where p.month <= ${to} and ${inScope(scope, sql`p.dist_id`)}
  group by f.month, p.month`

/** One row per cohort and month up to the last one, also where nobody bought. */
export async function cohortRows(store: Reads, query: CohortQuery): Promise<CohortRow[]> {
  const cells = isFiltering(query.filter)
    ? await store.all<CohortCell>(filteredCells(query))
    : await unfilteredCells(store, query)
  const byCohort = Map.groupBy(cells, ({ cohort }) => cohort)
  return [...byCohort.keys()].sort().flatMap((cohort) => rowsOf(cohort, byCohort.get(cohort) ?? [], query.to))
}

function rowsOf(cohort: Month, cells: readonly CohortCell[], to: Month): CohortRow[] {
  const byMonth = new Map(cells.map((cell) => [cell.month, cell]))
  const size = byMonth.get(cohort)?.buyers ?? 0
  return monthRange(cohort, to).map((month, months_since) => {
    const { buyers = 0, orders = 0, net = 0 } = byMonth.get(month) ?? {}
    const until = cells.filter((cell) => cell.month <= month)
    return {
      ...{ cohort, months_since, month, cohort_buyers: size, buyers, orders, net },
      share: Math.round((buyers * 10_000) / size) / 100,
      net_per_buyer: averageOf(
        sumOf(until, (cell) => cell.net),
        size,
      ),
    }
  })
}

export interface CellQuery {
  readonly cohort: Month
  readonly since: number
  readonly scope: Scope
  readonly filter: FirstOrderFilter
}

const isFiltering = (filter: FirstOrderFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

const firstsOf = ({ cohort, scope, filter }: CellQuery, ids: Ids = null): ScopedSql =>
  firstOrders({ scope, months: { from: cohort, to: cohort }, filter }, null, ids)

/** Purchases of the month that lies so many months after the cohort. */
const boughtIn = ({ cohort, since, scope }: CellQuery): ScopedSql => sql`
  rollup_purchases p where p.month = ${addMonths(cohort, since)} and ${inScope(scope, sql`p.dist_id`)}`

/** Buyers of a cohort who bought that many months later. */
export const cohortPeople = (query: CellQuery) =>
  listedOrders({
    key: 'first_order_id',
    columns: sql`p.order_id as first_order_id, p.order_date as first_date, p.total_orders, p.amount`,
    of: 'people',
    found: (ids) => sql`
      select p.*, later.total_orders, later.amount
      from (${firstsOf(query, ids)}) p join (
        select buyer, count(*) as total_orders, sum(net) as amount from ${boughtIn(query)} group by buyer
      ) later on later.buyer = p.buyer
      where ${ofIds(ids)}`,
  })

export const cohortOrders = (query: CellQuery) =>
  listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: orderColumns,
    found: (ids) => sql`
      select p.* from ${boughtIn(query)} and ${ids ? ofIds(ids) : sql`p.buyer in (select buyer from (${firstsOf(query)}) firsts)`}`,
  })
