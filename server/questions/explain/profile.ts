// The usual share of each value of a dimension, and how far past months departed from it.
import { type Deviation, sizeOf, sum } from './noise.ts'

/** The figures of a value in two periods and in the months before them. */
export interface ValueMove {
  readonly key: string
  readonly before: number
  readonly after: number
  /** Figures of the earlier months, oldest first; empty: unknown. */
  readonly history: readonly number[]
}

export interface Profile {
  readonly months: number
  /** Share of each value over all months. */
  readonly shares: readonly number[]
  /** Deviations of each value, by month. */
  readonly deviations: readonly (readonly Deviation[])[]
}

/** Null with fewer than two months. */
export function profileOf(values: readonly ValueMove[]): Profile | null {
  const months = Math.max(0, ...values.map(({ history }) => history.length))
  const totals = Array.from({ length: months }, (_, month) =>
    sum(values.map(({ history }) => history[month] ?? 0)),
  )
  const whole = sum(totals)
  if (months < 2 || whole <= 0) return null
  const shares = values.map(({ history }) => sum(history) / whole)
  const deviations = values.map(({ history }, index) =>
    totals.flatMap((total, month) => {
      const [expected, came] = [total * (shares[index] ?? 0), history[month] ?? 0]
      const size = sizeOf(expected, came)
      return size > 0 ? [{ square: ((came - expected) ** 2 * months) / (months - 1), size }] : []
    }),
  )
  return { months, shares, deviations }
}
