// What alerts read, and the questions that they ask.
import { type AlertRule, watchedFilters } from '#contract/alerts/rule.ts'
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { type Days, PLAIN_QUESTION } from '#contract/questions/question.ts'
import { type AnswerRow, unorderedRows } from '#server/figures/answer.ts'
import { type Rolling, rolling } from '#server/figures/rolling.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

export interface FigureDeps {
  readonly store: Reads
  readonly scope: Scope
  /** First day with data. */
  readonly firstDay: string
  readonly timeZone: string
}

/** Orders per day and value of these dimensions. */
export function ordersPerDay(
  { store, scope }: FigureDeps,
  rule: AlertRule,
  by: readonly DimensionKey[],
  days: Days,
): Promise<AnswerRow[]> {
  const where = watchedFilters(rule)
  const question = { ...PLAIN_QUESTION, measures: ['orders' as const], by, grain: 'day' as const, where }
  return unorderedRows(
    { ...question, period: days },
    { store, scope, windows: { current: { ...days, until: null }, compared: null } },
  )
}

/** The watched measure over windows of so many days. */
export const rollingFigures = (
  { store, scope }: FigureDeps,
  rule: AlertRule,
  over: number,
  ends: readonly Days[],
): Promise<Rolling> =>
  rolling(
    { measure: rule.measure, by: rule.by ? [rule.by] : [], where: watchedFilters(rule), over, ends },
    { store, scope },
  )
