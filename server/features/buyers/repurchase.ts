// Recompra: how many buyers bought again, and how long after their first completed order.
import { NONE, type Repurchase, type RepurchaseFigures } from '#contract/buyers.ts'
import { AGAIN_AFTER_KEYS, type AgainAfter } from '#contract/lists/buyers.ts'
import type { Month } from '#contract/month.ts'
import { NO_ACCOUNT, NO_BENEFIT } from '#contract/questions/dimensions.ts'
import { labelsOf } from '#server/figures/labels.ts'
import { type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import { type FirstOrderDimension, type FirstOrderFilter, firstOrders, purchases } from './purchases.ts'

export interface RepurchaseQuery {
  readonly from: Month
  readonly to: Month
  readonly scope: Scope
  readonly filter: FirstOrderFilter
  /** Of the store's clock; later orders are not there yet. */
  readonly today: string
}

/** Buyers whose first order is more recent than this many days may still buy again. */
const KNOWN_DAYS = 180

/** Days from the first to the second order, by the first day of each range; null: not yet. */
const range = sql`
  case when days <= 7 then '0-7' when days <= 15 then '8-15' when days <= 30 then '16-30' when days <= 60 then '31-60'
    when days <= 90 then '61-90' when days <= 180 then '91-180' else 'later' end`

/** First orders, with the second one, the days until it and those until today. */
const buyersOf = (
  { from, to, scope, filter, today }: RepurchaseQuery,
  by: FirstOrderDimension | null = null,
  ids: Ids = null,
): ScopedSql => {
  const day = sql`cast(${today} as date)`
  const ifPast = (value: Sql) => sql`case when f.next_date <= ${day} then ${value} end`
  return sql`
    select f.*, ${ifPast(sql`f.next_order_id`)} as second_id, ${ifPast(sql`f.next_date`)} as second_day,
      ${ifPast(sql`f.next_date - f.order_date`)} as days, ${day} - f.order_date as passed
    from (${firstOrders({ scope, months: { from, to }, filter }, by, ids)}) f where f.order_date <= ${day}`
}

/** Shares of buyers who bought again are shown after these days; later days count alike. */
const SHOWN_DAYS = [30, 60, 90, KNOWN_DAYS] as const

/** Buyers of a key who waited equally long. */
interface Counted {
  readonly key: string
  /** Until the second order; null: not yet. */
  readonly days: number | null
  /** The largest of `SHOWN_DAYS` that have passed since the first order. */
  readonly passed: number
  readonly days_range: AgainAfter
  readonly buyers: number
}

/** Few rows, from which figures and medians are computed: otherwise the workers of a cluster would send a row per buyer. */
const counts = (query: RepurchaseQuery, by: FirstOrderDimension | 'month'): ScopedSql => sql`
  select key, days, passed, ${range} as days_range, count(*) as buyers
  from (
    select ${by === 'month' ? sql`month` : sql`value`} as key,
      case when days > ${KNOWN_DAYS} then ${KNOWN_DAYS + 1} else days end as days,
      case ${sql.join(
        SHOWN_DAYS.toReversed().map((days) => sql`when passed >= ${days} then ${days}`),
        sql` `,
      )} else 0 end as passed
    from (${buyersOf(query, by === 'month' ? null : by)}) b
  ) counted
  group by key, days, passed order by key, days`

const percentOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole) / 100

const buyersIn = (rows: readonly Counted[]): number => rows.reduce((sum, { buyers }) => sum + buyers, 0)

const isWithin = (days: number) => (row: Counted) => row.days !== null && row.days <= days

/** Those whose first order is at least so many days old. */
const knownFor = (rows: readonly Counted[], days: number) => rows.filter(({ passed }) => passed >= days)

function figuresOf(rows: readonly Counted[]): RepurchaseFigures {
  const shareWithin = (days: number) => {
    const known = knownFor(rows, days)
    return percentOf(buyersIn(known.filter(isWithin(days))), buyersIn(known))
  }
  const again = rows.filter(({ days }) => days !== null)
  return {
    ...{ buyers: buyersIn(rows), bought_again: buyersIn(again), median_days: medianDays(rows) },
    within_30: shareWithin(30),
    within_60: shareWithin(60),
    within_90: shareWithin(90),
    within_180: shareWithin(180),
  }
}

/** Between the two in the middle, their mean; null: nobody bought again. */
function medianDays(rows: readonly Counted[]): number | null {
  const known = knownFor(rows, KNOWN_DAYS).filter(isWithin(KNOWN_DAYS))
  const half = buyersIn(known) / 2
  let seen = 0
  let lower: number | undefined
  for (const { days, buyers } of known.toSorted((one, other) => Number(one.days) - Number(other.days))) {
    seen += buyers
    if (seen >= half) lower ??= Number(days)
    if (seen > half) return (Number(lower) + Number(days)) / 2
  }
  return null
}

export async function repurchaseOf(
  store: Reads,
  query: RepurchaseQuery,
  by: FirstOrderDimension | 'month',
): Promise<Repurchase> {
  const counted = await store.all<Counted>(counts(query, by))
  const byKey = Map.groupBy(counted, ({ key }) => key)
  const known = knownFor(counted, KNOWN_DAYS)
  const labels = await labelsBy(store, by, [...byKey.keys()], query.scope)
  return {
    as_of: query.today,
    total: figuresOf(counted),
    distribution: AGAIN_AFTER_KEYS.map((days) => {
      const buyers = buyersIn(known.filter((row) => row.days_range === days))
      return { days, buyers, share: percentOf(buyers, buyersIn(known)) ?? 0 }
    }),
    rows: [...byKey].map(([key, rows]) => ({ key, label: labels.get(key) ?? key, ...figuresOf(rows) })),
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
      p.order_id as first_order_id, p.order_date as first_date, p.second_id as second_order_id,
      p.second_day as second_date, p.days as days_between`,
    of: 'people',
    found: (ids) =>
      sql`select p.* from (${buyersOf(query, null, ids)}) p where ${within(days)} and ${ofIds(ids)}`,
  })

/** First and second orders of these buyers. */
export function repurchaseOrders({ days, ...query }: RepurchaseRows) {
  const { scope, today } = query
  const isSeen = sql`p.place <= 2 and p.order_date <= cast(${today} as date)`
  const all = sql`
    select p.* from (select buyer from (${buyersOf(query)}) p where ${within(days)}) firsts
    join ${purchases(scope)} p on p.buyer = firsts.buyer where ${isSeen}`
  return listedOrders({
    key: 'order_id',
    of: 'orders',
    columns: sql`${orderColumns}, p.place`,
    found: (ids) =>
      ids === null ? all : sql`select p.* from ${purchases(scope, ids)} p where ${ofIds(ids)}`,
  })
}
