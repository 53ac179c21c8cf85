// Goals of the month beside the figures that have one.
import { useQuery } from '@tanstack/react-query'
import type { GoalProgressBody } from '#contract/goals/calls.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import type { Permission } from '#contract/permissions.ts'
import { fetchQuery, prefetch } from '#web/api/ask.ts'
import { mayUser, useUser } from '#web/api/session.ts'

export type GoalProgress = GoalProgressBody['data'][number]

const CALL = 'GET /api/goals/progress'
const queryOf = (month: Month, by: GoalDimension) => ({ query: { month, by } })

const NEEDS = {
  all: 'view:scorecard',
  distributor: 'view:distributors',
  business: 'view:products',
  segment: 'view:products',
} as const satisfies Record<GoalDimension, Permission>

const NO_GOALS: readonly GoalProgress[] = []

/** Empty while loading, without goals, and where the role may not see them. */
export function useGoalProgress(month: Month, by: GoalDimension): readonly GoalProgress[] {
  const user = useUser()
  const enabled = mayUser(user, 'view:scorecard') && mayUser(user, NEEDS[by])
  const { data } = useQuery({ ...fetchQuery(CALL, queryOf(month, by)), enabled })
  return data?.data ?? NO_GOALS
}

export const prefetchGoals = (month: Month, by: GoalDimension): void => prefetch(CALL, queryOf(month, by))
