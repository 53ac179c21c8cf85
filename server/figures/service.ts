// How long orders take from creation to completion, and the open ones, by the shop's own dates on its clock.
import { type OPEN_AGES, OPEN_STATUSES, type OpenAge } from '#contract/lists/service.ts'
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

/** Distributors with orders completed or cancelled in the month, or with open ones of any month. */
export const serviceOfMonth = (month: string, { scope, now }: AsOf): ScopedSql => sql`
  with ended as (
    select o.dist_id, o.status,
      ${secondsTaken('o', now)} as seconds, ${promisedSeconds} as promised
    from orders o ${withPromise('o')}
    where o.counted and o.month = ${month} and o.status in ('wc-completed', 'wc-cancelled')
      and ${inScope(scope, sql`o.dist_id`)}
  ),
  times as (
    select dist_id, count(case when status = 'wc-completed' then 1 end) as completed, count(*) as ended,
      count(case when status = 'wc-cancelled' then 1 end) as cancelled, count(seconds) as dated,
      ${percentileOf(0.5, sql`seconds`)} as median, ${percentileOf(0.9, sql`seconds`)} as p90,
      ${onTime(sql`seconds`, sql`promised`)} as on_time
    from ended group by dist_id
  ),
  waiting as (
    select o.dist_id, count(*) as open_orders, max(${openSeconds(now)}) as oldest
    from orders o where ${isOpen} and ${inScope(scope, sql`o.dist_id`)} group by o.dist_id
  ),
  known as (${sql.union([sql`select dist_id from times`, sql`select dist_id from waiting`])})
  select k.dist_id, ${nameOfDistributor(sql`k.dist_id`)} as dist_name, coalesce(t.completed, 0) as completed,
    ${inDays(sql`t.median`)} as median_days, ${inDays(sql`t.p90`)} as p90_days,
    ${quotient(sql`100 * t.on_time`, sql`t.dated`, 2)} as on_time_rate,
    coalesce(w.open_orders, 0) as open_orders, ${inDays(sql`w.oldest`)} as oldest_days,
    ${quotient(sql`100 * t.cancelled`, sql`t.ended`, 2)} as cancel_rate
  from known k left join times t on t.dist_id = k.dist_id left join waiting w on w.dist_id = k.dist_id
  left join distributors d on d.dist_id = k.dist_id`

interface Only {
  readonly only_dist_id?: string | undefined
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

const only = ({ only_dist_id, status, age }: Only, now: string): Sql => sql`
  ${only_dist_id === undefined ? sql`true` : sql`o.dist_id = ${only_dist_id}`}
  and ${status === undefined ? sql`true` : sql`o.status = ${status}`}
  and ${age === undefined ? sql`true` : inAge(now)[age]}`

export const openOrders = (wanted: Only, { scope, now }: AsOf): ScopedSql => sql`
  select o.order_id, ${orderNumber('o')} as number, o.order_date as date, o.status, o.dist_id, ${distName},
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
