import type { Month } from '#contract/month.ts'
import type { CreatedRange } from './source.ts'

const DAY_MS = 24 * 3600_000

/** A day wider at each end, since the shop's clock may be in another time zone. */
export function monthRange(month: Month): CreatedRange {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  const text = (instant: number) => new Date(instant).toISOString().slice(0, 19)
  return {
    after: text(Date.UTC(year, number - 1, 1) - DAY_MS - 1000),
    before: text(Date.UTC(year, number, 1) + DAY_MS),
  }
}
