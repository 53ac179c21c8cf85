// Changes to a question. Each one returns a consistent question. Pure.
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { orderKeys, type Question } from '#contract/questions/question.ts'

/** Drops the order if the question no longer has its column. */
const settled = (question: Question): Question => {
  const { order } = question
  return order === null || orderKeys(question).includes(order.key) ? question : { ...question, order: null }
}

const toggled = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

export const withMeasure = (question: Question, measure: MeasureKey): Question =>
  settled({ ...question, measures: toggled(question.measures, measure) })

export const withDimension = (question: Question, dimension: DimensionKey): Question =>
  settled({ ...question, by: toggled(question.by, dimension) })

export const swapped = (question: Question): Question => ({ ...question, by: [...question.by].reverse() })

export const withPart = (question: Question, part: Partial<Question>): Question =>
  settled({ ...question, ...part })

/** Replaces the filters of a dimension; without values it removes them. */
export function withFilter(question: Question, filter: Filter): Question {
  const others = question.where.filter(({ dimension }) => dimension !== filter.dimension)
  return { ...question, where: filter.values.length > 0 ? [...others, filter] : others }
}

export const withoutFilter = (question: Question, dimension: DimensionKey): Question => ({
  ...question,
  where: question.where.filter((filter) => filter.dimension !== dimension),
})

/** Keeps only the value, or excludes it: from several that are kept, or in addition to those already excluded. */
export function withValue(question: Question, dimension: DimensionKey, value: string, isExcluded: boolean) {
  if (!isExcluded) return withFilter(question, { dimension, isExcluded, values: [value] })
  const before = question.where.find((filter) => filter.dimension === dimension)
  const others = (before?.values ?? []).filter((other) => other !== value)
  if (before?.isExcluded === false && others.length > 0)
    return withFilter(question, { ...before, values: others })
  const excluded = before?.isExcluded ? others : []
  return withFilter(question, { dimension, isExcluded, values: [...excluded, value] })
}

/** Dimensions that split a single value of a dimension well. */
const INSIDE: Partial<Readonly<Record<DimensionKey, readonly DimensionKey[]>>> = {
  business: ['segment', 'product', 'distributor'],
  segment: ['product', 'distributor', 'province'],
  product: ['distributor', 'province', 'customer'],
  parent_product: ['product', 'distributor', 'province'],
  province: ['city', 'distributor', 'business'],
  city: ['customer', 'product'],
  benefit_group: ['benefit_sub_group', 'promotion', 'benefit_code'],
  benefit_sub_group: ['promotion', 'benefit_code'],
}

const ANYWHERE: readonly DimensionKey[] = ['business', 'province', 'distributor', 'product', 'company']

/** Dimensions to split one value by, the most suitable first. */
export function insideOf(
  question: Question,
  dimension: DimensionKey,
  isOffered: (key: DimensionKey) => boolean,
): DimensionKey[] {
  const taken = new Set<DimensionKey>([dimension, ...question.by])
  const own = INSIDE[dimension] ?? []
  const others = dimensionOf(dimension).grain === 'benefit' ? [] : ANYWHERE
  return [...new Set([...own, ...others])].filter((key) => !taken.has(key) && isOffered(key)).slice(0, 3)
}

/** The question one level deeper: inside one value, by another dimension. */
export const deeper = (
  question: Question,
  dimension: DimensionKey,
  value: string,
  inside: DimensionKey,
): Question =>
  settled({
    ...withValue(question, dimension, value, false),
    by: question.by.map((key) => (key === dimension ? inside : key)),
  })

/** The values of a dimension under these filters, by the first measure. */
export const valuesOf = (
  question: Question,
  dimension: DimensionKey,
  where: Question['where'],
): Question => ({
  ...question,
  measures: question.measures.slice(0, 1),
  by: [dimension],
  grain: null,
  compare: 'none',
  where,
  order: null,
  limit: null,
})
