// Computes in whole cents to avoid floating-point errors.

/** `amount / count`, rounded to cents; 0 if `count` is 0. */
export const averageOf = (amount: number, count: number): number =>
  count === 0 ? 0 : Math.round(Math.round(amount * 100) / count) / 100

/** Exact difference of two amounts with at most 2 decimals. */
export const differenceOf = (amount: number, other: number): number =>
  (Math.round(amount * 100) - Math.round(other * 100)) / 100

/** Exact sum of amounts with at most 2 decimals (up to 90 million million). */
export const sumOf = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((cents, row) => cents + Math.round(amount(row) * 100), 0) / 100
