// The comparison: with the previous month or with the same month of the previous year. Kept in the address
// (`?compare=year`) like the month.
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
