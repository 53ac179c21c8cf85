// Answers of questions, together with their questions.
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type Question, questionParams } from '#contract/questions/question.ts'

export const ANSWER = 'GET /api/questions/answer'

/** The answer stays on screen while the next one loads, so it is kept together with its question. */
export interface Answered extends AnswerBody {
  readonly question: Question
}

/** The parameters of a question as an object; filters repeat. */
export function queryOf(question: Question): Record<string, string | string[]> {
  const params = questionParams(question)
  const where = params.getAll('where')
  return { ...Object.fromEntries(params), ...(where.length > 0 && { where }) }
}
