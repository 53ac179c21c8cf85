// What the stream of changes tells: which months' data moved. Plain types, free of zod, so the browser can load it.

export const EVENTS_PATH = '/api/events'

/** One `data:` line of `GET /api/events`; 'YYYY-MM' months, nothing of what changed in them. */
export interface DataChange {
  readonly months: readonly string[]
  /** True when what all months share changed too (products, distributors, customers): every view may differ. */
  readonly all: boolean
  /** ISO instant of the latest of these changes. */
  readonly updated_at: string
}
