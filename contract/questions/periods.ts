// The days of relative periods, and periods in words. Without zod, so that the browser can load it.
import { monthWord } from '../cell-words.ts'
import { addDays, addMonths, isDay, type Month, mondayOf, monthBounds, monthOf } from '../month.ts'
import type { Days, Period } from './question.ts'

export interface Calendar {
  /** Today on the shop's clock. */
  readonly today: string
  /** The latest month with data, at most that of today. */
  readonly latestMonth: Month
  /** First month with data. */
  readonly firstMonth: Month
}

export const wholeMonths = (from: Month, to: Month): Days => ({
  from: monthBounds(from).from_date,
  to: monthBounds(to).to_date,
})

/** True if the days are whole calendar months. */
export const isWholeMonths = ({ from, to }: Days): boolean =>
  from.endsWith('-01') && to === monthBounds(monthOf(to)).to_date

const weekOf = (day: string): Days => ({ from: mondayOf(day), to: addDays(mondayOf(day), 6) })

/** True for the days from a Monday to the next Sunday. */
export const isWeek = ({ from, to }: Days): boolean => from === mondayOf(from) && to === addDays(from, 6)

/** The week of the screen's address, which names its Monday; by default, and for any other text, the last closed one. */
export const weekAsked = (monday: string | null): Days | 'last_week' =>
  monday !== null && isDay(monday) && mondayOf(monday) === monday ? weekOf(monday) : 'last_week'

/** So many days that end yesterday. */
const closedDays = (count: number, today: string): Days => ({
  from: addDays(today, -count),
  to: addDays(today, -1),
})

/** The month and the `count` - 1 before. */
const monthsUntil = (month: Month, count: number): Days => wholeMonths(addMonths(month, 1 - count), month)

function quarterOf(month: Month): Days {
  const first = addMonths(month, -((Number(month.slice(5, 7)) - 1) % 3))
  return wholeMonths(first, addMonths(first, 2))
}

/** First and last day. Weeks, months, quarters and years that run are whole: their last days are still to come. */
export function daysOf(period: Period | Days, { today, latestMonth, firstMonth }: Calendar): Days {
  const month = monthOf(today)
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return closedDays(1, today)
    case 'this_week':
      return weekOf(today)
    case 'last_week':
      return weekOf(addDays(today, -7))
    case 'last_7_days':
      return closedDays(7, today)
    case 'last_28_days':
      return closedDays(28, today)
    case 'last_90_days':
      return closedDays(90, today)
    case 'this_month':
      return monthsUntil(month, 1)
    case 'last_month':
      return monthsUntil(addMonths(month, -1), 1)
    case 'last_3_months':
      return monthsUntil(month, 3)
    case 'last_12_months':
      return monthsUntil(month, 12)
    case 'last_24_months':
      return monthsUntil(month, 24)
    case 'this_quarter':
      return quarterOf(month)
    case 'this_year':
      return wholeMonths(`${month.slice(0, 4)}-01`, `${month.slice(0, 4)}-12`)
    case 'latest_month':
      return monthsUntil(latestMonth, 1)
    case 'all':
      return { from: monthBounds(firstMonth < month ? firstMonth : month).from_date, to: today }
    default:
      return period
  }
}

/** '27/11/2026'. */
export const dayWords = (day: string): string =>
  `${Number(day.slice(8, 10))}/${Number(day.slice(5, 7))}/${day.slice(0, 4)}`

/** '1/12/2025 al 27/11/2026', '27/11/2026'. */
export const datesWords = ({ from, to }: Days): string =>
  from === to ? dayWords(from) : `${dayWords(from)} al ${dayWords(to)}`

export const isRunning = ({ from, to }: Days, today: string): boolean => from <= today && today <= to

/** In its last hour a period counts as whole: its mail closes it. `now`: 'YYYY-MM-DD HH:MM:SS' on the shop's clock. */
export const isUnfinished = ({ from, to }: Days, now: string): boolean =>
  from <= now.slice(0, 10) && now < `${to} 23:00`

/** The last month that is over. `now`: as above. */
export function lastClosedMonth(now: string): Month {
  const month = monthOf(now)
  return isUnfinished(wholeMonths(month, month), now) ? addMonths(month, -1) : month
}

/**
 * The month that a mail is about unless it names one: that of the last day that is over, since a month that begins says nothing yet.
 * `now`: as above.
 */
export const mailedMonth = (now: string): Month => {
  const today = now.slice(0, 10)
  return monthOf(isUnfinished({ from: today, to: today }, now) ? addDays(today, -1) : today)
}

/** The days up to today of a period that runs, else all of them. */
export const daysUntil = (days: Days, today: string): Days =>
  isRunning(days, today) ? { from: days.from, to: today } : days

/** What of a running period still runs: 'noviembre en curso', 'semana en curso', 'día en curso'. */
export const runningWords = (days: Days, today: string): string =>
  `${isWholeMonths(days) ? monthWord(today) : isWeek(days) ? 'semana' : 'día'} en curso`

/** A running period with its dates: '1/12/2025 al 27/11/2026, noviembre en curso'; null: it does not run. */
export const runningPeriodWords = (days: Days, today: string): string | null =>
  isRunning(days, today) ? `${datesWords(daysUntil(days, today))}, ${runningWords(days, today)}` : null
