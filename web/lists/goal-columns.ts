// Columns with the month's goals, for rows that can have goals.
import { useCallback } from 'react'
import { type Column, column } from '#contract/columns.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { shareOf } from './goal-line.tsx'
import { useGoalProgress } from './goal-progress.ts'
import { goalText as text } from './text.ts'

/** Net sales are what the lists show and are ordered by. */
export const MAIN = 'net_sale'

function columnsOf(measure: MeasureKey, isOver: boolean): Column[] {
  const { format, title } = measureOf(measure)
  const amount = (key: string, heading: string) => column(key, heading, format, { nullable: true })
  return [
    ...(measure === MAIN ? [] : [amount('goal_so_far', text.soFar)]),
    amount('goal', measure === MAIN ? text.goal : text.goalOf(title)),
    column('goal_share', text.share, 'percent', { nullable: true }),
    ...(isOver
      ? []
      : [
          amount('goal_expected', text.pace),
          amount('goal_forecast', text.monthEnd),
          amount('goal_low', text.low),
          amount('goal_high', text.high),
          amount('goal_per_day', text.eachDay),
        ]),
  ]
}

const NONE: readonly Column[] = []

/** No columns if the measure has no goals; pace and forecast only while days remain. */
export function useGoalColumns<Row extends object>(
  month: Month,
  by: GoalDimension,
  keyOf: (row: Row) => string,
  measure: MeasureKey,
) {
  const progress = useGoalProgress(month, by, { measure })
  const isOver = progress.every(({ days_left }) => days_left === 0)
  /** The rows with the values of the columns. */
  const withGoals = useCallback(
    (rows: readonly Row[]): readonly Row[] => {
      if (progress.length === 0) return rows
      const goals = new Map(progress.map((each) => [each.key, each]))
      return rows.map((row) => {
        const found = goals.get(keyOf(row))
        return {
          ...row,
          goal_so_far: found?.so_far ?? null,
          goal: found?.goal ?? null,
          goal_share: found ? shareOf(found) : null,
          goal_expected: found?.expected_by_now ?? null,
          goal_forecast: found?.forecast ?? null,
          goal_low: found?.low ?? null,
          goal_high: found?.high ?? null,
          goal_per_day: found?.needed_per_day ?? null,
        }
      })
    },
    [progress, keyOf],
  )
  return { columns: progress.length === 0 ? NONE : columnsOf(measure, isOver), withGoals }
}
