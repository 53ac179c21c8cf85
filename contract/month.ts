export type Month = string

export const EARLIEST_MONTH: Month = '2020-06'

const PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/

export const isMonth = (text: string): boolean => PATTERN.test(text)

/** Months since the year 0. */
const indexOf = (month: Month): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1

/** The month `count` months after `month`; a negative count goes back. */
export function addMonths(month: Month, count: number): Month {
  const index = indexOf(month) + count
  const year = Math.floor(index / 12)
  return `${String(year).padStart(4, '0')}-${String(index - year * 12 + 1).padStart(2, '0')}`
}

/** Compared month: the month before, or the same month of the year before. */
export const COMPARISONS = ['previous', 'year'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Days of the compared month that count while a month is running: as far as the running month has come, or all. */
export const COMPARED_DAYS = ['same', 'all'] as const
export type ComparedDays = (typeof COMPARED_DAYS)[number]

/** The first day of 'YYYY-MM', so that spreadsheets read a date; other values are unchanged. */
export const monthAsDay = (value: unknown): unknown =>
  typeof value === 'string' && isMonth(value) ? `${value}-01` : value

export const comparedMonth = (month: Month, compare: Comparison): Month =>
  addMonths(month, compare === 'year' ? -12 : -1)

/** Every month from `from` to `to`, both included, oldest first; empty when `from` is later. */
export const monthRange = (from: Month, to: Month): Month[] =>
  Array.from({ length: Math.max(0, indexOf(to) - indexOf(from) + 1) }, (_, count) => addMonths(from, count))

/** The `count` months that end with `month`, oldest first. */
export const lastMonths = (month: Month, count: number): Month[] =>
  monthRange(addMonths(month, 1 - count), month)

/** First and last day of the month as 'YYYY-MM-DD'. */
export function monthBounds(month: Month): { from_date: string; to_date: string } {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return { from_date: `${month}-01`, to_date: `${month}-${String(days).padStart(2, '0')}` }
}

export const monthOf = (day: string): Month => day.slice(0, 7)

/** True for an existing day, 'YYYY-MM-DD'. */
export function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  )
}

/** The day `count` days after `day`; a negative count goes back. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)

/** Monday of the day's week. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

export function monthDays(month: Month): string[] {
  const last = Number(monthBounds(month).to_date.slice(8))
  return Array.from({ length: last }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`)
}

/** Largest offset of a time zone from UTC. */
const MAX_OFFSET_MS = 14 * 3_600_000

const monthInUtc = (milliseconds: number): Month => new Date(milliseconds).toISOString().slice(0, 7)

/** The month of an instant in an IANA time zone. */
export function monthAt(instant: Date, timeZone: string): Month {
  // Away from the ends of a month all zones agree, and creating a formatter for a zone is slow in browsers.
  const month = monthInUtc(instant.getTime() - MAX_OFFSET_MS)
  if (month === monthInUtc(instant.getTime() + MAX_OFFSET_MS)) return month
  return dayAt(instant, timeZone).slice(0, 7)
}

/** The day of an instant in an IANA time zone, 'YYYY-MM-DD'. */
export function dayAt(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return parts.format(instant)
}
