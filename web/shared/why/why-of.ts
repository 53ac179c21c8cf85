// The questions that explain changes in an answer. Pure.
import { entryOf } from '#contract/entry.ts'
import type { AnswerBody } from '#contract/questions/calls.ts'
import { type Filter, keptValue, withoutValues } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { comparisonOf, type Question } from '#contract/questions/question.ts'
import { daysOfStep } from '#contract/questions/steps.ts'
import type { WhyQuestion } from './why-address.ts'

type Meta = AnswerBody['meta']

/** The subject of a row: the filters of its question and its own values. */
export const filtersOf = ({ by, where }: Question, row: Row): Filter[] => [
  ...where.filter(({ dimension }) => !by.includes(dimension)),
  ...by.map((dimension) => keptValue(dimension, keyIn(row, dimension).key)),
]

/** The month of a row: only steps of whole months can be asked with the same comparison. */
function monthOf({ grain, compare }: Question, meta: Meta, row: Row) {
  const { period } = meta
  if (grain !== 'month' || !isWholeMonths(period)) return null
  const days = daysOfStep('month', String(row.month).slice(0, 7))
  return compare.endsWith('year') || (days.from === period.from && days.to === period.to) ? days : null
}

/** Undefined if no question compares the cell with the same days. `row` may have only some of the dimensions: a total. */
export function whyOf(
  question: Question,
  meta: Meta,
  row: Row,
  measure: MeasureKey,
): WhyQuestion | undefined {
  const { grain } = question
  const compare = comparisonOf(question)
  if (compare === 'none') return undefined
  const hasStep = grain !== null && row[grain] !== undefined
  const period = hasStep ? monthOf(question, meta, row) : question.period
  if (period === null) return undefined
  const by = question.by.filter((dimension) => row[dimension] !== undefined)
  return { measure, where: filtersOf({ ...question, by }, row), period, compare }
}

/** More values would make the address too long. */
const MOST_LEFT_OUT = 100

/** The change of all rows that the limit left out; a question of one dimension can exclude the shown rows. */
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

/** The difference between a step and the one before, or the same step of the year before if the question compares years. */
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
    // The first and the last week of a period may be incomplete.
    period: { from: from < period.from ? period.from : from, to: to > period.to ? period.to : to },
    compare: compare.endsWith('year') ? 'same_days_year' : 'same_days',
  }
}

export type Row = AnswerBody['data'][number]

export const numberIn = (row: Row, key: string): number | null => {
  const value = entryOf(row, key)
  return typeof value === 'number' ? value : null
}

/** Both values of a change; null: the answer has none, since nothing yet is no fall. */
export function changeIn(row: Row, measure: MeasureKey): { now: number; before: number } | null {
  const [now, before] = [numberIn(row, measure), numberIn(row, `${measure}_compared`)]
  if (now === null || before === null) return null
  return before !== 0 && numberIn(row, `${measure}_change`) === null ? null : { now, before }
}

export const keyIn = (row: Row, dimension: string): { key: string; label: string } => {
  const value = entryOf(row, dimension)
  return typeof value === 'object' && value !== null ? value : { key: String(value), label: String(value) }
}
