import { monthBounds, monthRange } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import type { Days } from '#contract/questions/question.ts'
import { date, monthName, shortMonth } from './format.ts'

const DAY_MS = 86_400_000

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** True if the days are whole calendar months. */
export const isWholeMonths = ({ from, to }: Days): boolean =>
  from.endsWith('-01') && monthBounds(to.slice(0, 7)).to_date === to

/** 'octubre 2026', 'nov 25 – oct 26', '03/10/2026 – 09/10/2026', with the last moment of a period that is running. */
export function periodText(days: Days & { readonly until?: string | null }): string {
  const { from, to, until } = days
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  const words = isWholeMonths(days)
    ? first === last
      ? monthName(first)
      : `${shortMonth(first)} – ${shortMonth(last)}`
    : from === to
      ? date(from)
      : `${date(from)} – ${date(to)}`
  return until ? `${words}, hasta el ${date(until)} ${until.slice(11, 16)}` : words
}

/** Every step from the first to the last, also those without data. */
export function stepsBetween(grain: TimeGrain, first: string, last: string): string[] {
  if (grain === 'month') return monthRange(first, last)
  const [start, size] = [dayNumber(first), grain === 'day' ? 1 : 7]
  const count = Math.floor((dayNumber(last) - start) / size) + 1
  return Array.from({ length: count }, (_, index) => dayAt(start + index * size))
}
