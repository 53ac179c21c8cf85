// The days that a question reads, and those it compares them with.
import { addDays, addMonths, isDay, type Month, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import type { Days, Period, Question, QuestionComparison } from '#contract/questions/question.ts'

/** Days, both inclusive; `until`: only up to this moment, 'YYYY-MM-DD HH:MM:SS' on the shop's clock. */
export interface Window extends Days {
  readonly until: string | null
}

export interface Clock {
  /** Now on the shop's clock, 'YYYY-MM-DD HH:MM:SS'. */
  readonly now: string
  /** How far the running month has come: the time of its newest order, or now. */
  readonly runningUntil: string
  readonly latestMonth: Month
  /** First month with data. */
  readonly firstMonth: Month
}

const DAY_MS = 86_400_000
const millisecondsOf = (day: string) => Date.parse(`${day}T00:00:00Z`)

const wholeMonths = (from: Month, to: Month): Days => ({
  from: monthBounds(from).from_date,
  to: monthBounds(to).to_date,
})

export function daysOf(period: Period | Days, { now, latestMonth, firstMonth }: Clock): Days {
  const month = monthOf(now)
  switch (period) {
    case 'latest_month':
      return wholeMonths(latestMonth, latestMonth)
    case 'this_month':
      return wholeMonths(month, month)
    case 'last_month':
      return wholeMonths(addMonths(month, -1), addMonths(month, -1))
    case 'last_12_months':
      return wholeMonths(addMonths(month, -11), month)
    case 'this_year':
      return wholeMonths(`${month.slice(0, 4)}-01`, `${month.slice(0, 4)}-12`)
    case 'all':
      return { from: monthBounds(firstMonth < month ? firstMonth : month).from_date, to: now.slice(0, 10) }
    default:
      return period
  }
}

/** True if the days are whole calendar months. */
export const isWholeMonths = ({ from, to }: Days): boolean =>
  from.endsWith('-01') && to === monthBounds(monthOf(to)).to_date

const monthsIn = ({ from, to }: Days): Month[] => monthRange(monthOf(from), monthOf(to))

export const dayCount = ({ from, to }: Days) => (millisecondsOf(to) - millisecondsOf(from)) / DAY_MS + 1

function daysBefore(days: Days): Days {
  if (!isWholeMonths(days)) {
    const count = dayCount(days)
    return { from: addDays(days.from, -count), to: addDays(days.to, -count) }
  }
  const count = monthsIn(days).length
  return wholeMonths(addMonths(monthOf(days.from), -count), addMonths(monthOf(days.to), -count))
}

/** The same date `count` years away; null for a 29 February that the other year does not have. */
export function sameDateOfYear(day: string, count: number): string | null {
  const other = `${addMonths(monthOf(day), 12 * count)}${day.slice(7)}`
  return isDay(other) ? other : null
}

export const isOfLastYear = (compare: QuestionComparison): boolean =>
  compare === 'year' || compare === 'same_days_year'

/** The same dates of the year before, without a 29 February that only this year has; null: there are none. */
function daysOfLastYear(days: Days): Days | null {
  if (isWholeMonths(days))
    return wholeMonths(addMonths(monthOf(days.from), -12), addMonths(monthOf(days.to), -12))
  const from = sameDateOfYear(days.from, -1) ?? sameDateOfYear(addDays(days.from, 1), -1) ?? ''
  const to = sameDateOfYear(days.to, -1) ?? sameDateOfYear(addDays(days.to, -1), -1) ?? ''
  return from <= to ? { from, to } : null
}

/** The moment in the compared days that corresponds to the current moment of the running ones. */
function shiftedMoment(days: Days, compared: Days, moment: string, compare: QuestionComparison): string {
  const [day, time] = [moment.slice(0, 10), moment.slice(11)]
  if (!isWholeMonths(days) && isOfLastYear(compare)) {
    const date = sameDateOfYear(day, -1)
    return date ? `${date} ${time}` : `${monthBounds(addMonths(monthOf(day), -12)).to_date} 23:59:59`
  }
  if (!isWholeMonths(days))
    return `${addDays(compared.from, dayCount({ from: days.from, to: day }) - 1)} ${time}`
  const month = addMonths(monthOf(day), 1 - monthRange(monthOf(compared.from), monthOf(days.from)).length)
  const shifted = `${month}${day.slice(7)}`
  // A shorter month counts as a whole.
  return shifted <= monthBounds(month).to_date
    ? `${shifted} ${time}`
    : `${monthBounds(month).to_date} 23:59:59`
}

export interface Windows {
  readonly current: Window
  /** Null: compared with nothing. */
  readonly compared: Window | null
  /** How far the current days have come, where they are compared only as far. */
  readonly reached?: string | null
  /** The asked days up to today, each of which has a step; null: none has begun. Undefined: only steps with rows count. */
  readonly begun?: Days | null
}

/** Never throws: days without data are empty. Days that have not begun are compared with nothing. */
export function windowsOf({ period, compare }: Pick<Question, 'period' | 'compare'>, clock: Clock): Windows {
  const days = daysOf(period, clock)
  const current = { ...days, until: null }
  const today = clock.now.slice(0, 10)
  const begun = begunOf(days, clock)
  const before = isOfLastYear(compare) ? daysOfLastYear(days) : daysBefore(days)
  if (compare === 'none' || days.from > today || !before) return { current, compared: null, begun }
  const isCut = (compare === 'same_days' || compare === 'same_days_year') && today <= days.to
  if (!isCut) return { current, compared: { ...before, until: null }, begun }
  const until = shiftedMoment(days, before, clock.runningUntil, compare)
  return {
    current,
    compared: { from: before.from, to: until.slice(0, 10), until },
    reached: clock.runningUntil,
    begun,
  }
}

/** Days of a period from before the shop's first month count from that month if the period is longer than this. */
const LONGEST = 40 * 366

function begunOf(days: Days, { now, firstMonth }: Clock): Days | null {
  const today = now.slice(0, 10)
  const to = days.to < today ? days.to : today
  const first = monthBounds(firstMonth).from_date
  const from = dayCount({ from: days.from, to }) > LONGEST && days.from < first ? first : days.from
  return from <= to ? { from, to } : null
}
