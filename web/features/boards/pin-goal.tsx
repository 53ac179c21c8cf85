// The goal of a figure on a board, if the figure is about one month of something that can have goals.
import { GOAL_DIMENSIONS, type GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { isWholeMonths } from '#contract/questions/periods.ts'
import type { Days, Question } from '#contract/questions/question.ts'
import { GoalLine } from '#web/shared/goals/goal-line.tsx'
import { useGoalProgress } from '#web/shared/goals/goal-progress.ts'
import { cellText } from '#web/text/format.ts'

export interface GoalOf {
  readonly month: Month
  readonly by: GoalDimension
  readonly key: string
}

/** Null for periods other than a month, and for filters other than a distributor, business or segment. */
export function goalOf({ where }: Question, { from, to }: Days): GoalOf | null {
  const month = from.slice(0, 7)
  if (!isWholeMonths({ from, to }) || !to.startsWith(month)) return null
  const [only, other] = where
  if (!only) return { month, by: 'all', key: '' }
  const [key, another] = only.values
  const by = GOAL_DIMENSIONS.find((each) => each === only.dimension)
  if (other || another !== undefined || key === undefined || only.isExcluded || !by) return null
  return { month, by, key }
}

export function PinGoal({ of: { month, by, key }, measure }: { of: GoalOf; measure: MeasureKey }) {
  const [progress] = useGoalProgress(month, by, { measure, key })
  if (!progress) return null
  return <GoalLine month={month} progress={progress} write={(value) => cellText(value, measureOf(measure))} />
}
