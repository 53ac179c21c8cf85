// The address contains the question: the query string of the API, and how the screen shows its answer.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useOptimistic } from 'react'
import {
  type Problem,
  type Question,
  type QuestionParams,
  questionParams,
  readQuestion,
} from '#contract/questions/question.ts'
import { call } from '#web/api/call.ts'
import { ApiError, type FieldError } from '#web/api/errors.ts'
import { ANSWER, type Answered, queryOf } from '#web/shared/questions/answers.ts'
import { usePaintFirst } from '#web/ui/paint.ts'
import { useStable } from '#web/ui/use-stable.ts'
import { text } from './text.ts'

export const VIEWS = ['table', 'pivot', 'chart'] as const
export type View = (typeof VIEWS)[number]

/** Optional columns: the compared values, and those that the screen computes. */
export const EXTRAS = ['before', 'share', 'cumulated', 'abc'] as const
export type Extra = (typeof EXTRAS)[number]

export interface Shown {
  readonly view: View
  readonly extras: readonly Extra[]
  readonly page: number
  readonly perPage: number
  /** Keys of hidden columns. */
  readonly hidden: readonly string[]
  /** Column that pivot and chart show; null: the first measure. */
  readonly value: string | null
}

export type Search = Readonly<Record<string, unknown>>

export const PAGE_SIZES = [100, 1000, 10_000]
const FIRST_SIZE = 1000

const PARAMETERS = [
  ...['measures', 'by', 'grain', 'from', 'to', 'period', 'compare', 'where', 'order', 'limit'],
] as (keyof QuestionParams)[]

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

const listOf = (value: unknown): string[] => (isText(value) ? value.split(',') : [])

const countOf = (value: unknown, most: number): number | null => {
  const count = isText(value) && /^\d{1,7}$/.test(value) ? Number(value) : 0
  return count >= 1 && count <= most ? count : null
}

const ASKS = ['measures', 'by', 'grain', 'from', 'to', 'period', 'where'] as const

/** Whether the address contains a question; a month or comparison of another screen is none. */
export const hasQuestion = (search: Search): boolean => ASKS.some((name) => Boolean(search[name]))

/** Characters of a question in its address. Proxies refuse lines of 8 kB, and each call names its page too. */
const LONGEST = 6000

/** Whether proxies would refuse the address of a question. */
export const isTooLong = (question: Question): boolean => questionParams(question).toString().length > LONGEST

export function questionIn(search: Search): { question: Question; problems: readonly Problem[] } {
  const named = Object.fromEntries(PARAMETERS.flatMap((name) => (search[name] ? [[name, search[name]]] : [])))
  const read = readQuestion(named as QuestionParams)
  return isTooLong(read.question)
    ? { ...read, problems: [...read.problems, { path: '', message: text.tooLong }] }
    : read
}

export const shownIn = (search: Search): Shown => ({
  view: VIEWS.find((view) => view === search.view) ?? 'table',
  extras: EXTRAS.filter((extra) => listOf(search.show).includes(extra)),
  page: countOf(search.page, 1_000_000) ?? 1,
  perPage: countOf(search.per_page, 10_000) ?? FIRST_SIZE,
  hidden: listOf(search.hide),
  value: isText(search.value) ? search.value : null,
})

/** A question without fields. */
export const BLANK: Question = {
  measures: [],
  by: [],
  grain: null,
  period: 'latest_month',
  compare: 'none',
  where: [],
  order: null,
  limit: null,
}

/** Parameters of other screens are set explicitly, so that the router does not carry them over. */
const NOT_CARRIED = { compare: undefined, days: undefined }

export function searchOf(question: Question, shown: Shown): Record<string, string | string[] | undefined> {
  const { view, extras, page, perPage, hidden, value } = shown
  return {
    ...NOT_CARRIED,
    ...queryOf(question),
    ...(view !== 'table' && { view }),
    ...(extras.length > 0 && { show: extras.join(',') }),
    ...(value !== null && { value }),
    ...(page > 1 && { page: String(page) }),
    ...(perPage !== FIRST_SIZE && { per_page: String(perPage) }),
    ...(hidden.length > 0 && { hide: hidden.join(',') }),
  }
}

/** Address of a question, for links. */
export function hrefOf(question: Question, shown: Partial<Shown> = {}): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(searchOf(question, { ...shownIn({}), ...shown })))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) params.append(name, one)
  return `/analysis/explore?${params}`
}

/** Changes the question, or how its answer is shown. A changed question starts on its first page. */
export type Go = (question: Question, shown?: Partial<Shown>) => void

const isSame = (one: Question, other: Question): boolean =>
  questionParams(one).toString() === questionParams(other).toString()

/** Changes the question on screen; for components that do not render again when it changes. */
export type Edit = (change: (question: Question) => Question) => void

export function useAsked() {
  const address: Search = useSearch({ strict: false })
  const [search, showSearch] = useOptimistic(address)
  const navigate = useNavigate()
  const paintFirst = usePaintFirst()
  const asked = useMemo(
    () => ({
      ...(hasQuestion(search) ? questionIn(search) : { question: BLANK, problems: [] }),
      shown: shownIn(search),
      isAsked: hasQuestion(search),
    }),
    [search],
  )
  const go: Go = useStable((question, shown = {}) => {
    const next = {
      ...asked.shown,
      page: 1,
      ...(!isSame(question, asked.question) && { hidden: [] }),
      ...shown,
    }
    const isBlank = question.measures.length + question.by.length === 0
    const target: Search = isBlank ? NOT_CARRIED : searchOf(question, next)
    paintFirst(
      () => showSearch(target),
      () => navigate({ to: '.', search: target, resetScroll: false }),
    )
  })
  const edit: Edit = useStable((change) => go(change(asked.question)))
  const { period } = useMemo(() => questionIn(address).question, [address])
  return { ...asked, periodInAddress: period, go, edit }
}

export type Asked = ReturnType<typeof useAsked>

export interface Paging {
  readonly page: number
  readonly perPage: number
}

export const answerQuery = (question: Question, { page, perPage }: Paging) => {
  const query = { ...queryOf(question), page, per_page: perPage, measures: question.measures.join(',') }
  return queryOptions({
    queryKey: [ANSWER, {}, query],
    queryFn: async ({ signal }): Promise<Answered> => ({
      ...(await call(ANSWER, { query, signal })),
      question,
    }),
  })
}

export const useAnswer = (question: Question, paging: Paging, enabled = true) =>
  useQuery({ ...answerQuery(question, paging), placeholderData: keepPreviousData, enabled })

/** Sentences of the API about a question that cannot be answered; null: the call failed for another reason. */
export const refusalsIn = (error: unknown): readonly FieldError[] | null =>
  error instanceof ApiError && error.status === 400 && error.fields.length > 0 ? error.fields : null
