// The figures of the screen as a question, with its month and comparison.
import { useMatches, useParams, useSearch } from '@tanstack/react-router'
import { pathOf, queryOfAddress } from '#contract/address.ts'
import { entryOf } from '#contract/entry.ts'
import { type Month, monthBounds } from '#contract/month.ts'
import { escapedValue } from '#contract/questions/filter.ts'
import type { Days } from '#contract/questions/question.ts'
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
): string {
  const question = new URLSearchParams(explores?.query)
  for (const [name, value] of question)
    question.set(
      name,
      value.replace(/\$(\w+)/g, (_, key: string) => escapedValue(entryOf(params, key) ?? '')),
    )
  if (!question.has('period')) {
    const { from_date, to_date } = monthBounds(month)
    question.set('from', from_date)
    question.set('to', to_date)
  }
  if (compares) question.set('compare', questionComparison(compare))
  question.set('month', month)
  return `/analysis/explore?${question}`
}

function withDays(href: string, { from, to }: Days): string {
  const question = queryOfAddress(href)
  question.delete('period')
  question.set('from', from)
  question.set('to', to)
  return `${pathOf(href)}?${question}`
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
  const href = questionHref(screen, params, month, compare)
  const days = screen.explores.days?.(search)
  return days ? withDays(href, days) : href
}

/** The question with the figures on screen, as parameters of its call. */
export function useScreenQuestion(): string | null {
  const href = useExploreHref()
  if (href === null) return null
  const question = queryOfAddress(href)
  question.delete('month')
  return question.toString()
}
