// Addresses of the forms that watch a question: an alert on a row of its answer, a delivery of all of it. Pure.
import { alertQuestion, canFilter } from '#contract/alerts/rule.ts'
import { type Question, questionParams } from '#contract/questions/question.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { filtersOf, type Row } from '#web/shared/why/why-of.ts'

const newOne = (path: string, question: string) =>
  `${path}?${new URLSearchParams({ new: '1', question }).toString()}`

/** Null for a row that no alert can watch. */
export function alertHref({ question }: Answered, row: Row): string | null {
  const [measure] = question.measures
  const where = filtersOf(question, row)
  if (!measure || !where.every(({ dimension }) => canFilter(dimension, 'falls'))) return null
  return newOne('/analysis/alerts', alertQuestion({ measure, by: null, where }))
}

export const deliveryHref = (question: Question): string =>
  newOne('/analysis/deliveries', questionParams(question).toString())
