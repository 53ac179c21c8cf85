// The usual share of each value of a dimension, predicted from past months, and how far these departed from such predictions.
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
  /** Share of each value in each month, the latest first. */
  readonly shares: readonly (readonly number[])[]
  /** Differences of each value from what the months before predicted. */
  readonly deviations: readonly (readonly Deviation[])[]
}

/** Weight of a month relative to that of the next one: shares drift while a shop grows, ages or passes a season. */
const RECENCY = 0.7

const weightsOf = (months: number) => Array.from({ length: months }, (_, age) => RECENCY ** age)

/** The mean of the shares, the latest first, of which recent ones weigh more. */
export function predicted(shares: readonly number[]): number {
  const weights = weightsOf(shares.length)
  return sum(weights.map((weight, age) => weight * (shares[age] ?? 0))) / sum(weights)
}

/** Variance of a prediction from this many months, relative to that of one month. */
export function spreadOf(months: number): number {
  const weights = weightsOf(months)
  return sum(weights.map((weight) => weight ** 2)) / sum(weights) ** 2
}

const LEAST_MONTHS = 3

/** Null with fewer than three months. */
export function profileOf(values: readonly ValueMove[]): Profile | null {
  const months = Math.max(0, ...values.map(({ history }) => history.length))
  const known = Array.from({ length: months }, (_, month) => values.map(({ history }) => history[month] ?? 0))
    // A month in which one value had everything, such as the first of a shop, in which all buyers are new, predicts nothing.
    .filter((month) => sum(month) > 0 && month.filter((each) => each !== 0).length > 1)
    .reverse()
  if (known.length < LEAST_MONTHS) return null
  const totals = known.map(sum)
  const shares = values.map((_, index) => known.map((month, age) => (month[index] ?? 0) / (totals[age] ?? 1)))
  return { shares, deviations: shares.map((each) => deviationsOf(each, totals)) }
}

/** The latest month first. */
function deviationsOf(shares: readonly number[], totals: readonly number[]): Deviation[] {
  return shares.slice(0, -1).flatMap((share, age) => {
    const before = shares.slice(age + 1)
    const total = totals[age] ?? 0
    const [expected, came] = [total * predicted(before), total * share]
    const size = sizeOf(expected, came)
    return size > 0 ? [{ square: (came - expected) ** 2 / (1 + spreadOf(before.length)), size }] : []
  })
}
