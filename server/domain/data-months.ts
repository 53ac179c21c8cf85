// The months that have data, from the names of the data versions.
import { isMonth, type Month } from '#contract/month.ts'

/** In order. */
export const monthsAmong = (names: Iterable<string>): Month[] => [...names].filter(isMonth).sort()

/** `versions`: by name. */
export const firstMonthOf = (versions: ReadonlyMap<string, unknown>): Month | undefined =>
  monthsAmong(versions.keys())[0]
