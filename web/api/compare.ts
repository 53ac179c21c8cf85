// What the month stands beside: the month before, or the same month of the year before. It lives in the address
// (`?compare=year`) as the month does, so it goes along from screen to screen, is shared, and gone back to.
import { useSearch } from '@tanstack/react-router'
import { type Comparison, comparedMonth } from '#contract/month.ts'
import { compareParams, comparisonFromSearch } from './compare-params.ts'
import { useMonth } from './month.ts'

export const useCompare = (): Comparison => useSearch({ strict: false, select: comparisonFromSearch })

/** The month on screen, the compared month, and the query parameters for both. */
export function useMonths() {
  const month = useMonth()
  const compare = useCompare()
  return { month, compare, compared: comparedMonth(month, compare), query: compareParams(month, compare) }
}
