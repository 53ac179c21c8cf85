// Steps between neighbouring periods. Pure.
import { addMonths, monthBounds, monthRange } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import type { Days } from '#contract/questions/question.ts'
import { isWholeMonths } from '#web/text/periods.ts'

const DAY_MS = 86_400_000

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

export const daysOfMonth = (month: string): Days => {
  const { from_date, to_date } = monthBounds(month)
  return { from: from_date, to: to_date }
}

/** Every step from the first to the last, also those without data. */
export function stepsBetween(grain: TimeGrain, first: string, last: string): string[] {
  if (grain === 'month') return monthRange(first, last)
  const [start, size] = [dayNumber(first), grain === 'day' ? 1 : 7]
  const count = Math.floor((dayNumber(last) - start) / size) + 1
  return Array.from({ length: count }, (_, index) => dayAt(start + index * size))
}

/** The period of the same length right after (1) or before (-1): whole months stay whole months. */
export function shifted({ from, to }: Days, direction: 1 | -1): Days {
  if (isWholeMonths({ from, to })) {
    const count = (monthNumber(to) - monthNumber(from) + 1) * direction
    const [first, last] = [from, to].map((day) => addMonths(day.slice(0, 7), count))
    return { from: daysOfMonth(first ?? '').from, to: daysOfMonth(last ?? '').to }
  }
  const length = (dayNumber(to) - dayNumber(from) + 1) * direction
  return { from: dayAt(dayNumber(from) + length), to: dayAt(dayNumber(to) + length) }
}
