// Steps between neighbouring periods. Pure.
import { addMonths, monthBounds } from '#contract/month.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { dayAt, dayNumber } from '#web/text/periods.ts'

const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

export const daysOfMonth = (month: string): Days => {
  const { from_date, to_date } = monthBounds(month)
  return { from: from_date, to: to_date }
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
