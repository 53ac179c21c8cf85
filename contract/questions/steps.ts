// The days of a step of time. Without zod, so that the browser can load it.
import { addDays, monthBounds } from '../month.ts'
import type { TimeGrain } from './dimensions.ts'
import { isRunning } from './periods.ts'
import type { Days } from './question.ts'

/** All days of a step, whatever the period. */
export function daysOfStep(grain: TimeGrain, step: string): Days {
  if (grain === 'day') return { from: step, to: step }
  if (grain === 'week') return { from: step, to: addDays(step, 6) }
  const { from_date, to_date } = monthBounds(step)
  return { from: from_date, to: to_date }
}

/** The days that a period has of others; `from` is after `to` if there are none. */
export const daysWithin = (days: Days, { from, to }: Days): Days => ({
  from: days.from > from ? days.from : from,
  to: days.to < to ? days.to : to,
})

interface Known {
  /** First days of the steps that the period cuts. */
  readonly partial: readonly string[]
  /** Today while the period is running. */
  readonly as_of: string | null
}

/** Whether some days of a step are missing, which charts draw dashed: the period cuts it, or it still runs. */
export const lacksDays = (days: Days, { partial, as_of }: Known): boolean =>
  partial.includes(days.from) || (as_of !== null && isRunning(days, as_of))
