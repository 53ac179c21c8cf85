// Cohorts: buyers by the month of their first completed order, and what they bought in each month since.
import type { CohortRow } from '#contract/buyers.ts'
import { addMonths, type Month, monthRange } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { cohortCells, isFilled } from '#server/rollups/cohort-cells.ts'
import { byScope, inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import {
  buyersKnown,
  type FirstOrderFilter,
  firstOrders,
  isNobody,
  matching,
  newBuyers,
  purchaseRows,
  purchases,
} from './purchases.ts'

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

/**
 * Buyers none of whose orders passes the filter are left out before first orders are looked for. Purchases are read twice rather
 * than shared: on a Citus cluster, shared rows of all orders would go through the coordinator.
 */
const filteredCells = ({ from, to, scope, filter }: CohortQuery): ScopedSql => {
  const { joined, condition } = matching(filter)
  const untilThen = sql`(${purchaseRows(scope)}) p ${joined} where p.month <= ${to}`
  return sql`
    with ${buyersKnown(scope)},
    passing as materialized (select distinct p.buyer from ${untilThen} and ${condition}),
    followed as (
      select p.month, p.buyer, p.net, first_value(p.month) over by_time as cohort,
        first_value(case when ${condition} then 1 else 0 end) over by_time as passes
      from ${untilThen} and p.buyer in (select buyer from passing)
      window by_time as (partition by p.buyer order by p.created_at, p.order_id)
    )
    select cohort, month, count(distinct buyer) as buyers, count(*) as orders, sum(net) as net
    from followed
    where passes = 1 and cohort >= ${from}
    group by cohort, month`
}

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

/** What each buyer bought in a month, of those in `firsts`. */
const boughtIn = (month: Month, { since, scope }: CellQuery): ScopedSql => sql`
  select buyer, cast(sum(orders) as bigint) as orders, sum(net) as net from rollup_month_buyers
  where month = ${month} and buyer in (select buyer from firsts) and ${inScope(scope)} group by buyer
  ${since === 0 ? sql`union all select p.buyer, 1 as orders, p.net from firsts p where ${isNobody}` : sql.empty}`

/** Buyers of a cohort who bought that many months later. */
export function cohortPeople(query: CellQuery) {
  const { cohort, since, scope, filter } = query
  const firsts = (ids: Ids) =>
    ids === null
      ? firstOrders({ scope, months: { from: cohort, to: cohort }, filter })
      : sql`${purchases(scope, sql`o.month = ${cohort} and ${ofIds(ids)}`)}, firsts as (select * from purchases)`
  return listedOrders({
    key: 'first_order_id',
    columns: sql`p.order_id as first_order_id, p.order_date as first_date, p.total_orders, p.amount`,
    found: (ids) => sql`
      with ${firsts(ids)},
      later as (${boughtIn(addMonths(cohort, since), query)}),
      found as materialized (
        select p.*, l.orders as total_orders, l.net as amount from firsts p join later l on l.buyer = p.buyer
      )`,
  })
}

export function cohortOrders({ cohort, since, scope, filter }: CellQuery) {
  const month = addMonths(cohort, since)
  const months = { from: cohort, to: cohort }
  const bought = (ids: Ids) => purchases(scope, sql`o.month = ${month} and ${ofIds(ids)}`)
  const all = isFiltering(filter)
    ? sql`
      with ${firstOrders({ scope, months, filter, reads: sql`o.month in (${[cohort, month]})` })},
      found as (select p.* from purchases p join firsts f on f.buyer = p.buyer where p.month = ${month})`
    : sql`
      with ${bought(null)}, newcomers as (${newBuyers(scope, months)}),
      found as (
        select p.* from purchases p left join newcomers n on n.buyer = p.buyer
        where n.buyer is not null ${since === 0 ? sql`or (${isNobody})` : sql.empty}
      )`
  return listedOrders({
    key: 'order_id',
    columns: orderColumns,
    found: (ids) => (ids === null ? all : sql`with ${bought(ids)}, found as (select * from purchases)`),
  })
}
