// The orders of a row of an answer. Pure.
import { ordersPath } from '#web/shared/links/orders-behind.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import { filtersOf, type Row } from '#web/shared/why/why-of.ts'
import { daysOfMonth } from './periods.ts'

/** The month of the row, if the row covers a whole month. */
function monthOf({ question, meta }: Answered, row: Row): string | null {
  const month = question.grain === 'month' ? String(row.month) : meta.period.from.slice(0, 7)
  const { from, to } = daysOfMonth(month)
  const isInside = meta.period.from <= from && to <= meta.period.to
  return isInside && (question.grain === 'month' || meta.period.to === to) ? month : null
}

/** Path of the orders that add up to the row; null if no screen lists exactly those. */
export function ordersBehind(answered: Answered, row: Row): string | null {
  const { question, meta } = answered
  const month = question.grain === null || question.grain === 'month' ? monthOf(answered, row) : null
  if (!month || meta.period.until) return null
  return ordersPath({ measures: question.measures, where: filtersOf(question, row) }, month)
}
