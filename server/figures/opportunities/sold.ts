// What was sold in the last closed months, as tables of numbers in which voids are found. Rows are distributors, columns products.

export interface SoldTable {
  readonly distributors: number
  readonly products: number
  /** Segment of each product, counted from 0. */
  readonly segmentOf: readonly number[]
  readonly segments: number
  /** Net a month in the window, in the shop's currency. */
  readonly net: readonly Float64Array[]
  /** 1: sold in the window. */
  readonly sells: readonly Uint8Array[]
  /** Net a month before the window, from the distributor's first month to the last one in which it sold the product. */
  readonly netBefore: readonly Float64Array[]
  /** Net a month of the product at the other distributors, in the same months. */
  readonly othersBefore: readonly Float64Array[]
  /** 1: regularly sold before the window; its net before it counts only then. */
  readonly soldBefore: readonly Uint8Array[]
  /** Net of each distributor by province. */
  readonly provinces: readonly Float64Array[]
}

const REGULAR_MONTHS = 3

/** Whether a distributor sold a product in enough of the months before the window in which it could. */
export const isRegular = (monthsSold: number, months: number): boolean =>
  monthsSold > 0 && monthsSold >= Math.min(REGULAR_MONTHS, months / 2)

export const rowOf = <Row>(rows: readonly Row[], index: number): Row => {
  const row = rows[index]
  if (row === undefined) throw new RangeError(`No row ${index}`)
  return row
}
