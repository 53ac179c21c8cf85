// The goals of a list whose rows are all in the browser: columns for one measure, and the choice if several have goals.
import { type ReactNode, useMemo } from 'react'
import type { Column } from '#contract/columns.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { Select } from '#web/ui/select.tsx'
import { useSearchParam } from '#web/ui/use-search-param.ts'
import { MAIN, useGoalColumns } from './goal-columns.ts'
import { useGoals } from './goal-progress.ts'
import { goalText as text } from './text.ts'

interface GoalTable<Row> {
  readonly columns: readonly Column[]
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
