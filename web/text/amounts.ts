// Arithmetic for figures that screens derive themselves.

/** Rounds to two decimals: cents of an amount, hundredths of a percentage. */
export const toCents = (value: number): number => Math.round(value * 100) / 100

/** Change from `before` to `now` in percent with two decimals; like on the server, 0 if the previous value is 0. */
export const changeOf = (now: number, before: number): number =>
  before === 0 ? 0 : toCents(((now - before) / before) * 100)

/** Sum of amounts (2 decimals) or units (3), so that it equals the sum of the displayed rows. */
export const sumOf = (values: readonly number[]): number =>
  Math.round(values.reduce((total, value) => total + value, 0) * 1000) / 1000
