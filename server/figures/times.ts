// How long orders take: seconds from creation to completion, by the shop's own dates on its clock.
import { PROMISED_DAYS } from '#contract/lists/service.ts'
import { type Sql, sql } from '#server/store/sql.ts'

export const DAY_SECONDS = 86_400

/**
 * Days with two decimals, half away from zero. Of a binary fraction: one that interpolation left a trace below a half counts as the half,
 * which of seconds with four decimals is no other.
 */
export const inDays = (seconds: Sql): Sql => sql`
  (cast(sign(${seconds}) * floor(abs(${seconds}) / ${sql.whole(DAY_SECONDS / 100)} + 0.500000001) as decimal(15, 0)) * 0.01)`

export const timestamp = (text: string): Sql => sql`cast(${text} as timestamp)`

/** Whole seconds as a binary fraction: DuckDB would cut the interpolated part of a decimal off. */
export const secondsBetween = (from: Sql, to: Sql): Sql =>
  sql`cast(extract(epoch from (${to} - ${from})) as double precision)`

/** Of a completed order of this alias; null if it has no date of completion, or one of its dates is after `now`. */
export function secondsTaken(order: string, now: string | null): Sql {
  const [created, completed] = [sql.identifier(order, 'created_at'), sql.identifier(order, 'completed_at')]
  const isPast = (at: Sql) => (now === null ? sql`${at} is not null` : sql`${at} <= ${timestamp(now)}`)
  return sql`
    case when ${sql.identifier(order, 'status')} = 'wc-completed' and ${isPast(created)} and ${isPast(completed)}
      then ${secondsBetween(created, completed)} end`
}

/** Of a group of times: interpolated between the two nearest. */
export const percentileOf = (part: 0.5 | 0.9, seconds: Sql): Sql =>
  sql`percentile_cont(${sql.raw(String(part))}) within group (order by ${seconds})`

/** Joins the promise of the distributor of an order of this alias, for `promisedSeconds`. */
export const withPromise = (order: string): Sql => sql`
  left join delivery_promises own_promise on own_promise.dist_id = ${sql.identifier(order, 'dist_id')}
  cross join (
    select coalesce(max(days), ${sql.whole(PROMISED_DAYS)}) as days from delivery_promises where dist_id = ''
  ) general_promise`

export const promisedSeconds = sql`coalesce(own_promise.days, general_promise.days) * ${sql.whole(DAY_SECONDS)}`

/** How many took no longer than promised. */
export const onTime = (seconds: Sql, promised: Sql): Sql =>
  sql`count(case when ${seconds} <= ${promised} then 1 end)`
