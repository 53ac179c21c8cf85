// The answers of a pivot, all pages of each.
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { call } from '#web/api/call.ts'
import type { Loadable } from '#web/ui/loadable.ts'
import { ANSWER, type Answered, queryOf } from './answers.ts'
import { type PartName, type Parts, type Pivot, pivotOf, pivotQuestions } from './pivot.ts'

const PAGE = 10_000
/** Number of cells that a browser handles easily; larger pivots need a filter. */
export const MOST_CELLS = 100_000

/** The pivot would have more cells than allowed. */
export class TooManyCells extends Error {}

const allPages = (question: Question) => {
  const query = { ...queryOf(question), per_page: PAGE }
  return queryOptions({
    queryKey: [ANSWER, 'all', query],
    queryFn: async ({ signal }): Promise<Answered> => {
      const first = await call(ANSWER, { query: { ...query, page: 1 }, signal })
      if (first.meta.total > MOST_CELLS) throw new TooManyCells()
      const data = [...first.data]
      for (let page = 2; page <= first.meta.page_count; page++)
        data.push(...(await call(ANSWER, { query: { ...query, page }, signal })).data)
      return { ...first, data, question }
    },
  })
}

/** The pivot of a measure; while another one loads, the previous one. */
export function usePivot(question: Question, measure: MeasureKey): Loadable<Pivot> {
  const questions = Object.entries(pivotQuestions(question, measure)) as [PartName, Question][]
  const states = useQueries({ queries: questions.map(([, part]) => allPages(part)) })
  const [last, setLast] = useState<{ of: readonly unknown[]; pivot: Pivot | null }>()
  const answers = states.map(({ data }) => data)
  const isReady = states.length > 0 && states.every(({ data }) => data !== undefined)
  const isSame = last?.of.length === answers.length && answers.every((answer, at) => answer === last.of[at])
  const parts = () =>
    Object.fromEntries(questions.map(([name], at) => [name, answers[at]])) as Parts<Answered>
  // Built once per set of answers.
  if (isReady && !isSame) setLast({ of: answers, pivot: pivotOf(question, measure, parts()) })
  const failed = states.find(({ status }) => status === 'error')
  const data = last?.pivot ?? undefined
  return {
    status: failed ? 'error' : data ? 'success' : 'pending',
    data,
    error: failed?.error,
    isFetching: states.some(({ isFetching }) => isFetching),
    isPlaceholderData: !isReady && !failed,
    refetch: () => Promise.all(states.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}
