// Goals of the month beside the figures that have one.
import { useQuery } from '@tanstack/react-query'
import type { GoalProgressBody } from '#contract/goals/calls.ts'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import type { Month } from '#contract/month.ts'
import { fetchQuery, prefetch } from '#web/api/ask.ts'
import { mayUser, useUser } from '#web/api/session.ts'

export type GoalProgress = GoalProgressBody['data'][number]

const CALL = 'GET /api/goals/progress'
const queryOf = (month: Month, by: GoalDimension) =>
  // Lists show net sale, cards every measure.
  ({ query: { month, by, ...(by !== 'all' && { measure: 'net_sale' }) } })

const NO_GOALS: readonly GoalProgress[] = []

/** Empty while loading, without goals, and where the role may not see them. */
export function useGoalProgress(month: Month, by: GoalDimension): readonly GoalProgress[] {
  const enabled = mayUser(useUser(), 'view:scorecard')
  const { data } = useQuery({ ...fetchQuery(CALL, queryOf(month, by)), enabled })
  return data?.data ?? NO_GOALS
}

export const prefetchGoals = (month: Month, by: GoalDimension): void => prefetch(CALL, queryOf(month, by))
