import type { ANALYTICS_DATES } from '#contract/analytics.ts'

/** How the shop's own screen of analytics counts orders. */
export interface AnalyticsSettings {
  readonly date: (typeof ANALYTICS_DATES)[number]
  /** Statuses that it leaves out, with their wc- prefix. */
  readonly leftOut: readonly string[]
}

/** The stored setting that holds them, as last read from the shop. */
export const ANALYTICS_SETTINGS = 'analytics'
