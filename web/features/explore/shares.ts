// Shares of a total, cumulated shares, and ABC classes. Pure.

export type AbcClass = 'A' | 'B' | 'C'

const A_UNTIL = 80
const B_UNTIL = 95

export interface Share {
  /** In percent of the total. */
  readonly share: number | null
  /** Of this row and all before it, in percent. */
  readonly cumulated: number | null
  readonly abc: AbcClass | null
}

const NONE: Share = { share: null, cumulated: null, abc: null }

/** The row at which the cumulated share exceeds a limit still belongs to the class. */
const classFrom = (before: number): AbcClass => (before < A_UNTIL ? 'A' : before < B_UNTIL ? 'B' : 'C')

/**
 * Shares of rows in their order, the highest first. There are none if the total is not positive. `before` is the sum of
 * earlier pages.
 */
export function sharesOf(values: readonly (number | null)[], total: number, before = 0): Share[] {
  if (!(total > 0)) return values.map(() => NONE)
  let sum = before
  return values.map((value) => {
    const share = ((value ?? 0) / total) * 100
    const start = (sum / total) * 100
    sum += value ?? 0
    return { share, cumulated: (sum / total) * 100, abc: classFrom(Math.round(start * 1e6) / 1e6) }
  })
}
