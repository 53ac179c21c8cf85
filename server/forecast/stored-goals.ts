import { GOAL_MEASURES, type GoalDimension } from '#contract/goals/scopes.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'

/** Version that every change of goals raises. */
export const GOALS_VERSION = 'goals'

export interface StoredGoal {
  readonly month: string
  readonly key: string
  readonly amount: number
}

interface Wanted {
  readonly measure: MeasureKey
  readonly by: GoalDimension
  /** First and last month. */
  readonly months: readonly [string, string]
}

const goalQuery = ({ measure, by, months: [first, last] }: Wanted, scope: Scope): ScopedSql => sql`
  select month, value_key as key, cast(amount as double precision) as amount from goals
  where measure = ${measure} and dimension = ${by} and month >= ${first} and month <= ${last}
    and ${inScope(scope, sql`value_key`)}`

/** A role that is limited to distributors has only their goals. */
export const storedGoals = async (store: Reads, wanted: Wanted, scope: Scope): Promise<StoredGoal[]> =>
  scope === null || (wanted.by === 'distributor' && scope.length > 0)
    ? store.all<StoredGoal>(goalQuery(wanted, scope))
    : []

export async function measuresWithGoals(
  store: Reads,
  { by, month }: { by: GoalDimension; month: string },
  scope: Scope,
): Promise<MeasureKey[]> {
  if (scope?.length === 0 || (scope !== null && by !== 'all' && by !== 'distributor')) return []
  const dimension = scope === null ? by : 'distributor'
  const rows = await store.all<{ measure: MeasureKey }>(sql`
    select distinct measure from goals
    where dimension = ${dimension} and month = ${month} and ${inScope(scope, sql`value_key`)}`)
  return GOAL_MEASURES.filter((key) => rows.some(({ measure }) => measure === key))
}

/** Goals of a month by key. The goal of the whole, for a limited role, is the sum over its distributors if each has one. */
export async function goalsOfMonth(
  store: Reads,
  { measure, by, month }: { measure: MeasureKey; by: GoalDimension; month: string },
  scope: Scope,
): Promise<ReadonlyMap<string, number>> {
  const isOwnWhole = by === 'all' && scope !== null
  const wanted = { measure, by: isOwnWhole ? 'distributor' : by, months: [month, month] } as const
  const goals = new Map((await storedGoals(store, wanted, scope)).map(({ key, amount }) => [key, amount]))
  if (!isOwnWhole) return goals
  const isWhole = scope.length > 0 && scope.every((key) => goals.has(key))
  const thousandths = [...goals.values()].reduce((sum, amount) => sum + Math.round(amount * 1000), 0)
  return new Map(isWhole ? [['', thousandths / 1000]] : [])
}
