// The question why a cell of an answer changed. Pure.

import type { TimeGrain } from '#contract/questions/dimensions.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Days, Question } from '#contract/questions/question.ts'
import type { WhyQuestion } from '#web/lists/why-address.ts'
import { isWholeMonths } from '#web/text/periods.ts'
import type { Answered, Row } from './answer.ts'
import { daysOfMonth } from './periods.ts'
import { filtersOf } from './rows-behind.ts'

/** A step of the period: only whole months have a question with the same comparison. */
function monthOf({ grain, compare }: Question, meta: Answered['meta'], row: Row) {
  const { period } = meta
  if (grain !== 'month' || !isWholeMonths(period)) return null
  const days = daysOfMonth(String(row.month))
  return compare.endsWith('year') || (days.from === period.from && days.to === period.to) ? days : null
}

/** Undefined where no question compares the cell with the same days. `row` may have only some of the dimensions: a total. */
export function whyOf(
  question: Question,
  meta: Answered['meta'],
  row: Row,
  measure: MeasureKey,
): WhyQuestion | undefined {
  const { grain, compare } = question
  if (compare === 'none') return undefined
  const hasStep = grain !== null && row[grain] !== undefined
  const period = hasStep ? monthOf(question, meta, row) : question.period
  if (period === null) return undefined
  const by = question.by.filter((dimension) => row[dimension] !== undefined)
  return { measure, where: filtersOf({ ...question, by }, row), period, compare }
}

const DAY_MS = 86_400_000

const lastDayOf = (grain: 'day' | 'week', first: string): string =>
  grain === 'day' ? first : new Date(Date.parse(`${first}T00:00:00Z`) + 6 * DAY_MS).toISOString().slice(0, 10)

const daysOfStep = (grain: TimeGrain, step: string): Days =>
  grain === 'month' ? daysOfMonth(step) : { from: step, to: lastDayOf(grain, step) }

/** Why the figure of a step differs from that of the step before it, or of the year before where the question compares years. */
export function whyOfStep(
  { grain, compare, where }: Question,
  { period }: Answered['meta'],
  step: string,
  measure: MeasureKey,
): WhyQuestion | undefined {
  if (grain === null) return undefined
  const { from, to } = daysOfStep(grain, step)
  return {
    measure,
    where,
    // The first and the last week of a period may be cut.
    period: { from: from < period.from ? period.from : from, to: to > period.to ? period.to : to },
    compare: compare.endsWith('year') ? 'same_days_year' : 'same_days',
  }
}
