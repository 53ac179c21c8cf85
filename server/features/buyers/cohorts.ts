// Cohorts: buyers by the month of their first completed order, and what they bought in each month since.
import type { CohortRow } from '#contract/buyers.ts'
import { addMonths, type Month, monthRange } from '#contract/month.ts'
import { averageOf, sumOf } from '#server/domain/money.ts'
import { cohortCells } from '#server/rollups/cohort-cells.ts'
import { distName } from '#server/rollups/expressions.ts'
import { byScope, type Scope } from '#server/store/scope.ts'
import { type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import {
  buyersKnown,
  type FirstOrderFilter,
  firstOrders,
  matching,
  personColumns,
  personJoin,
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
  if (cells.length > 0 || scope !== null) return cells
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
  const isFiltered = Object.values(query.filter).some((value) => value !== undefined)
  const cells = isFiltered
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

/** Buyers of a cohort who bought that many months later. */
export const cohortPeople = ({ cohort, since, scope, filter }: CellQuery): ScopedSql => sql`
  with ${purchases(scope)},
  firsts as (${firstOrders(filter)}),
  later as (
    select buyer, count(*) as total_orders, sum(net) as amount from purchases
    where month = ${addMonths(cohort, since)} group by buyer
  )
  select ${personColumns}, f.order_id as first_order_id, f.first_date, t.total_orders, t.amount
  from firsts f
  join later t on t.buyer = f.buyer
  join numbered p on p.order_id = f.order_id
  ${personJoin}
  where f.cohort = ${cohort}`

export const cohortOrders = ({ cohort, since, scope, filter }: CellQuery): ScopedSql => sql`
  with ${purchases(scope)}
  select p.order_id, p.order_date as date, p.dist_id, ${distName}, ${personColumns}, p.net as amount
  from (${firstOrders(filter)}) f
  join purchases p on p.buyer = f.buyer and p.month = ${addMonths(cohort, since)}
  ${personJoin}
  left join distributors d on d.dist_id = p.dist_id
  where f.cohort = ${cohort}`
