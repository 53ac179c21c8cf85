// The comparison as search and query parameters. Also used by web/early.ts, before the application's code.
import type { Month } from '#contract/month.ts'

/** Only deviations from the default: the month before, with the same days while the month is running. */
export interface CompareParams {
  readonly compare?: 'year'
  readonly days?: 'all'
}

/** One object for each value, so that equal addresses give the same reference. */
const PARAMS: readonly CompareParams[] = [
  {},
  { compare: 'year' },
  { days: 'all' },
  { compare: 'year', days: 'all' },
]

export const comparisonFromSearch = (search: object): CompareParams => {
  const year = 'compare' in search && search.compare === 'year'
  const all = 'days' in search && search.days === 'all'
  return PARAMS[(year ? 1 : 0) + (all ? 2 : 0)] ?? {}
}

/** Query of a call with changes. */
export const compareParams = (month: Month, compare: CompareParams) => ({ start_date: month, ...compare })

/** The same comparison as a parameter of a question. */
export const questionComparison = ({ compare, days }: CompareParams) =>
  days === 'all' ? (compare ?? 'previous') : compare === 'year' ? 'same_days_year' : 'same_days'
