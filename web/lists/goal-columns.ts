// Columns of the month's goals of net sale, in lists of whom or what they are for.
import { useMemo } from 'react'
import { type Column, column } from '#contract/columns.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { money, percent } from '#web/text/format.ts'
import { shareOf } from './goal-line.tsx'
import { type GoalProgress, useGoalProgress } from './goal-progress.ts'
import { goalText as text } from './text.ts'

const UNSORTED = { sortable: false, nullable: true } as const
const GOAL = [
  column('goal', text.goal, 'money', UNSORTED),
  column('goal_share', text.share, 'percent', UNSORTED),
]
const PACE = [
  column('goal_expected', text.pace, 'money', UNSORTED),
  column('goal_forecast', text.monthEnd, 'money', UNSORTED),
]

const written = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? null : write(value)

/** No columns without goals; pace and forecast only while days are left. */
export function useGoalColumns<Row>(month: Month, by: GoalDimension, keyOf: (row: Row) => string) {
  const progress = useGoalProgress(month, by)
  const goals = new Map(progress.map((each) => [each.key, each]))
  const of = (row: Row): GoalProgress | undefined => goals.get(keyOf(row))
  const isOver = progress.every(({ days_left }) => days_left === 0)
  const columns: readonly Column[] = goals.size === 0 ? [] : isOver ? GOAL : [...GOAL, ...PACE]
  const cells: Readonly<Record<string, (row: Row) => string | null>> = {
    goal: (row) => written(of(row)?.goal, money),
    goal_share: (row) => {
      const found = of(row)
      return written(found && shareOf(found), percent)
    },
    goal_expected: (row) => written(of(row)?.expected_by_now, money),
    goal_forecast: (row) => written(of(row)?.forecast, money),
  }
  return { columns, cells }
}

/** The rows with the values of the goal columns, for tables that filter and export in the browser. */
export function useGoalRows<Row extends object>(
  month: Month,
  by: GoalDimension,
  keyOf: (row: Row) => string,
  rows: readonly Row[] | undefined,
): readonly Row[] | undefined {
  const progress = useGoalProgress(month, by)
  return useMemo(() => {
    if (progress.length === 0) return rows
    const goals = new Map(progress.map((each) => [each.key, each]))
    return rows?.map((row) => {
      const found = goals.get(keyOf(row))
      return {
        ...row,
        goal: found?.goal ?? null,
        goal_share: found ? shareOf(found) : null,
        goal_expected: found?.expected_by_now ?? null,
        goal_forecast: found?.forecast ?? null,
      }
    })
  }, [progress, keyOf, rows])
}
