// Answers of the API, each with its question.
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnswerBody } from '#contract/questions/calls.ts'
import type { Question } from '#contract/questions/question.ts'
import { call } from '#web/api/call.ts'
import { ApiError, type FieldError } from '#web/api/errors.ts'
import { queryOf } from './address.ts'

export const ANSWER = 'GET /api/questions/answer'

/** The answer stays on screen while the next one loads, so it is kept together with its question. */
export interface Answered extends AnswerBody {
  readonly question: Question
}

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
