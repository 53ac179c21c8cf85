// The comparison: with the previous month or with the same month of the previous year, and while the month is running with
// the same days of it or all of them. Kept in the address (`?compare=year&days=all`) like the month.
import { useSearch } from '@tanstack/react-router'
import type { Reading } from '#contract/known-change.ts'
import { comparedMonth, isDay, type Month } from '#contract/month.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import type { QuestionComparison } from '#contract/questions/question.ts'
import { noOrdersIn, versus, versusDays } from '#web/text/months.ts'
import { type CompareParams, compareParams, comparisonFromSearch } from './compare-params.ts'
import { optionOf, useConfig } from './config.ts'
import { useMonth } from './month.ts'

export const useCompare = (): CompareParams => useSearch({ strict: false, select: comparisonFromSearch })

/** The month on screen, the compared month, the query parameters of both, and a label of the comparison. */
export function useMonths() {
  const month = useMonth()
  const compare = useCompare()
  const running = useRunningMonth(month)
  const compared = comparedMonth(month, compare.compare ?? 'previous')
  const sameDays = running !== undefined && compare.days === undefined
  // A shorter month counts as a whole.
  const until = sameDays && hasDay(compared, running) ? running : undefined
  /** 'vs octubre 2026', or 'vs 1–20 oct 26'. */
  const against = until === undefined ? versus(compared) : versusDays(compared, Number(until.slice(8, 10)))
  return {
    month,
    compare,
    compared,
    query: compareParams(month, compare),
    against,
    /** The same; of a compared month without orders, that there were none. */
    againstOrders: (orders: number, distributor?: string) =>
      orders > 0 ? against : noOrdersIn({ month: compared, until, distributor }),
    /** The month is compared with the same days of the other one. */
    sameDays,
    days: wholeMonths(month, month),
    comparedDays: sameDays ? besideDaysOf(month, compare) : wholeMonths(compared, compared),
  }
}

const hasDay = (month: Month, moment: string): boolean => isDay(`${month}${moment.slice(7, 10)}`)

/** Days of which Explorar asks. */
export interface AskedDays {
  readonly from: string
  readonly to: string
  readonly compare?: QuestionComparison
  /** The column of the compared amounts, which a question of several measures leaves out. */
  readonly show?: 'before'
}

/** The same days of the other month may end within one, so they stand beside those of the month. */
const besideDaysOf = (month: Month, { compare }: CompareParams): AskedDays => ({
  ...wholeMonths(month, month),
  compare: compare === 'year' ? 'same_days_year' : 'same_days',
  show: 'before',
})

/** Whether any order is of the month; also until the configuration has loaded. */
export function useHasOrders(month: Month): boolean {
  const months = useConfig()?.find(({ option }) => option === 'months')?.values
  return !Array.isArray(months) || months.includes(month)
}

/** How far the orders of a month were read. */
export function useReading(month: Month): Reading {
  const running = useRunningMonth(month) !== undefined
  const hasOrders = useHasOrders(month)
  if (useCutAfter(month) !== undefined) return 'part'
  return running || !hasOrders ? 'unfinished' : 'whole'
}

/** The last day with orders of a month that is over and was read only in part; else undefined. */
export function useCutAfter(month: Month): string | undefined {
  const day = optionOf(useConfig(), 'cut_after')
  return day?.startsWith(month) ? day : undefined
}

/** How far the current month has come, 'YYYY-MM-DD HH:MM:SS'; undefined for other months and until the configuration has loaded. */
export function useRunningMonth(month: Month): string | undefined {
  const until = optionOf(useConfig(), 'running_until')
  return until?.startsWith(month) ? until : undefined
}
