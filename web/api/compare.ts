// What the month stands beside: the month before, or the same month of the year before. It lives in the address
// (`?compare=year`) as the month does, so it goes along from screen to screen, is shared, and gone back to.
import { useSearch } from '@tanstack/react-router'
import { type Comparison, comparedMonth, type Month } from '#contract/month.ts'
import { useMonth } from './month.ts'

export const compareIn = (search: object): Comparison =>
  'compare' in search && search.compare === 'year' ? 'year' : 'previous'

export const useCompare = (): Comparison => useSearch({ strict: false, select: compareIn })

/** Parameters of a call that tells a change; the plain question stays the plain one. */
export const monthBeside = (month: Month, compare: Comparison) => ({
  start_date: month,
  ...(compare === 'year' && { compare }),
})

/** The month on screen, the month it stands beside, and how both are asked for. */
export function useMonths() {
  const month = useMonth()
  const compare = useCompare()
  return { month, compare, compared: comparedMonth(month, compare), asked: monthBeside(month, compare) }
}
