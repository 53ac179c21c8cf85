// Recompra: how many buyers bought again, and how long after their first completed order.
import { NONE, type Repurchase, type RepurchaseFigures } from '#contract/buyers.ts'
import { AGAIN_AFTER_KEYS, type AgainAfter } from '#contract/lists/buyers.ts'
import type { Month } from '#contract/month.ts'
import { NO_ACCOUNT, NO_BENEFIT } from '#contract/questions/dimensions.ts'
import { labelsOf } from '#server/questions/labels.ts'
import { type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { listedOrders, names, ofIds, orderColumns } from './listed-orders.ts'
import {
  type FirstOrderDimension,
  type FirstOrderFilter,
  firstOrders,
  newestDay,
  purchases,
} from './purchases.ts'

export interface RepurchaseQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly filter: FirstOrderFilter
}

/** Buyers whose first order is more recent than this many days may still buy again. */
const KNOWN_DAYS = 180

/** Days from the first to the second order, by the first day of each range; null: not yet. */
const range = sql`
  case when days <= 7 then '0-7' when days <= 15 then '8-15' when days <= 30 then '16-30' when days <= 60 then '31-60'
    when days <= 90 then '61-90' when days <= 180 then '91-180' else 'later' end`

/** First orders, with the days since them and those until the second. */
const buyersOf = (
  { from, to, scope, filter }: RepurchaseQuery,
  by: FirstOrderDimension | null = null,
): ScopedSql => sql`
  select f.*, f.next_date - f.order_date as days, ${newestDay} - f.order_date as passed
  from (${firstOrders({ scope, months: { from, to }, filter }, by)}) f`

const knownBuyers = (days: number): Sql => sql`count(case when passed >= ${days} then 1 end)`
const boughtWithin = (days: number): Sql =>
  sql`count(case when passed >= ${days} and days <= ${days} then 1 end)`

interface Counted {
  readonly key: string | null
  readonly days_range: AgainAfter | '' | null
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

/**
 * Figures of all buyers, of each key and of each range of days; what a row is not about is null. Materialized, since Citus refuses
 * several groupings of rows that its workers join.
 */
const counts = (query: RepurchaseQuery, by: FirstOrderDimension | 'month'): ScopedSql => sql`
  with buyers as materialized (${buyersOf(query, by === 'month' ? null : by)})
  select key, days_range, ${figures}
  from (
    select ${by === 'month' ? sql`month` : sql`value`} as key, days, passed,
      case when passed >= ${KNOWN_DAYS} then ${range} else '' end as days_range
    from buyers
  ) ranged
  group by grouping sets ((), (key), (days_range)) order by key`

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

const figuresOf = (row: Counted): RepurchaseFigures => ({
  ...{ buyers: row.buyers, bought_again: row.bought_again, median_days: row.median_days },
  within_30: percentOf(row.again_30 ?? 0, row.known_30 ?? 0),
  within_60: percentOf(row.again_60 ?? 0, row.known_60 ?? 0),
  within_90: percentOf(row.again_90 ?? 0, row.known_90 ?? 0),
  within_180: percentOf(row.again_180 ?? 0, row.known_180 ?? 0),
})

const NOBODY: Counted = { key: null, days_range: null, buyers: 0, bought_again: 0, median_days: null }

export async function repurchaseOf(
  store: Reads,
  query: RepurchaseQuery,
  by: FirstOrderDimension | 'month',
): Promise<Repurchase> {
  const newest = wholeShop('a day, not a figure', sql`select cast(${newestDay} as text) as as_of`)
  const [row, counted] = await Promise.all([
    store.one<{ as_of: string | null }>(newest),
    store.all<Counted>(counts(query, by)),
  ])
  const rows = counted.flatMap((one) => (one.key === null ? [] : { ...one, key: one.key }))
  const buyersIn = new Map(
    counted.flatMap(({ days_range: days, buyers }) => (days ? [[days, buyers] as const] : [])),
  )
  const known = [...buyersIn.values()].reduce((sum, buyers) => sum + buyers, 0)
  const labels = await labelsBy(
    store,
    by,
    rows.map(({ key }) => key),
    query.scope,
  )
  return {
    as_of: row?.as_of ?? null,
    total: figuresOf(counted.find(({ key, days_range }) => key === null && days_range === null) ?? NOBODY),
    distribution: AGAIN_AFTER_KEYS.map((days) => {
      const buyers = buyersIn.get(days) ?? 0
      return { days, buyers, share: percentOf(buyers, known) ?? 0 }
    }),
    rows: rows.map((one) => ({ key: one.key, label: labels.get(one.key) ?? one.key, ...figuresOf(one) })),
  }
}

/** Labels of the values, as in questions. */
async function labelsBy(
  store: Reads,
  by: FirstOrderDimension | 'month',
  keys: readonly string[],
  scope: Scope,
): Promise<ReadonlyMap<string, string>> {
  if (by === 'month') return new Map()
  const dimension = by === 'benefit' ? 'benefit_group' : by
  const named = await labelsOf(store, dimension, keys, scope)
  const none = by === 'benefit' ? NO_BENEFIT.label : NO_ACCOUNT.label
  return new Map(keys.map((key) => [key, key === NONE ? none : (named.get(key) ?? key)]))
}

export interface RepurchaseRows extends RepurchaseQuery {
  readonly days: AgainAfter | undefined
}

/** Buyers who bought again then. */
const within = (days: AgainAfter | undefined): Sql =>
  days === undefined ? sql`true` : sql`passed >= ${KNOWN_DAYS} and ${range} = ${days}`

export const repurchasePeople = ({ days, ...query }: RepurchaseRows) =>
  listedOrders({
    key: 'first_order_id',
    columns: sql`
      p.order_id as first_order_id, p.order_date as first_date, p.next_order_id as second_order_id,
      p.next_date as second_date, p.days as days_between`,
    of: 'people',
    found: (ids) => sql`select p.* from (${buyersOf(query)}) p where ${within(days)} and ${ofIds(ids)}`,
  })

/** First and second orders of these buyers. */
export function repurchaseOrders({ days, ...query }: RepurchaseRows) {
  const { scope } = query
  const order = sql`p.order_id, p.order_date, p.dist_id, p.net, p.account_id, p.place, ${names}`
  const all = sql`
    with firsts as (select p.* from (${buyersOf(query)}) p where ${within(days)})
    select ${order} from firsts p
    union all
    select ${order} from ${purchases(scope)} p where p.order_id in (select next_order_id from firsts) and p.place = 2`
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: sql`${orderColumns}, p.place`,
    found: (ids) =>
      ids === null ? all : sql`select ${order} from ${purchases(scope)} p where ${ofIds(ids)}`,
  })
}
