// Steps of time of an answer in words; one that the period cuts says how many of its days it has. Pure.
import type { AnswerBody } from '#contract/questions/calls.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { daysOfStep, daysWithin } from '#contract/questions/steps.ts'
import { counted, date, monthName, shortMonth } from '#web/text/format.ts'
import { dayNumber, stepsBetween } from '#web/text/periods.ts'

export type StepsMeta = Pick<AnswerBody['meta'], 'period' | 'partial'>

/** Every step of the asked period up to now, also those without rows. */
export const stepsOf = (grain: TimeGrain, { steps }: Pick<AnswerBody['meta'], 'steps'>): string[] =>
  steps ? stepsBetween(grain, steps.first, steps.last) : []

const isPartial = (grain: TimeGrain, step: string, { partial }: StepsMeta): boolean =>
  partial.includes(daysOfStep(grain, step).from)

/** 'mayo 2024', '14/05/2024'; of a cut step 'mayo 2024, 12 días', '28/09, 4 días'. */
export function stepText(grain: TimeGrain, step: string, meta: StepsMeta): string {
  const words = grain === 'month' ? monthName(step.slice(0, 7)) : date(step)
  if (!isPartial(grain, step, meta)) return words
  const { from, to } = daysWithin(daysOfStep(grain, step), meta.period)
  const days = counted(dayNumber(to) - dayNumber(from) + 1, 'día', 'días')
  return `${grain === 'month' ? words : words.slice(0, 5)}, ${days}`
}

/** 'may 24', '14/05': for axes. */
export const stepTick = (grain: TimeGrain, step: string): string =>
  grain === 'month' ? shortMonth(step.slice(0, 7)) : date(step).slice(0, 5)
