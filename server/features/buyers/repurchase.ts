// Recompra: how many buyers bought again, and how long after their first completed order.
import { NONE, type Repurchase, type RepurchaseFigures } from '#contract/buyers.ts'
import { AGAIN_AFTER_KEYS, type AgainAfter } from '#contract/lists/buyers.ts'
import type { Month } from '#contract/month.ts'
import { NO_ACCOUNT, NO_BENEFIT } from '#contract/questions/dimensions.ts'
import { labelsOf } from '#server/questions/labels.ts'
import { type Scope, type ScopedSql, type Sql, sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { type Ids, listedOrders, ofIds, orderColumns } from './listed-orders.ts'
import {
  candidatesAmong,
  type FirstOrderDimension,
  type FirstOrderFilter,
  firstAndSecondDays,
  firstOrders,
  histories,
  inMonths,
  isSecond,
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

/** `firsts`: the first orders asked for; of some orders, those. */
const firstsOf = ({ from, to, scope, filter }: RepurchaseQuery): ScopedSql =>
  firstOrders({ scope, months: { from, to }, filter })

/** `buyers`: a row per order in `firsts`, with the days since it and those until the second. */
const buyersOf = (firsts: ScopedSql, { from, scope }: RepurchaseQuery): ScopedSql => sql`
  with ${firsts}, ${candidatesAmong('firsts')}, ${histories(scope, from)},
  buyers as (
    select f.*, s.order_id as second_order_id, s.order_date as second_date, s.order_date - f.order_date as days,
      ${newestDay} - f.order_date as passed
    from firsts f left join (select * from numbered p where ${isSecond}) s on s.buyer = f.buyer
  )`

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

/** Figures of all buyers, of each key and of each range of days; what a row is not about is null. */
const counts = (
  { from, to, scope, filter }: RepurchaseQuery,
  by: FirstOrderDimension | 'month',
): ScopedSql => sql`
  with ${firstAndSecondDays({ scope, months: { from, to }, filter }, by === 'month' ? null : by)}
  select key, days_range, ${figures}
  from (
    select key, days, passed, case when passed >= ${KNOWN_DAYS} then ${range} else '' end as days_range
    from (
      select ${by === 'month' ? sql`month` : sql`value`} as key, second_date - order_date as days,
        ${newestDay} - order_date as passed
      from buyers
    ) dated
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

/** Buyers `b` who bought again then. */
const within = (days: AgainAfter | undefined): Sql =>
  days === undefined ? sql`true` : sql`b.passed >= ${KNOWN_DAYS} and ${range} = ${days}`

const firstsAmong = (ids: readonly number[], { scope, from, to }: RepurchaseQuery): ScopedSql => sql`
  ${purchases(scope, sql`${inMonths(sql`o.month`, { from, to })} and ${ofIds(ids)}`)},
  firsts as (select * from purchases)`

export function repurchasePeople({ days, ...query }: RepurchaseRows) {
  const firsts = (ids: Ids) => (ids === null ? firstsOf(query) : firstsAmong(ids, query))
  const columns = sql`p.order_id as first_order_id, p.order_date as first_date`
  const later = ['second_order_id', 'second_date', 'days_between']
  return listedOrders({
    key: 'first_order_id',
    columns: sql`${columns}, p.second_order_id, p.second_date, p.days as days_between`,
    found: (ids) => sql`
      ${buyersOf(firsts(ids), query)},
      found as (select b.* from buyers b where ${within(days)})`,
    // Who bought again is looked up for the page only.
    ...(days === undefined && {
      sooner: {
        columns,
        found: () => sql`with ${firsts(null)}, found as (select * from firsts)`,
        lacks: later,
      },
    }),
  })
}

/** First and second orders of these buyers. */
export function repurchaseOrders({ days, ...query }: RepurchaseRows) {
  const { scope, from } = query
  const order = sql`p.order_id, p.order_date, p.dist_id, p.net, p.buyer, p.account_id, p.email, p.first_name, p.last_name`
  const orders = sql`
    found as (
      select p.* from (
        select ${order}, 1 as place from firsts p union all select ${order}, p.place from numbered p where ${isSecond}
      ) p
      ${days === undefined ? sql.empty : sql`join buyers b on b.buyer = p.buyer`} where ${within(days)}
    )`
  const ofPage = (ids: readonly number[]) => sql`
    with ${purchases(scope, sql`o.month >= ${from} and ${ofIds(ids)}`)}, firsts as (select * from purchases),
    ${candidatesAmong('firsts')}, ${histories(scope, from)},
    found as (
      select p.*, coalesce(n.place, 1) as place from purchases p left join numbered n on n.order_id = p.order_id
    )`
  return listedOrders({
    key: 'order_id',
    columns: sql`${orderColumns}, p.place`,
    found: (ids) => (ids ? ofPage(ids) : sql`${buyersOf(firstsOf(query), query)}, ${orders}`),
  })
}
