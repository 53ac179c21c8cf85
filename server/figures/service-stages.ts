// How long orders stayed in each status, between the changes of it that Góndola saw. The first status of an order begins with the
// order if the shop had not touched it since when its first change was seen.
import { monthBounds } from '#contract/month.ts'
import { wallClock } from '#server/domain/wall-clock.ts'
import { inScope, type Scope, type ScopedSql, type Sql, sql } from '#server/store/sql.ts'
import { distName, nameOfDistributor, orderNumber } from './expressions.ts'
import { inDays, percentileOf, secondsBetween } from './times.ts'

/** The shop stores an order some times while it is made. */
const UNTOUCHED_SECONDS = 3600
const HOUR_MS = 3_600_000

export interface AskedStages {
  readonly month: string
  readonly scope: Scope
  readonly timeZone: string
  readonly onlyDistributor?: string | undefined
  readonly province?: string | undefined
}

/** Seconds by which the store's clock is ahead of UTC when it shows `created_at`, in a month. */
function secondsAhead(month: string, timeZone: string): Sql {
  const clock = wallClock(timeZone)
  const { from_date, to_date } = monthBounds(month)
  const aheadAt = (instant: number) => {
    const local = clock(new Date(instant).toISOString())
    return (Date.parse(`${local.replace(' ', 'T')}Z`) - instant) / 1000
  }
  const [start, end] = [Date.parse(`${from_date}T00:00:00Z`), Date.parse(`${to_date}T23:00:00Z`)]
  const [first, last] = [aheadAt(start), aheadAt(end)]
  if (first === last) return sql.whole(first)
  let change = start
  while (aheadAt(change) === first) change += HOUR_MS
  const shown = clock(new Date(change).toISOString())
  return sql`case when o.created_at < cast(${shown} as timestamp) then ${sql.whole(first)} else ${sql.whole(last)} end`
}

/** One row per order of the month and status that it left: the seconds in it, null where its beginning was not seen. */
function stagesOf({ month, scope, timeZone, onlyDistributor, province }: AskedStages): ScopedSql {
  const ahead = secondsAhead(month, timeZone)
  const since = (at: Sql) => sql`${secondsBetween(sql`o.created_at`, at)} + ${ahead}`
  return sql`
    select o.order_id, o.number, o.dist_id, o.province, c.from_status as status, c.changed_at,
      case when c.began_at is not null then ${secondsBetween(sql`c.began_at`, sql`c.changed_at`)}
        when ${since(sql`c.unchanged_since`)} <= ${sql.whole(UNTOUCHED_SECONDS)} and ${since(sql`c.changed_at`)} >= 0
          then ${since(sql`c.changed_at`)} end as seconds
    from orders o join (
      select order_id, from_status, unchanged_since, changed_at,
        lag(changed_at) over (partition by order_id order by changed_at) as began_at
      from order_status_changes where month = ${month}
    ) c on c.order_id = o.order_id
    where o.month = ${month} and o.counted and ${inScope(scope, sql`o.dist_id`)}
      and ${onlyDistributor === undefined ? sql`true` : sql`o.dist_id = ${onlyDistributor}`}
      and ${province === undefined ? sql`true` : sql`o.province = ${province}`}`
}

const MEASURED = sql`
  count(s.seconds) as orders, ${inDays(percentileOf(0.5, sql`s.seconds`))} as median_days,
  ${inDays(percentileOf(0.9, sql`s.seconds`))} as p90_days`

export const stagesInGeneral = (asked: AskedStages): ScopedSql => sql`
  select s.status, ${MEASURED} from (${stagesOf(asked)}) s group by s.status having count(s.seconds) > 0`

export const stagesByDistributor = (asked: AskedStages): ScopedSql => sql`
  select s.dist_id, ${nameOfDistributor(sql`s.dist_id`)} as dist_name, s.status, s.orders, s.median_days, s.p90_days
  from (
    select s.dist_id, s.status, ${MEASURED} from (${stagesOf(asked)}) s
    group by s.dist_id, s.status having count(s.seconds) > 0
  ) s left join distributors d on d.dist_id = s.dist_id`

export const stagesByProvince = (asked: AskedStages): ScopedSql => sql`
  select s.province, s.status, ${MEASURED} from (${stagesOf(asked)}) s
  group by s.province, s.status having count(s.seconds) > 0`

/** The orders that the stages count, or those that left one status. */
export const ordersOfStages = (
  asked: AskedStages & { readonly status?: string | undefined },
): ScopedSql => sql`
  select s.order_id, ${orderNumber('s')} as number, s.status, ${inDays(sql`s.seconds`)} as days_in, s.changed_at as left_at,
    s.dist_id, ${distName}, s.province
  from (${stagesOf(asked)}) s left join distributors d on d.dist_id = s.dist_id
  where s.seconds is not null and ${asked.status === undefined ? sql`true` : sql`s.status = ${asked.status}`}`

/** When the first change of an order that counts was seen, in UTC. */
export const seenSince = (scope: Scope): ScopedSql => sql`
  select c.changed_at as since from order_status_changes c join orders o on o.order_id = c.order_id and o.month = c.month
  where o.counted and ${inScope(scope, sql`o.dist_id`)} order by c.changed_at limit 1`
