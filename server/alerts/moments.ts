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

/** Days of figures, which later files may still bring; silence and stuck orders are about the time since. */
const isOfFigures = ({ kind }: Condition): boolean => kind !== 'no_orders' && kind !== 'stuck'

/**
 * The last moment that is over at `now`, 'YYYY-MM-DD HH:MM:SS'. `dataEnd`: the last day that a shop without a connection brought;
 * null: its orders are followed.
 */
export function lastClosed(condition: Condition, now: string, dataEnd: string | null): Moment {
  if (isHourly(condition)) return addHours(now.slice(0, 13), -1)
  const yesterday = addDays(now.slice(0, 10), -1)
  return dataEnd !== null && dataEnd < yesterday && isOfFigures(condition) ? dataEnd : yesterday
}

/** Both included; empty if `first` is after `last`. */
export function momentsBetween(condition: Condition, first: Moment, last: Moment): Moment[] {
  const moments: Moment[] = []
  for (let moment = first; moment <= last; moment = next(condition, moment)) moments.push(moment)
  return moments
}
