// The question that explains a change, in the address of any screen: `?why=` contains the parameters of the call. Without a
// period it is about the month and the comparison on screen.
import type { ExplainQuestion } from '#contract/questions/explain-question.ts'
import { type Filter, filterText } from '#contract/questions/filter.ts'
import { PLACED_STATUSES } from '#contract/statuses.ts'

export interface WhyQuestion extends Pick<ExplainQuestion, 'measure'> {
  readonly where?: readonly Filter[]
  /** Default: those on screen. */
  readonly period?: ExplainQuestion['period']
  readonly compare?: ExplainQuestion['compare']
}

const PLACED: Filter = {
  dimension: 'status',
  isExcluded: false,
  values: PLACED_STATUSES,
}

/** Includes orders in preparation besides completed ones. */
export const withPreparing = ({ where = [], ...of }: WhyQuestion): WhyQuestion => ({
  ...of,
  where: [...where, PLACED],
})

export function whyParam({ measure, where = [], period, compare }: WhyQuestion): string {
  const params = new URLSearchParams({ measure })
  if (typeof period === 'string') params.set('period', period)
  else if (period) {
    params.set('from', period.from)
    params.set('to', period.to)
  }
  if (compare) params.set('compare', compare)
  for (const filter of where) params.append('where', filterText(filter))
  return params.toString()
}
