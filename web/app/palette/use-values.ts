// Values of the last twelve months that the palette finds by name: companies, segments, businesses, provinces and benefits.
import { useQueries } from '@tanstack/react-query'
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { fetchQuery } from '#web/api/call.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import { keyIn } from '#web/shared/why/why-of.ts'

export interface FoundValue {
  readonly dimension: DimensionKey
  readonly key: string
  readonly label: string
  /** What a question about it asks. */
  readonly measures: readonly MeasureKey[]
}

const SALES = ['net_sale', 'orders'] as const
const BENEFITS = ['benefit_amount', 'benefit_uses'] as const

/** Dimensions with few values, and what is asked about them. */
const SEARCHED: readonly (readonly [DimensionKey, readonly MeasureKey[]])[] = [
  ['company', SALES],
  ['business', ['net_sale', 'units']],
  ['segment', ['net_sale', 'units']],
  ['province', SALES],
  ['benefit_group', BENEFITS],
  ['benefit_sub_group', BENEFITS],
]

/** Of each dimension. */
const MOST = 4

/** The values whose label passes, those with the highest figures first. Asks for all of them once. */
export function useValues(isTyped: boolean, matches: (label: string) => boolean) {
  const user = useUser()
  const searched = SEARCHED.filter(([key, measures]) =>
    [dimensionOf(key), ...measures.map(measureOf)].every(({ permission }) => mayUser(user, permission)),
  )
  const states = useQueries({
    queries: searched.map(([by, [measure]]) => ({
      ...fetchQuery('GET /api/questions/answer', {
        query: { measures: String(measure), by, period: 'last_12_months', order: `-${measure}` },
      }),
      enabled: isTyped,
    })),
  })
  const values = searched.flatMap(([dimension, measures], at): FoundValue[] => {
    const found = (states[at]?.data?.data ?? [])
      .map((row) => keyIn(row, dimension))
      .filter(({ key, label }) => key !== '' && matches(label))
    return found.slice(0, MOST).map((cell) => ({ dimension, ...cell, measures }))
  })
  return {
    values: isTyped ? values : [],
    isSearching: isTyped && states.some(({ isFetching }) => isFetching),
    isFailed: isTyped && states.some(({ isError }) => isError),
  }
}
