import { monthRange } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { datesWords, daysUntil, isWholeMonths, runningPeriodWords } from '#contract/questions/periods.ts'
import type { Days } from '#contract/questions/question.ts'
import { monthName, shortMonth } from './format.ts'
import { daysOfMonth } from './months.ts'

const DAY_MS = 86_400_000

export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/**
 * 'octubre 2026', 'nov 25 – oct 26', '3/10/2026 al 9/10/2026', with the last moment of compared days; of a period that runs its
 * days up to `asOf`: '1/12/2025 al 27/11/2026, noviembre en curso'.
 */
export function periodText(
  days: Days & { readonly until?: string | null },
  asOf: string | null = null,
): string {
  const running = asOf === null ? null : runningPeriodWords(days, asOf)
  if (running) return running
  const { from, to, until } = days
  // The end of a shorter month is no moment to name.
  if (until && !until.endsWith('23:59:59')) return `${datesWords(days)}, ${until.slice(11, 16)} h`
  if (!isWholeMonths(days)) return datesWords(days)
  const [first, last] = [from.slice(0, 7), to.slice(0, 7)]
  return first === last ? monthName(first) : `${shortMonth(first)} – ${shortMonth(last)}`
}

/** The same where room is short: '1–25 oct 26', '1 dic 25 – 27 nov 26'. */
export function shortPeriod(days: Days, asOf: string | null = null): string {
  const { from, to } = asOf === null ? days : daysUntil(days, asOf)
  if (isWholeMonths({ from, to })) return periodText({ from, to })
  const [first, last] = [Number(from.slice(8)), Number(to.slice(8))]
  const [since, until] = [shortMonth(from.slice(0, 7)), shortMonth(to.slice(0, 7))]
  return since === until ? `${daysOfMonth(first, last)} ${since}` : `${first} ${since} – ${last} ${until}`
}

/** Every step from the first to the last, also those without data. */
export function stepsBetween(grain: TimeGrain, first: string, last: string): string[] {
  if (grain === 'month') return monthRange(first, last)
  const [start, size] = [dayNumber(first), grain === 'day' ? 1 : 7]
  const count = Math.floor((dayNumber(last) - start) / size) + 1
  return Array.from({ length: count }, (_, index) => dayAt(start + index * size))
}
