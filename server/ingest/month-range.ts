import type { Month } from '#contract/month.ts'
import type { CreatedRange } from './source.ts'

const DAY_MS = 24 * 3600_000

/** A day wider at each end, since the shop's clock may be in another time zone. */
export function monthRange(month: Month): CreatedRange {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5, 7))]
  return wider(Date.UTC(year, number - 1, 1), Date.UTC(year, number, 1))
}

/** The same around a day ('YYYY-MM-DD'). */
export function dayRange(day: string): CreatedRange {
  const start = Date.parse(`${day}T00:00:00Z`)
  return wider(start, start + DAY_MS)
}

function wider(from: number, to: number): CreatedRange {
  const text = (instant: number) => new Date(instant).toISOString().slice(0, 19)
  return { after: text(from - DAY_MS - 1000), before: text(to + DAY_MS) }
}
