// How long orders take from creation to completion, and the open ones, by the shop's own dates on its clock.
import { ENDED_STATUSES, type OPEN_AGES, OPEN_STATUSES, type OpenAge } from '#contract/lists/service.ts'
import { distName, nameOfDistributor, orderNumber } from '#server/figures/expressions.ts'
import {
  DAY_SECONDS,
  inDays,
  onTime,
  percentileOf,
  promisedSeconds,
  secondsBetween,
  secondsTaken,
  timestamp,
  withPromise,
} from '#server/figures/times.ts'
import { quotient } from '#server/store/quotient.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'

export interface AsOf {
  readonly scope: Scope
  /** Of the store's clock: 'YYYY-MM-DD HH:MM:SS'. */
  readonly now: string
}

/** As text, so that PostgreSQL finds its partial index of open orders. */
const isOpen = sql.raw(
  `o.counted and o.status in (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`,
)

/** Null for an order dated in the future. */
const openSeconds = (now: string): Sql => sql`
  case when o.created_at <= ${timestamp(now)} then ${secondsBetween(sql`o.created_at`, timestamp(now))} end`

/** Orders of a month that ended, with the seconds that completed ones took and those promised. */
const endedIn = (month: string, { scope, now }: AsOf): ScopedSql => sql`
  select o.order_id, o.number, o.order_date, o.status, o.dist_id, o.province, o.net,
    ${secondsTaken('o', now)} as seconds, ${promisedSeconds} as promised
  from orders o ${withPromise('o')}
  where o.counted and o.month = ${month} and o.status in (${ENDED_STATUSES}) and ${inScope(scope, sql`o.dist_id`)}`

/** The columns of a row of service: what it is of, and its figures. */
interface ServiceRows {
  /** Column of orders by which they are grouped. */
  readonly by: 'dist_id' | 'province'
  /** The rollup that counts orders by it. */
  readonly counted: 'rollup_months' | 'rollup_provinces'
  readonly named: Sql
  readonly joined: Sql
}

/** The oldest open order is in the first month that has one, so that the orders of other months are not read. */
const serviceBy = ({ by, counted, named, joined }: ServiceRows, month: string, asOf: AsOf): ScopedSql => {
  const key = sql.raw(by)
  const same = (part: string) => sql`${sql.identifier(part, by)} = ${sql.identifier('k', by)}`
  return sql`
  with times as (
    select e.${key}, count(case when e.status = 'wc-completed' then 1 end) as completed, count(*) as ended,
      count(case when e.status = 'wc-cancelled' then 1 end) as cancelled, count(e.seconds) as dated,
      ${percentileOf(0.5, sql`e.seconds`)} as median, ${percentileOf(0.9, sql`e.seconds`)} as p90,
      ${onTime(sql`e.seconds`, sql`e.promised`)} as on_time
    from (${endedIn(month, asOf)}) e group by e.${key}
  ),
  open_since as (
    select ${key}, cast(sum(orders) as bigint) as open_orders, min(month) as month
    from ${sql.raw(counted)} r where status in (${OPEN_STATUSES}) and ${inScope(asOf.scope)} group by ${key}
  ),
  waiting as (
    select ${key}, open_orders, max(seconds) as oldest
    from (
      select s.${key}, s.open_orders, ${openSeconds(asOf.now)} as seconds
      from open_since s join orders o on o.${key} = s.${key} and o.month = s.month
      where ${isOpen} and ${inScope(asOf.scope, sql`o.dist_id`)}
    ) o
    group by ${key}, open_orders
  ),
  known as (${sql.union([sql`select ${key} from times`, sql`select ${key} from waiting`])})
  select ${named}, coalesce(t.completed, 0) as completed,
    ${inDays(sql`t.median`)} as median_days, ${inDays(sql`t.p90`)} as p90_days,
    ${quotient(sql`100 * t.on_time`, sql`t.dated`, 2)} as on_time_rate,
    coalesce(w.open_orders, 0) as open_orders, ${inDays(sql`w.oldest`)} as oldest_days,
    ${quotient(sql`100 * t.cancelled`, sql`t.ended`, 2)} as cancel_rate
  from known k left join times t on ${same('t')} left join waiting w on ${same('w')} ${joined}`
}

