// Recompra: how many buyers bought again, and how long after their first completed order.
import { NONE, type Repurchase, type RepurchaseFigures } from '#contract/buyers.ts'
import { AGAIN_AFTER_KEYS, type AgainAfter } from '#contract/lists/buyers.ts'
import type { Month } from '#contract/month.ts'
import { NO_ACCOUNT, NO_BENEFIT } from '#contract/questions/dimensions.ts'
import { labelsOf } from '#server/questions/labels.ts'
import { distName } from '#server/rollups/expressions.ts'
import { type Scope, wholeShop } from '#server/store/scope.ts'
import { type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import {
  type FirstOrderDimension,
  type FirstOrderFilter,
  firstOrders,
  personColumns,
  personJoin,
  purchases,
} from './purchases.ts'

export interface RepurchaseQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly filter: FirstOrderFilter
}

/** The day of the newest order: repurchases are known until then. */
const newestDay = sql`(select max(order_date) from orders where counted)`

/** Buyers whose first order is more recent than this many days may still buy again. */
const KNOWN_DAYS = 180

/** Days from the first to the second order, by the first day of each range; null: not yet. */
const range = sql`
  case when days <= 7 then '0-7' when days <= 15 then '8-15' when days <= 30 then '16-30' when days <= 60 then '31-60'
    when days <= 90 then '61-90' when days <= 180 then '91-180' else 'later' end`

/** `buyers`: a row per buyer with the days since the first order and those until the second. */
const buyersOf = (
  { from, to, scope, filter }: RepurchaseQuery,
  by: FirstOrderDimension | null,
): ScopedSql => sql`
  with ${purchases(scope)},
  firsts as (${firstOrders(filter, by)}),
  seconds as (select buyer, order_id as second_order_id, order_date as second_date from numbered where place = 2),
  buyers as (
    select f.*, s.second_order_id, s.second_date, s.second_date - f.first_date as days,
      ${newestDay} - f.first_date as passed
    from firsts f left join seconds s on s.buyer = f.buyer
    where f.cohort >= ${from} and f.cohort <= ${to}
  )`

const knownBuyers = (days: number): Sql => sql`count(case when passed >= ${days} then 1 end)`
const boughtWithin = (days: number): Sql =>
  sql`count(case when passed >= ${days} and days <= ${days} then 1 end)`

interface Counted {
  readonly key: string
  readonly buyers: number
  readonly bought_again: number
  readonly [name: `known_${number}` | `again_${number}`]: number
  readonly median_days: number | null
}

const figures = sql`
  count(*) as buyers, count(days) as bought_again,
  ${knownBuyers(30)} as known_30, ${boughtWithin(30)} as again_30,
  ${knownBuyers(60)} as known_60, ${boughtWithin(60)} as again_60,
  ${knownBuyers(90)} as known_90, ${boughtWithin(90)} as again_90,
  ${knownBuyers(180)} as known_180, ${boughtWithin(180)} as again_180,
  percentile_cont(0.5) within group (
    order by case when passed >= ${KNOWN_DAYS} and days <= ${KNOWN_DAYS} then days end) as median_days`

const counts = (query: RepurchaseQuery, by: FirstOrderDimension | 'month' | null): ScopedSql => {
  const key = by === null ? sql`cast('' as text)` : by === 'month' ? sql`cohort` : sql`value`
  return sql`
    ${buyersOf(query, by === 'month' ? null : by)}
    select ${key} as key, ${figures} from buyers group by 1 order by 1`
}

const distribution = (query: RepurchaseQuery): ScopedSql => sql`
  ${buyersOf(query, null)}
  select ${range} as days, count(*) as buyers from buyers where passed >= ${KNOWN_DAYS} group by 1`

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

const figuresOf = (row: Counted): RepurchaseFigures => ({
  ...{ buyers: row.buyers, bought_again: row.bought_again, median_days: row.median_days },
  within_30: percentOf(row.again_30 ?? 0, row.known_30 ?? 0),
  within_60: percentOf(row.again_60 ?? 0, row.known_60 ?? 0),
  within_90: percentOf(row.again_90 ?? 0, row.known_90 ?? 0),
  within_180: percentOf(row.again_180 ?? 0, row.known_180 ?? 0),
})

const NOBODY: Counted = { key: '', buyers: 0, bought_again: 0, median_days: null }

export async function repurchaseOf(
  store: Reads,
  query: RepurchaseQuery,
  by: FirstOrderDimension | 'month',
): Promise<Repurchase> {
  const newest = wholeShop('a day, not a figure', sql`select cast(${newestDay} as text) as as_of`)
  const [row, [total], rows, ranges] = await Promise.all([
    store.one<{ as_of: string | null }>(newest),
    store.all<Counted>(counts(query, null)),
    store.all<Counted>(counts(query, by)),
    store.all<{ days: AgainAfter; buyers: number }>(distribution(query)),
  ])
  const labels = await labelsBy(store, by, rows, query.scope)
  const known = ranges.reduce((sum, { buyers }) => sum + buyers, 0)
  const buyersIn = new Map(ranges.map(({ days, buyers }) => [days, buyers]))
  return {
    as_of: row?.as_of ?? null,
    total: figuresOf(total ?? NOBODY),
    distribution: AGAIN_AFTER_KEYS.map((days) => {
      const buyers = buyersIn.get(days) ?? 0
      return { days, buyers, share: percentOf(buyers, known) ?? 0 }
    }),
    rows: rows.map((counted) => ({
      key: counted.key,
      label: labels.get(counted.key) ?? counted.key,
      ...figuresOf(counted),
    })),
  }
}

/** Labels of the values, as in questions. */
async function labelsBy(
  store: Reads,
  by: FirstOrderDimension | 'month',
  rows: readonly Counted[],
  scope: Scope,
): Promise<ReadonlyMap<string, string>> {
  if (by === 'month') return new Map()
  const dimension = by === 'benefit' ? 'benefit_group' : by
  const keys = rows.map(({ key }) => key)
  const named = await labelsOf(store, dimension, keys, scope)
  const none = by === 'benefit' ? NO_BENEFIT.label : NO_ACCOUNT.label
  return new Map(keys.map((key) => [key, key === NONE ? none : (named.get(key) ?? key)]))
}

export interface RepurchaseRows extends RepurchaseQuery {
  readonly days: AgainAfter | undefined
}

const within = (days: AgainAfter | undefined): Sql =>
  days === undefined ? sql`true` : sql`b.passed >= ${KNOWN_DAYS} and ${range} = ${days}`

export const repurchasePeople = ({ days, ...query }: RepurchaseRows): ScopedSql => sql`
  ${buyersOf(query, null)}
  select ${personColumns}, b.order_id as first_order_id, b.first_date, b.second_order_id, b.second_date,
    b.days as days_between
  from buyers b join numbered p on p.order_id = b.order_id ${personJoin}
  where ${within(days)}`

/** First and second orders of these buyers. */
export const repurchaseOrders = ({ days, ...query }: RepurchaseRows): ScopedSql => sql`
  ${buyersOf(query, null)}
  select p.order_id, p.order_date as date, p.dist_id, ${distName}, ${personColumns}, p.place, p.net as amount
  from buyers b join numbered p on p.buyer = b.buyer and p.place <= 2 ${personJoin}
  left join distributors d on d.dist_id = p.dist_id
  where ${within(days)}`
