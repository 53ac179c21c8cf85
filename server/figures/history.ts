// Which buyers are new: those without a completed order before the time of a row, by the months of first orders. Guests
// without e-mail always are.
import { monthOf } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { buyerKey, ordersBought } from '#server/figures/buyers.ts'
import { WHOLE_SHOP } from '#server/figures/first-months.ts'
import { byScope, inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { grainRead, inMonthsOf, type PartQuery } from './part-query.ts'
import type { Window } from './windows.ts'

/** The month of each buyer's first completed order within the scope. */
export const firstMonths = (scope: Scope, among = sql`true`): ScopedSql =>
  byScope(
    scope,
    sql`select buyer, month from rollup_first_months where dist_id = ${WHOLE_SHOP} and ${among}`,
    sql`select buyer, min(month) as month from rollup_first_months where ${inScope(scope)} and ${among} group by buyer`,
  )

/** The same of buyers of known orders: a join with all buyers takes DuckDB twice as long. */
const firstMonthsKnown = (scope: Scope): ScopedSql =>
  firstMonths(scope, sql`buyer in (select buyer from known)`)

/** Rows that begin with a month do not need the days of orders. */
const isMonthly = (query: PartQuery) =>
  query.window.from.endsWith('-01') &&
  [query.grain, grainRead(query)].every((grain) => grain === null || grain === 'month')

/**
 * `known`: identified orders with the key of their buyer. Computed first: if a filter makes the join with the history an inner
 * one, DuckDB would otherwise join it before the accounts that the key depends on, as a cross product.
 */
export const knownOrders = sql`known as materialized (select o.*, ${buyerKey('o')} as buyer from identified o)`

/** Joins known orders `o` to the first order `f` of their buyers. */
export const joinHistory = (query: PartQuery): Sql =>
  isMonthly(query)
    ? sql`
      left join (${firstMonthsKnown(query.scope)}) f on f.buyer = o.buyer and f.month <= ${monthOf(query.window.to)}`
    : sql`left join (${firstDays(query)}) f on f.buyer = o.buyer`

/** Whether the buyer of an owned order is new in a row with this step. */
export const isNew = (query: PartQuery, grain: TimeGrain | null): Sql =>
  isMonthly(query)
    ? sql`(f.month is null or f.month >= ${grain ? sql`o.month` : monthOf(query.window.from)})`
    : sql`(f.first_day is null or f.first_day >= ${rowStart(query.window, grain, sql`o.order_date`)})`

/** The first day of the period of a row with this step, of an order of that day. */
export function rowStart(window: Window, grain: TimeGrain | null, day: Sql): Sql {
  const from = sql`cast(${window.from} as date)`
  if (grain === null) return from
  if (grain === 'day') return day
  const step = grain === 'week' ? sql`'week'` : sql`'month'`
  return sql`greatest(cast(date_trunc(${step}, ${day}) as date), ${from})`
}

/** The day of each buyer's first completed order; where it lies in a month before the window, any day of that month will do. */
function firstDays(query: PartQuery): ScopedSql {
  const { window, scope } = query
  const months = inMonthsOf(window, sql`o.month`)
  const orders = sql`
    select o.order_id, o.order_date, o.customer_id, o.email from orders o
    where o.counted and o.status = 'wc-completed' and ${months} and ${inScope(scope, sql`o.dist_id`)}`
  const before = sql`
    select buyer, cast(month || '-01' as date) as first_day from (${firstMonthsKnown(scope)}) firsts
    where month < ${monthOf(window.from)}`
  const bought = sql`
    select buyer, first_day from (
      with ${ordersBought({ orders, inMonths: inMonthsOf(window, sql`g.month`), isCluster: query.isCluster })}
      select ${buyerKey('owned')} as buyer, min(order_date) as first_day from owned group by 1
    ) bought`
  return sql`
    select buyer, min(first_day) as first_day from (${sql.union([before, bought], 'all')}) days
    where buyer <> '' group by buyer`
}
