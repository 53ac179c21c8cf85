// The question in `?why=`, and the addresses one step deeper or higher.
import { useLocation, useRouter } from '@tanstack/react-router'
import { type Month, monthBounds } from '#contract/month.ts'
import {
  type ExplainParams,
  type ExplainQuestion,
  readExplainQuestion,
} from '#contract/questions/explain-question.ts'
import type { Problem } from '#contract/questions/question.ts'
import { type CompareParams, questionComparison } from '#web/api/compare-params.ts'

export interface AskedWhy {
  readonly question: ExplainQuestion
  readonly problems: readonly Problem[]
}

/** Without a period the question is about the month and the comparison on screen. */
export function askedWhy(why: string, month: Month, compare: CompareParams): AskedWhy {
  const params = new URLSearchParams(why)
  const { from_date: from, to_date: to } = monthBounds(month)
  const hasPeriod = ['from', 'to', 'period'].some((name) => params.has(name))
  return readExplainQuestion({
    ...(!hasPeriod && { from, to, compare: questionComparison(compare) }),
    ...Object.fromEntries(params),
    where: params.getAll('where'),
  } as ExplainParams)
}

/** The same question with other filters. */
export function withFilters(why: string, where: readonly string[]): string {
  const params = new URLSearchParams(why)
  params.delete('where')
  for (const filter of where) params.append('where', filter)
  return params.toString()
}

export const filtersIn = (why: string): string[] => new URLSearchParams(why).getAll('where')

/** Addresses of the screen with another question beside it. */
export function useWhyHref(): (why: string) => string {
  const { stringifySearch } = useRouter().options
  const { pathname, search } = useLocation()
  return (why) => `${pathname}${stringifySearch({ ...search, why })}`
}
