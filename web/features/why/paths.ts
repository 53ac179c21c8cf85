// Screens that show the figures of an explanation. Pure.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'
import type { ExplainQuestion } from '#contract/questions/explain-question.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import { comparisonOf, questionParams } from '#contract/questions/question.ts'
import { ordersPath } from '#web/shared/links/orders-behind.ts'

type Meta = ExplanationBody['meta']

/** The same values in Explorar, split by a dimension, the largest change first. */
export function explorePath(
  { measure, period: asked, compare, where }: ExplainQuestion,
  { period: { from, to } }: Meta,
  dimension?: DimensionKey,
  direction: 'ASC' | 'DESC' = 'ASC',
): string {
  const params = questionParams({
    measures: [measure],
    by: dimension ? [dimension] : [],
    grain: null,
    period: { from, to },
    // Days are compared as a whole unless the comparison says otherwise.
    compare: comparisonOf({ period: asked, compare }),
    where,
    order: dimension ? { key: `${measure}_difference`, direction } : null,
    limit: null,
  })
  return `/analysis/explore?${params}`
}

/** The orders that add up to the value; null if no screen lists exactly those. */
export function ordersBehind({ measure, where }: ExplainQuestion, { period }: Meta): string | null {
  const month = period.from.slice(0, 7)
  const isMonth = isWholeMonths(period) && period.to.startsWith(month) && !period.until
  return isMonth ? ordersPath({ measures: [measure], where }, month) : null
}
