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

/** Sums over months: of their weights, of the squares of these, and of their shares by weight. */
interface Weighted {
  readonly weights: number
  readonly squares: number
  readonly shares: number
}

const NO_MONTHS: Weighted = { weights: 0, squares: 0, shares: 0 }

/** With one month more, later than the others. */
const withLater = ({ weights, squares, shares }: Weighted, share: number): Weighted => ({
  weights: 1 + RECENCY * weights,
  squares: 1 + RECENCY ** 2 * squares,
  shares: share + RECENCY * shares,
})

const meanOf = ({ shares, weights }: Weighted): number => shares / weights

/** Variance of a prediction, relative to that of one month. */
const varianceFrom = ({ squares, weights }: Weighted): number => squares / weights ** 2

/** The mean of the shares, the latest first, of which recent ones weigh more. */
export const predicted = (shares: readonly number[]): number =>
  meanOf(shares.reduceRight(withLater, NO_MONTHS))

/** Variance of a prediction from this many months, relative to that of one month. */
export const spreadOf = (months: number): number =>
  varianceFrom(Array<number>(months).fill(0).reduce(withLater, NO_MONTHS))

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
  const deviations: Deviation[] = []
  let before = NO_MONTHS
  for (let age = shares.length - 2; age >= 0; age--) {
    before = withLater(before, shares[age + 1] ?? 0)
    const total = totals[age] ?? 0
    const [expected, came] = [total * meanOf(before), total * (shares[age] ?? 0)]
    const size = sizeOf(expected, came)
    if (size > 0) deviations.push({ square: (came - expected) ** 2 / (1 + varianceFrom(before)), size })
  }
  return deviations.reverse()
}
