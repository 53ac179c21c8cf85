// How far the days of a question were read, and so which of its values have a change.
import { hasChange, type Reading } from '#contract/known-change.ts'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { daysOfStep, daysWithin } from '#contract/questions/steps.ts'
import type { Windows } from './windows.ts'

/** What the shop's orders say about the days of a question. */
export interface PeriodData {
  /** False: it has none, and nobody knows that there were none. */
  readonly hasOrders: boolean
  /** Where the orders of a period that is over end too early. */
  readonly cutAfter: string | null
  /** The newest day with an order, until today. */
  readonly newest: string | null
}

type Asked = Pick<Windows, 'current' | 'asOf'>

/** `end`: the last of the days that a value is about. */
export function readingOf(
  { current, asOf }: Asked,
  { hasOrders, cutAfter, newest }: PeriodData,
  end = current.to,
): Reading {
  if (cutAfter !== null) return end <= cutAfter ? 'whole' : 'part'
  return hasOrders && (!asOf || (newest !== null && end < newest)) ? 'whole' : 'unfinished'
}

/** `step`: of time, null for the whole period. */
export type HasChange = (value: number, step: string | null) => boolean

export function hasChangeIn(grain: TimeGrain | null, asked: Asked, data: PeriodData | undefined): HasChange {
  if (!data) return () => true
  return (value, step) => {
    const days = grain && step !== null ? daysWithin(daysOfStep(grain, step), asked.current) : asked.current
    return hasChange(readingOf(asked, data, days.to), value)
  }
}
