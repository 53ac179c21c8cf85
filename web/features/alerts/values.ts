// Values of a dimension as alerts name them.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/question.ts'
import { useCall } from '#web/api/call.ts'
import { keyIn } from '#web/shared/why/why-of.ts'

/** The largest page of an answer. */
const MOST_VALUES = 10_000

const BY_NAME = new Intl.Collator('es', { numeric: true })

/** With their labels, by name; empty while loading. */
export function useValues(dimension: DimensionKey) {
  const state = useCall('GET /api/questions/answer', {
    query: { measures: 'orders', by: dimension, period: 'last_12_months', per_page: MOST_VALUES },
  })
  const found = (state.data?.data ?? []).map((row) => keyIn(row, dimension))
  return found.sort((one, other) => BY_NAME.compare(one.label, other.label))
}

/** The values of a filter in words; of one without sales in a year its key. */
export function useValueNames({ dimension, values }: Filter): string {
  const labels = new Map(useValues(dimension).map(({ key, label }) => [key, label]))
  return values.map((key) => labels.get(key) ?? key).join(', ')
}
