// Parts of a question in words. Pure.
import { entryOf } from '#contract/entry.ts'
import {
  BUYER_KINDS,
  type DimensionKey,
  NO_ACCOUNT,
  NO_BENEFIT,
  WEEKDAY_LABELS,
} from '#contract/questions/dimensions.ts'
import type { Question } from '#contract/questions/question.ts'
import { dimensionsOf, statusesOf } from '#contract/questions/rules.ts'
import { statusLabel } from '#contract/statuses.ts'
import { PAYMENT_METHOD_LABELS, provinceLabel } from '#contract/value-labels.ts'
import { listed } from '#web/shared/questions/question-words.ts'
import { text } from './text.ts'

/** The label of a value that can be derived without a table; null: the API knows it. */
export function ownLabel(dimension: DimensionKey, value: string): string | null {
  switch (dimension) {
    case 'status':
      return statusLabel(value)
    case 'weekday':
      return WEEKDAY_LABELS[Number(value) - 1] ?? value
    case 'hour':
      return `${value} h`
    case 'buyer_kind':
      return BUYER_KINDS[value as keyof typeof BUYER_KINDS] ?? value
    case 'province':
      return provinceLabel(value)
    case 'distributor':
    case 'product':
    case 'parent_product':
      return null
    case 'company':
    case 'customer':
      return value === NO_ACCOUNT.key ? NO_ACCOUNT.label : null
    case 'city':
      return value === '' ? text.noCity : value
    case 'payment_method':
      return value === '' ? text.noPayment : (entryOf(PAYMENT_METHOD_LABELS, value) ?? value)
    default:
      return value === '' ? NO_BENEFIT.label : value
  }
}

/** Statuses that the measures count by default; null if the question names statuses or the measures have none. */
export function defaultStatuses(question: Question): readonly string[] | 'mixed' | null {
  if (dimensionsOf(question).includes('status')) return null
  const sets = question.measures.map((measure) => statusesOf(measure, question) ?? [])
  const [first] = sets
  if (!first || sets.every(({ length }) => length === 0)) return null
  return sets.every((set) => set.join() === first.join()) ? first : 'mixed'
}

/** 'Completadas', or 'según la medida'. */
export const statusesText = (statuses: readonly string[] | 'mixed'): string =>
  statuses === 'mixed' ? text.perMeasure : shortList(statuses.map(statusLabel))

const NAMED = 2

/** 'Córdoba, Salta y 3 más'. */
export const shortList = (labels: readonly string[]): string =>
  labels.length > NAMED + 1
    ? `${labels.slice(0, NAMED).join(', ')} ${text.andMore(labels.length - NAMED)}`
    : listed(labels)
