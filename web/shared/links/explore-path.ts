// The address of a question in Explorar whose rows add up to a figure.
import { dimensionOf } from '#contract/questions/dimensions.ts'
import { type Filter, filterText } from '#contract/questions/filter.ts'
import type { AskedDays } from '#web/api/compare.ts'
import { mayUser, useUser } from '#web/api/session.ts'

export interface Asked extends AskedDays {
  /** Names of measures, and of what their rows are, separated by commas. */
  readonly measures: string
  readonly by?: string
  readonly grain?: 'day' | 'month'
  /** Key of the rows' order, after a minus with the highest first. */
  readonly order?: string
}

/** Returns a function that builds it; undefined for a role that may not ask that. */
export function useExplorePath() {
  const user = useUser()
  return (asked: Asked, where: readonly Filter[]): string | undefined => {
    const isAllowed = where.every(({ dimension }) => {
      const { permission, personal } = dimensionOf(dimension)
      return mayUser(user, permission) && (!personal || mayUser(user, 'personal-data'))
    })
    if (!isAllowed || !mayUser(user, 'view:scorecard')) return undefined
    const filters = where.map((filter) => ['where', filterText(filter)])
    return `/analysis/explore?${new URLSearchParams([...Object.entries(asked), ...filters])}`
  }
}
