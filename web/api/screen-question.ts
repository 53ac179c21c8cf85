// The figures of the screen as a question, with its month and comparison.
import { useMatches, useParams, useSearch } from '@tanstack/react-router'
import { queryOfAddress } from '#contract/address.ts'
import { entryOf } from '#contract/entry.ts'
import type { Month } from '#contract/month.ts'
import { escapedValue } from '#contract/questions/filter.ts'
import { wholeMonths } from '#contract/questions/periods.ts'
import { useCompare } from './compare.ts'
import { type CompareParams, questionComparison } from './compare-params.ts'
import { useMonth } from './month.ts'
import type { Screen } from './screen.ts'
import { mayUser, useUser } from './session.ts'

export function questionHref(
  { explores, compares }: Pick<Screen, 'explores' | 'compares'>,
  params: Readonly<Record<string, string>>,
  month: Month,
  compare: CompareParams,
  /** Of the screen. */
  search: Readonly<Record<string, unknown>> = {},
): string {
  const question = new URLSearchParams(explores?.query)
  for (const [name, value] of question)
    question.set(
      name,
      value.replace(/\$(\w+)/g, (_, key: string) => escapedValue(entryOf(params, key) ?? '')),
    )
  const own = explores?.days?.(search)
  if (own) question.delete('period')
  if (!question.has('period')) {
    const { from, to } = own ?? wholeMonths(month, month)
    question.set('from', from)
    question.set('to', to)
  }
  if (compares) question.set('compare', questionComparison(compare))
  question.set('month', month)
  return `/analysis/explore?${question}`
}

/** The address of the figures on screen in Explorar; null if there are none or the user may not see them. */
export function useExploreHref(): string | null {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  const params: Readonly<Record<string, string>> = useParams({ strict: false })
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const user = useUser()
  const month = useMonth()
  const compare = useCompare()
  const needs = screen?.explores?.needs
  if (!screen?.explores || !mayUser(user, 'view:scorecard') || (needs && !mayUser(user, needs))) return null
  return questionHref(screen, params, month, compare, search)
}

/** The question with the figures on screen, as parameters of its call. */
export function useScreenQuestion(): string | null {
  const href = useExploreHref()
  if (href === null) return null
  const question = queryOfAddress(href)
  question.delete('month')
  return question.toString()
}
