// Steps of time within a window, so that the steps of two windows can be compared.
import { addDays, addMonths, mondayOf, monthOf, monthRange } from '#contract/month.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** Index of the step `key` in a window that begins on `from`. */
export function stepIndex(grain: TimeGrain, from: string, key: string): number {
  if (grain === 'month') {
    const [first, last] = [monthOf(from), key]
    return first <= last ? monthRange(first, last).length - 1 : 1 - monthRange(last, first).length
  }
  return grain === 'day' ? days(from, key) : Math.round(days(mondayOf(from), key) / 7)
}

/** The key of the step at an index. */
export function stepAt(grain: TimeGrain, from: string, index: number): string {
  if (grain === 'month') return addMonths(monthOf(from), index)
  return grain === 'day' ? addDays(from, index) : addDays(mondayOf(from), index * 7)
}
