// The goals of a list whose rows are all in the browser: columns for one measure, and the choice if several have goals.
import { type ReactNode, useCallback, useMemo } from 'react'
import { type Column, column } from '#contract/columns.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import { Select } from '#web/ui/field.tsx'
import { groupBy } from '#web/ui/group-by.ts'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { goalText as text } from '../text.ts'
import { shareOf } from './goal-line.tsx'
import { useGoalProgress, useGoals, useIsOver } from './goal-progress.ts'

interface GoalTable<Row> {
  readonly columns: readonly Column[]
  /** Those without goals, by which the server can order. */
  readonly served: readonly Column[]
  readonly rows: readonly Row[] | undefined
  /** The server's file has no goals. */
  readonly own: boolean
  readonly actions: ReactNode
}

/** Without goals: unchanged columns and rows. */
export function useGoalTable<Row extends object>(
  month: Month,
  by: GoalDimension,
  keyOf: (row: Row) => string,
  table: { columns: readonly Column[]; rows: readonly Row[] | undefined },
): GoalTable<Row> {
  const [asked, choose] = useSearchParam('goals')
  const { measures } = useGoals(month, by, { measure: MAIN }).meta
  const [first = MAIN] = measures
  const measure = measures.find((key) => key === asked) ?? first
  const { columns, withGoals } = useGoalColumns(month, by, keyOf, measure)
  const { rows } = table
  return {
    columns: columns.length === 0 ? table.columns : [...table.columns, ...columns],
    served: table.columns,
    rows: useMemo(() => rows && withGoals(rows), [rows, withGoals]),
    own: columns.length > 0,
    actions:
      measures.length > 1 ? (
        <Select
          low
          aria-label={text.choose}
          data={measures.map((value) => ({ value, label: text.goalsOf(measureOf(value).title) }))}
          value={measure}
          onChange={({ currentTarget: { value } }) => choose(value === first ? null : value)}
        />
      ) : null,
  }
}

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

/** No columns if the measure has no goals; pace and forecast only until the month is over. */
export function useGoalColumns<Row extends object>(
  month: Month,
  by: GoalDimension,
  keyOf: (row: Row) => string,
  measure: MeasureKey,
) {
  const progress = useGoalProgress(month, by, { measure })
  const isOver = progress.every(useIsOver(month))
  /** The rows with the values of the columns. */
  const withGoals = useCallback(
    (rows: readonly Row[]): readonly Row[] => {
      if (progress.length === 0) return rows
      const goals = new Map(progress.map((each) => [each.key, each]))
      const named = groupBy(rows, keyOf)
      return rows.map((row) => {
        const key = keyOf(row)
        // A goal of several rows together would stand beside the figures of each.
        const found = named.get(key)?.length === 1 ? goals.get(key) : undefined
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
