// Goals of the month for the figures that have one.
import { useQuery } from '@tanstack/react-query'
import type { GoalProgressBody } from '#contract/goals/calls.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { fetchQuery, prefetch } from '#web/api/call.ts'
import { useRunningMonth } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'

export type GoalProgress = GoalProgressBody['data'][number]

const CALL = 'GET /api/goals/progress'

/** A forecast reads years of days, so only shown goals are requested. */
interface Only {
  readonly measure?: MeasureKey
  /** Value of the dimension; '' for the whole shop. */
  readonly key?: string
}

const queryOf = (month: Month, by: GoalDimension, { measure, key }: Only) => ({
  query: { month, by, ...(measure && { measure }), ...(key && { key }) },
})

const NEEDS = {
  all: 'view:scorecard',
  distributor: 'view:distributors',
  business: 'view:products',
  segment: 'view:products',
} as const satisfies Record<GoalDimension, Permission>

const NO_GOALS: Pick<GoalProgressBody, 'data'> & { readonly meta: { readonly measures: MeasureKey[] } } = {
  data: [],
  meta: { measures: [] },
}

/** Empty while loading, without goals, and if the role may not see them. */
export function useGoals(month: Month, by: GoalDimension, only: Only = {}) {
  const user = useUser()
  const enabled = mayUser(user, 'view:scorecard') && mayUser(user, NEEDS[by])
  const { data = NO_GOALS } = useQuery({ ...fetchQuery(CALL, queryOf(month, by, only)), enabled })
  return data
}

export const useGoalProgress = (month: Month, by: GoalDimension, only?: Only): readonly GoalProgress[] =>
  useGoals(month, by, only).data

/** Whether a month is over, by its forecast. No days are left after the last one, which still runs. */
export function useIsOver(month: Month): (forecast: Pick<GoalProgress, 'days_left'>) => boolean {
  const isRunning = useRunningMonth(month) !== undefined
  return ({ days_left }) => days_left === 0 && !isRunning
}

export const prefetchGoals = (month: Month, by: GoalDimension, only: Only = {}): void =>
  prefetch(CALL, queryOf(month, by, only))
