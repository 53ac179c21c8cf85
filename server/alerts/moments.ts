// Moments at which alerts are evaluated: closed days ('YYYY-MM-DD') and closed hours ('YYYY-MM-DD HH') of the shop's clock.
import type { Condition } from '#contract/alerts/rule.ts'
import { addDays } from '#contract/month.ts'

export type Moment = string

const HOUR_MS = 3_600_000
const hourAt = (ms: number): Moment => new Date(ms).toISOString().slice(0, 13).replace('T', ' ')
const msOf = (hour: Moment) => Date.parse(`${hour.replace(' ', 'T')}:00:00Z`)

const addHours = (hour: Moment, count: number): Moment => hourAt(msOf(hour) + count * HOUR_MS)

/** Missing orders are evaluated every hour, everything else when a day closes. */
const isHourly = ({ kind }: Condition): boolean => kind === 'no_orders'

export const next = (condition: Condition, moment: Moment, count = 1): Moment =>
  isHourly(condition) ? addHours(moment, count) : addDays(moment, count)

/** The last moment that is over at `now`, 'YYYY-MM-DD HH:MM:SS'. */
export const lastClosed = (condition: Condition, now: string): Moment =>
  isHourly(condition) ? addHours(now.slice(0, 13), -1) : addDays(now.slice(0, 10), -1)

/** Both included; empty if `first` is after `last`. */
export function momentsBetween(condition: Condition, first: Moment, last: Moment): Moment[] {
  const moments: Moment[] = []
  for (let moment = first; moment <= last; moment = next(condition, moment)) moments.push(moment)
  return moments
}
