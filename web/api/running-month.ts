// The month that still runs, on the shop's clock. Touches contract and config.
import { dayAt, type Month, monthAt } from '#contract/month.ts'
import { optionOf, useConfig } from './config.ts'

interface RunningMonth {
  readonly zone: string
  /** Day of its newest order, 'YYYY-MM-DD'; null when it has none yet. */
  readonly until: string | null
}

/** Undefined for a month that is over, and while nothing is known of the shop. */
export function useRunningMonth(month: Month): RunningMonth | undefined {
  const config = useConfig()
  const zone = optionOf(config, 'time_zone')
  if (!zone || month !== monthAt(new Date(), zone)) return undefined
  const newest = optionOf(config, 'data_until')
  return { zone, until: newest?.startsWith(month) ? newest : null }
}

const dayOf = (date: string): number => Number(date.slice(8, 10))

/** Days from the 1st on that are over and have their orders; 0 before there are any, and in a month that is over. */
export function useWholeDays(month: Month): number {
  const running = useRunningMonth(month)
  if (!running?.until) return 0
  return Math.min(dayOf(running.until), dayOf(dayAt(new Date(), running.zone)) - 1)
}
