// The days that a question reads, and those it compares them with.
import { addDays, addMonths, isDay, type Month, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import { daysOf, isUnfinished, isWeek, isWholeMonths, wholeMonths } from '#contract/questions/periods.ts'
import {
  comparisonOf,
  type Days,
  type Question,
  type QuestionComparison,
} from '#contract/questions/question.ts'

/** Days, both inclusive; `until`: only up to this moment, 'YYYY-MM-DD HH:MM:SS' on the shop's clock. */
export interface Window extends Days {
  readonly until: string | null
}

/** From a day to the same one of the week a year before, as the calendar of weeks has it. */
export const WEEKS_OF_A_YEAR = 52 * 7

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

export const monthsIn = ({ from, to }: Days): Month[] => monthRange(monthOf(from), monthOf(to))

export const dayCount = ({ from, to }: Days) => (millisecondsOf(to) - millisecondsOf(from)) / DAY_MS + 1

/** Merges windows that follow each other, or have at most so many months between them. */
export function joinedWindows(windows: readonly Window[], monthsBetween: number): Window[] {
  const result: Window[] = []
  for (const window of windows.toSorted((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = result.at(-1)
    if (last && monthOf(window.from) <= addMonths(monthOf(last.to), 1 + monthsBetween))
      result[result.length - 1] = {
        from: last.from,
        to: window.to > last.to ? window.to : last.to,
        until: null,
      }
    else result.push(window)
  }
  return result
}

/** The days before, as many; of whole months, as many months. */
export function daysBefore(days: Days): Days {
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

/** The same months or dates of the year before; a week has the one 52 weeks before. Null: there are none. */
function daysOfLastYear(days: Days): Days | null {
  if (isWholeMonths(days))
    return wholeMonths(addMonths(monthOf(days.from), -12), addMonths(monthOf(days.to), -12))
  if (isWeek(days))
    return { from: addDays(days.from, -WEEKS_OF_A_YEAR), to: addDays(days.to, -WEEKS_OF_A_YEAR) }
  return sameDatesOfLastYear(days)
}

/** Without a 29 February that only this year has; null: there are none. */
export function sameDatesOfLastYear(days: Days): Days | null {
  const from = sameDateOfYear(days.from, -1) ?? sameDateOfYear(addDays(days.from, 1), -1) ?? ''
  const to = sameDateOfYear(days.to, -1) ?? sameDateOfYear(addDays(days.to, -1), -1) ?? ''
  return from <= to ? { from, to } : null
}

/** The same date and time a year before; the end of February for a 29th that the other year does not have. */
export function sameMomentOfLastYear(moment: string): string {
  const day = moment.slice(0, 10)
  const date = sameDateOfYear(day, -1)
  return date ? `${date}${moment.slice(10)}` : `${monthBounds(addMonths(monthOf(day), -12)).to_date} 23:59:59`
}

/** The moment in the compared days that corresponds to the current moment of the running ones. */
function shiftedMoment(days: Days, compared: Days, moment: string, compare: QuestionComparison): string {
  const [day, time] = [moment.slice(0, 10), moment.slice(11)]
  if (!isWholeMonths(days) && !isWeek(days) && isOfLastYear(compare)) return sameMomentOfLastYear(moment)
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
  /** Today on the shop's clock, while the asked days are unfinished; null: they are over or have not begun. */
  readonly asOf?: string | null
  /** On the shop's clock, where the answer depends on it: what is dated later has not happened. */
  readonly now?: string
}

/** Never throws: days without data are empty. Days that have not begun are compared with nothing. */
export function windowsOf(asked: Pick<Question, 'period' | 'compare'>, clock: Clock): Windows {
  const today = clock.now.slice(0, 10)
  const days = daysOf(asked.period, { ...clock, today })
  const compare = isUnfinished(days, clock.now) ? comparisonOf(asked) : asked.compare
  const current = { ...days, until: null }
  const own = { current, begun: begunOf(days, clock), asOf: isUnfinished(days, clock.now) ? today : null }
  const before = isOfLastYear(compare) ? daysOfLastYear(days) : daysBefore(days)
  if (compare === 'none' || days.from > today || !before) return { ...own, compared: null }
  const isCut = (compare === 'same_days' || compare === 'same_days_year') && today <= days.to
  if (!isCut) return { ...own, compared: { ...before, until: null } }
  // The newest order may be older than a period that has just begun; whole minutes can be cached.
  const reached = clock.runningUntil < days.from ? `${clock.now.slice(0, 16)}:59` : clock.runningUntil
  const until = shiftedMoment(days, before, reached, compare)
  return { ...own, compared: { from: before.from, to: until.slice(0, 10), until }, reached }
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
