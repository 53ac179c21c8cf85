// The comparison as search and query parameters. Also used by web/early.ts, before the application's code.
import type { Comparison, Month } from '#contract/month.ts'

export const comparisonFromSearch = (search: object): Comparison =>
  'compare' in search && search.compare === 'year' ? 'year' : 'previous'

/** Query of a call with changes; the default comparison adds no parameter. */
export const compareParams = (month: Month, compare: Comparison) => ({
  start_date: month,
  ...(compare === 'year' && { compare }),
})