/** Distributors with orders completed or cancelled in the month, or with open ones of any month. */
export const serviceOfMonth = (month: string, asOf: AsOf): ScopedSql =>
  serviceBy(
    {
      by: 'dist_id',
      counted: 'rollup_months',
      named: sql`k.dist_id, ${nameOfDistributor(sql`k.dist_id`)} as dist_name`,
      joined: sql`left join distributors d on d.dist_id = k.dist_id`,
    },
    month,
    asOf,
  )

/** The same per province of the order. */
export const serviceOfProvinces = (month: string, asOf: AsOf): ScopedSql =>
  serviceBy(
    { by: 'province', counted: 'rollup_provinces', named: sql`k.province`, joined: sql.empty },
    month,
    asOf,
  )

/** The orders that the times and the cancellation rate count. */
export const endedOrders = (month: string, wanted: Only, asOf: AsOf): ScopedSql => sql`
  select o.order_id, ${orderNumber('o')} as number, o.order_date as date, o.status, o.dist_id, ${distName}, o.province,
    o.net as order_total, ${inDays(sql`o.seconds`)} as days_taken, o.seconds <= o.promised as on_time
  from (${endedIn(month, asOf)}) o left join distributors d on d.dist_id = o.dist_id
  where ${onlyOf(wanted)}`

interface Only {
  readonly only_dist_id?: string | undefined
  readonly province?: string | undefined
  readonly status?: string | undefined
  readonly age?: OpenAge | undefined
}

const inAge = (now: string): Record<OpenAge, Sql> => {
  const age = openSeconds(now)
  const between = (from: number, under: number) =>
    sql`(${age} >= ${sql.whole(from * DAY_SECONDS)} and ${age} < ${sql.whole(under * DAY_SECONDS)})`
  return {
    '0-2': between(0, 3),
    '3-5': between(3, 6),
    '6-10': between(6, 11),
    over: sql`${age} >= ${sql.whole(11 * DAY_SECONDS)}`,
    later: sql`o.created_at > ${timestamp(now)}`,
  } satisfies Record<keyof typeof OPEN_AGES, Sql>
}

const onlyOf = ({ only_dist_id, province, status }: Only): Sql => sql`
  ${only_dist_id === undefined ? sql`true` : sql`o.dist_id = ${only_dist_id}`}
  and ${province === undefined ? sql`true` : sql`o.province = ${province}`}
  and ${status === undefined ? sql`true` : sql`o.status = ${status}`}`

const only = (wanted: Only, now: string): Sql =>
  sql`${onlyOf(wanted)} and ${wanted.age === undefined ? sql`true` : inAge(now)[wanted.age]}`

export const openOrders = (wanted: Only, { scope, now }: AsOf): ScopedSql => sql`
  select o.order_id, ${orderNumber('o')} as number, o.order_date as date, o.status, o.dist_id, ${distName}, o.province,
    o.net as order_total, ${inDays(openSeconds(now))} as days_open
  from orders o left join distributors d on d.dist_id = o.dist_id
  where ${isOpen} and ${inScope(scope, sql`o.dist_id`)} and ${only(wanted, now)}`

/** One row per status that has open orders. */
export const openByAge = (wanted: Only, { scope, now }: AsOf): ScopedSql => {
  const ages = inAge(now)
  const counted = (age: OpenAge) => sql`count(case when ${ages[age]} then 1 end)`
  return sql`
    select o.status, count(*) as open_orders, ${counted('0-2')} as age_0_2, ${counted('3-5')} as age_3_5,
      ${counted('6-10')} as age_6_10, ${counted('over')} as age_over_10, ${counted('later')} as dated_later
    from orders o where ${isOpen} and ${inScope(scope, sql`o.dist_id`)} and ${only(wanted, now)}
    group by o.status`
}
