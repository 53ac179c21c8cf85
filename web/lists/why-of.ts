// The questions why values of an answer changed. Pure.
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type Filter, keptValue, withoutValues } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { isWholeMonths } from '#web/text/periods.ts'
import { keyIn, type Row } from './answer-rows.ts'
import { daysOfStep } from './notes/notes.ts'
import type { WhyQuestion } from './why-address.ts'

type Meta = AnswerBody['meta']

/** What a row is about: the filters of its question and its own values. */
export const filtersOf = ({ by, where }: Question, row: Row): Filter[] => [
  ...where.filter(({ dimension }) => !by.includes(dimension)),
  ...by.map((dimension) => keptValue(dimension, keyIn(row, dimension).key)),
]

/** A step of the period: only whole months have a question with the same comparison. */
function monthOf({ grain, compare }: Question, meta: Meta, row: Row) {
  const { period } = meta
  if (grain !== 'month' || !isWholeMonths(period)) return null
  const days = daysOfStep('month', String(row.month).slice(0, 7))
  return compare.endsWith('year') || (days.from === period.from && days.to === period.to) ? days : null
}

/** Undefined where no question compares the cell with the same days. `row` may have only some of the dimensions: a total. */
export function whyOf(
  question: Question,
  meta: Meta,
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

/** More values make an address too long. */
const MOST_LEFT_OUT = 100

/** Why all that the limit left out changed: a question of one dimension leaves its rows out. */
export function whyOfRest(
  { question, data }: { readonly question: Question; readonly data: readonly Row[] },
  measure: MeasureKey,
): WhyQuestion | undefined {
  const { by, grain, where, period, compare, limit } = question
  const [dimension, ...others] = by
  const isWhole = data.length === limit && data.length <= MOST_LEFT_OUT
  if (!dimension || others.length > 0 || grain || !isWhole || compare === 'none') return undefined
  const shown = data.map((row) => keyIn(row, dimension).key)
  return { measure, where: [...where, withoutValues(dimension, shown)], period, compare }
}

/** Why the figure of a step differs from that of the step before it, or of the year before where the question compares years. */
export function whyOfStep(
  { grain, compare, where }: Question,
  { period }: Meta,
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
