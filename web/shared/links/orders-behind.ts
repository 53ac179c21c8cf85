// The screen that lists the orders of a figure of a question: one month, one status, at most a province and a distributor.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import type { Filter } from '#contract/questions/filter.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { statusesOf } from '#contract/questions/rules.ts'

/** Search parameter of the list of orders, by dimension. */
const PARAMETERS: Partial<Readonly<Record<DimensionKey, string>>> = {
  status: 'status',
  province: 'state',
  distributor: 'dist',
}

/** The value that a filter keeps; null for several, or if it excludes values. */
const keptBy = ({ isExcluded, values }: Filter): string | null =>
  isExcluded || values.length !== 1 ? null : (values[0] ?? null)

/** Path of the orders of a month that add up to the figures; null if no screen lists exactly those. */
export function ordersPath(
  { measures, where }: Pick<Question, 'measures' | 'where'>,
  month: string,
): string | null {
  const values = new Map<DimensionKey, string>()
  for (const filter of where) {
    const value = keptBy(filter)
    if (value === null || (values.get(filter.dimension) ?? value) !== value) return null
    values.set(filter.dimension, value)
  }
  if (!measures.every((measure) => measureOf(measure).grain === 'order')) return null
  const [measure] = measures
  const statuses = measure ? statusesOf(measure, { by: [], where }) : null
  if (statuses?.length === 1 && statuses[0]) values.set('status', statuses[0])
  if (!values.has('status')) return null
  const params = new URLSearchParams({ month, counted: '1' })
  for (const [dimension, value] of values) {
    const name = PARAMETERS[dimension]
    if (!name) return null
    params.set(name, value)
  }
  return `/customers-orders?${params}`
}
