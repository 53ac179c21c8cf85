// Sums of amounts that are numbers already, in whole cents so that no float adds up; pure rules.

/** An amount divided among a number of things, rounded to cents; 0 among none. */
export const averageOf = (amount: number, count: number): number =>
  count === 0 ? 0 : Math.round(Math.round(amount * 100) / count) / 100

/** Exact difference of two amounts with at most 2 decimals. */
export const differenceOf = (amount: number, other: number): number =>
  (Math.round(amount * 100) - Math.round(other * 100)) / 100

/** Exact sum of amounts with at most 2 decimals (up to 90 million million). */
export const sumOf = <T>(rows: readonly T[], amount: (row: T) => number): number =>
  rows.reduce((cents, row) => cents + Math.round(amount(row) * 100), 0) / 100
