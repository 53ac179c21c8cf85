import type { Month } from '#contract/month.ts'
import { optionOf, useConfig } from './config.ts'

/** How far the current month has come, 'YYYY-MM-DD HH:MM:SS'; undefined for other months and until the configuration has loaded. */
export function useRunningMonth(month: Month): string | undefined {
  const until = optionOf(useConfig(), 'running_until')
  return until?.startsWith(month) ? until : undefined
}
