// The fields of the catalogue for a question: which are selected, and why others cannot be added. Pure.
import type { Permission } from '#contract/permissions.ts'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { MEASURE_KEYS, type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { MAX_DIMENSIONS, MAX_MEASURES, type Question } from '#contract/questions/question.ts'
import { dimensionsOf, fits, permissionsOf } from '#contract/questions/rules.ts'
import { text } from './text.ts'

export interface FieldState<Key extends string> {
  readonly key: Key
  readonly title: string
  readonly definition: string
  readonly isChosen: boolean
  /** Why it cannot be added; null if it can. */
  readonly refusal: string | null
}

type May = (permission: Permission) => boolean

const titleOf = (key: MeasureKey) => measureOf(key).title

export function measureRefusal(question: Question, key: MeasureKey): string | null {
  const stranger = dimensionsOf(question).find((dimension) => !fits(key, dimension))
  if (stranger) return text.notBy(titleOf(key), dimensionOf(stranger).title)
  return question.measures.length >= MAX_MEASURES ? text.mostMeasures(MAX_MEASURES) : null
}

/** Why no measure of the question can be split by the dimension. */
export function misfit({ measures }: Question, key: DimensionKey): string | null {
  const stranger = measures.find((measure) => !fits(measure, key))
  return stranger ? text.notBy(titleOf(stranger), dimensionOf(key).title) : null
}

export const dimensionRefusal = (question: Question, key: DimensionKey): string | null =>
  misfit(question, key) ?? (question.by.length >= MAX_DIMENSIONS ? text.mostDimensions(MAX_DIMENSIONS) : null)

export const mayAsk = (question: Pick<Question, 'measures' | 'by' | 'where'>, may: May): boolean =>
  permissionsOf(question as Question).every(may)

export const maySplit = (key: DimensionKey, may: May): boolean =>
  mayAsk({ measures: [], by: [key], where: [] }, may)

export const measureFields = (question: Question, may: May): FieldState<MeasureKey>[] =>
  MEASURE_KEYS.filter((key) => may(measureOf(key).permission)).map((key) => {
    const { title, definition } = measureOf(key)
    const isChosen = question.measures.includes(key)
    return { key, title, definition, isChosen, refusal: isChosen ? null : measureRefusal(question, key) }
  })

export const dimensionFields = (question: Question, may: May): FieldState<DimensionKey>[] =>
  DIMENSION_KEYS.filter((key) => maySplit(key, may)).map((key) => {
    const { title, definition } = dimensionOf(key)
    const isChosen = question.by.includes(key)
    return { key, title, definition, isChosen, refusal: isChosen ? null : dimensionRefusal(question, key) }
  })
