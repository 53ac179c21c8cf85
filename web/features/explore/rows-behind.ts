// The orders behind a row of an answer. Pure.
import type { Filter } from '#contract/questions/filter.ts'
import type { Question } from '#contract/questions/question.ts'
import { ordersPath } from '#web/lists/orders-behind.ts'
import { keptValue } from '#web/lists/why-address.ts'
import { type Answered, keyIn, type Row } from './answer.ts'
import { daysOfMonth } from './periods.ts'

/** The month of the row, if its orders are those of a whole one. */
function monthOf({ question, meta }: Answered, row: Row): string | null {
  const month = question.grain === 'month' ? String(row.month) : meta.period.from.slice(0, 7)
  const { from, to } = daysOfMonth(month)
  const isInside = meta.period.from <= from && to <= meta.period.to
  return isInside && (question.grain === 'month' || meta.period.to === to) ? month : null
}

/** What a row is about: the filters of its question and its own values. */
export const filtersOf = ({ by, where }: Question, row: Row): Filter[] => [
  ...where.filter(({ dimension }) => !by.includes(dimension)),
  ...by.map((dimension) => keptValue(dimension, keyIn(row, dimension).key)),
]

/** Path of the orders that add up to the row; null where no screen lists exactly them. */
export function ordersBehind(answered: Answered, row: Row): string | null {
  const { question, meta } = answered
  const month = question.grain === null || question.grain === 'month' ? monthOf(answered, row) : null
  if (!month || meta.period.until) return null
  return ordersPath({ measures: question.measures, where: filtersOf(question, row) }, month)
}
