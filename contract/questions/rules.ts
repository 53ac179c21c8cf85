// Which dimensions a measure has, where it adds up, and who may ask. Without zod.
import type { Permission } from '../permissions.ts'
import type { OrderStatus } from '../statuses.ts'
import { DIMENSION_KEYS, type DimensionKey, dimensionOf } from './dimensions.ts'
import { MEASURE_KEYS, type MeasureKey, measureOf } from './measures.ts'
import type { Problem, Question } from './question.ts'

/** What is sold and where: of a distributor it would be all or nothing. */
const OF_DISTRIBUTION: readonly DimensionKey[] = [
  ...(['business', 'segment', 'product', 'parent_product'] as const),
  ...(['province', 'city'] as const),
]

/** An order takes its time once, whatever it holds; only completed ones have taken it. */
const OF_TIMES: readonly DimensionKey[] = DIMENSION_KEYS.filter(
  (key) => dimensionOf(key).grain === 'order' && key !== 'status',
)

/** Measures that have only these dimensions; the others have those of their grain. */
const OWN_DIMENSIONS: Readonly<Partial<Record<MeasureKey, readonly DimensionKey[]>>> = {
  numeric_distribution: OF_DISTRIBUTION,
  weighted_distribution: OF_DISTRIBUTION,
  days_to_complete: OF_TIMES,
  on_time_rate: OF_TIMES,
}

/** Accounts have only some dimensions; benefits belong to orders, not to lines; every other measure has all, or names its own. */
export function fits(measure: MeasureKey, dimension: DimensionKey): boolean {
  const own = OWN_DIMENSIONS[measure]
  if (own) return own.includes(dimension)
  const { grain } = measureOf(measure)
  if (grain === 'account') return dimensionOf(dimension).ofAccounts === true
  return grain !== 'benefit' || dimensionOf(dimension).grain !== 'line'
}

export const dimensionsOf = ({ by, where }: Pick<Question, 'by' | 'where'>): DimensionKey[] => [
  ...new Set([...by, ...where.map(({ dimension }) => dimension)]),
]

/** True if the rows of the question add up to its total. */
export function addsUp(
  measure: MeasureKey,
  { by, grain, where }: Pick<Question, 'by' | 'grain' | 'where'>,
): boolean {
  // Who is new in the period may have come back by a later step.
  if (grain !== null && where.some(({ dimension }) => dimension === 'buyer_kind')) return false
  const grains = by.map((dimension) => dimensionOf(dimension).grain)
  switch (measureOf(measure).addsUp) {
    case 'always':
      return true
    case 'lines':
      return !grains.includes('benefit')
    case 'once':
      return grains.every((grain) => grain === 'order')
    case 'never':
      return false
  }
}

/** Statuses that a measure counts; null: every status that the question lets through. */
export const statusesOf = (
  measure: MeasureKey,
  question: Pick<Question, 'by' | 'where'>,
): readonly OrderStatus[] | null => {
  const { statuses } = measureOf(measure)
  // These measures are defined by cancelled orders, so this is not a default.
  if (measureOf(measure).isLoss && measure.startsWith('cancel')) return statuses
  return dimensionsOf(question).includes('status') ? null : statuses
}

const named = (titles: readonly string[]) => new Intl.ListFormat('es').format(titles)

/** Spanish sentences about combinations that cannot be answered, with those that can. */
export function refusals(question: Question): Problem[] {
  const asked = dimensionsOf(question)
  return question.measures.flatMap((measure) =>
    asked.flatMap((dimension) => {
      if (fits(measure, dimension)) return []
      const own = DIMENSION_KEYS.filter((key) => fits(measure, key)).map((key) => dimensionOf(key).title)
      const others = MEASURE_KEYS.filter((key) => fits(key, dimension)).map((key) => measureOf(key).title)
      const message =
        `«${measureOf(measure).title}» no se puede ver por ${dimensionOf(dimension).title}. ` +
        `Se puede ver por ${named(own)}; por ${dimensionOf(dimension).title} van ${named(others)}.`
      return { path: question.by.includes(dimension) ? 'by' : 'where', message }
    }),
  )
}

export const permissionsOf = (question: Pick<Question, 'measures' | 'by' | 'where'>): Permission[] => {
  const dimensions = dimensionsOf(question).map(dimensionOf)
  return [
    ...new Set<Permission>([
      ...question.measures.map((key) => measureOf(key).permission),
      ...dimensions.map(({ permission }) => permission),
      ...dimensions.flatMap(({ personal }) => (personal ? (['personal-data'] as const) : [])),
    ]),
  ]
}
