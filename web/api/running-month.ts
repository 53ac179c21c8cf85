// The current month in the shop's time zone.
import { dayAt, type Month, monthAt } from '#contract/month.ts'
import { optionOf, useConfig } from './config.ts'

interface RunningMonth {
  readonly zone: string
  /** Day of the newest order, 'YYYY-MM-DD'; null before the first one. */
  readonly until: string | null
}

/** Undefined for past months, and until the configuration has loaded. */
export function useRunningMonth(month: Month): RunningMonth | undefined {
  const config = useConfig()
  const zone = optionOf(config, 'time_zone')
  if (!zone || month !== monthAt(new Date(), zone)) return undefined
  const newest = optionOf(config, 'data_until')
  return { zone, until: newest?.startsWith(month) ? newest : null }
}

const dayOf = (date: string): number => Number(date.slice(8, 10))

/** Number of complete days of the current month with their orders; 0 for past months. */
export function useWholeDays(month: Month): number {
  const running = useRunningMonth(month)
  if (!running?.until) return 0
  return Math.min(dayOf(running.until), dayOf(dayAt(new Date(), running.zone)) - 1)
}
