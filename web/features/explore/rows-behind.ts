// The screen that lists the orders behind a row: one month, one status, and at most a province and a distributor. Pure.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { measureOf } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { statusesOf } from '#contract/questions/rules.ts'
import { type Answered, keyIn, type Row } from './answer.ts'
import { daysOfMonth } from './periods.ts'

/** Search parameter of the list of orders by dimension. */
const PARAMETERS: Partial<Readonly<Record<DimensionKey, string>>> = {
  status: 'status',
  province: 'state',
  distributor: 'dist',
}

/** What every order behind the row has in common; null: something that the list cannot filter. */
function sharedValues({ by, where }: Question, row: Row): Map<DimensionKey, string> | null {
  const values = new Map<DimensionKey, string>()
  for (const { dimension, isExcluded, values: kept } of where) {
    const [only] = kept
    if (isExcluded || kept.length !== 1 || only === undefined) return null
    values.set(dimension, only)
  }
  for (const dimension of by) values.set(dimension, keyIn(row, dimension).key)
  return values
}

/** The month of the row, if its orders are those of a whole one. */
function monthOf({ question, meta }: Answered, row: Row): string | null {
  const month = question.grain === 'month' ? String(row.month) : meta.period.from.slice(0, 7)
  const { from, to } = daysOfMonth(month)
  const isInside = meta.period.from <= from && to <= meta.period.to
  return isInside && (question.grain === 'month' || meta.period.to === to) ? month : null
}

/** Path of the orders that add up to the row; null where no screen lists exactly them. */
export function ordersBehind(answered: Answered, row: Row): string | null {
  const { question } = answered
  const month = question.grain === null || question.grain === 'month' ? monthOf(answered, row) : null
  const values = sharedValues(question, row)
  const isOfOrders = question.measures.every((measure) => measureOf(measure).grain === 'order')
  if (!month || !values || !isOfOrders || answered.meta.period.until) return null
  const [measure] = question.measures
  const statuses = measure ? statusesOf(measure, question) : null
  if (statuses?.length === 1 && statuses[0]) values.set('status', statuses[0])
  if (!values.has('status')) return null
  const params = new URLSearchParams({ month })
  for (const [dimension, value] of values) {
    const name = PARAMETERS[dimension]
    if (!name) return null
    params.set(name, value)
  }
  return `/customers-orders?${params}`
}
