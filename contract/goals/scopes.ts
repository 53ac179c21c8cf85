// What a goal can be set for. Without zod, so that the browser can load it.
import { MEASURE_KEYS, type MeasureKey, measureOf } from '../questions/measures.ts'
import { fits } from '../questions/rules.ts'

/** Measures whose days add up to their month. */
export const GOAL_MEASURES: readonly MeasureKey[] = MEASURE_KEYS.filter(
  (key) => measureOf(key).addsUp !== 'never',
)

export const GOAL_DIMENSIONS = ['all', 'distributor', 'business', 'segment'] as const
export type GoalDimension = (typeof GOAL_DIMENSIONS)[number]

/** The whole shop, with the key '', or one value of a dimension. */
export interface GoalScope {
  readonly dimension: GoalDimension
  readonly key: string
}

export const WHOLE_SHOP: GoalScope = { dimension: 'all', key: '' }

/** `all`, or a dimension and its value: `distributor:10118`. */
export const scopeText = ({ dimension, key }: GoalScope): string =>
  dimension === 'all' ? 'all' : `${dimension}:${key}`

/** Undefined for a text that names no scope. */
export function readScope(text: string): GoalScope | undefined {
  if (text === 'all') return WHOLE_SHOP
  const [, dimension, key = ''] = /^(distributor|business|segment):(.+)$/su.exec(text) ?? []
  const known = GOAL_DIMENSIONS.find((each) => each === dimension)
  return known && { dimension: known, key }
}

/** Accounts and benefits have no lines, so they have no goal by business or segment. */
export const measureHas = (measure: MeasureKey, dimension: GoalDimension): boolean =>
  dimension === 'all' || fits(measure, dimension)

/** Decimals that a goal of the measure may have. */
export const decimalsOf = (measure: MeasureKey): number => {
  const { format } = measureOf(measure)
  return format === 'money' ? 2 : format === 'units' ? 3 : 0
}

/** Larger amounts are typing errors, and a double holds their thousandths exactly. */
export const MAX_GOAL = 1_000_000_000_000
