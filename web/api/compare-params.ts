// The month compared with, as addresses and questions tell it. Pure; touches the contract, and is read before the application.
import type { Comparison, Month } from '#contract/month.ts'

export const comparisonFromSearch = (search: object): Comparison =>
  'compare' in search && search.compare === 'year' ? 'year' : 'previous'

/** Parameters of a call that tells a change; the plain question stays the plain one. */
export const compareParams = (month: Month, compare: Comparison) => ({
  start_date: month,
  ...(compare === 'year' && { compare }),
})
