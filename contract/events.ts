// Without zod, so that the browser can load it.

export const EVENTS_PATH = '/api/events'

/** One `data:` line of `GET /api/events`; 'YYYY-MM' months without what changed in them. */
export interface DataChange {
  readonly months: readonly string[]
  /** True if data that all months share changed (products, distributors, customers): every view may differ. */
  readonly all: boolean
  /** True if there are notices for the listener, or they were read. */
  readonly notices?: true
  /** ISO instant of the latest of these changes. */
  readonly updated_at: string
}
