// Arithmetic on amounts that a screen works out itself from what it was told. Pure.

/** Two decimals, free of what binary fractions leave behind: whole cents of an amount, hundredths of a percentage. */
export const toCents = (value: number): number => Math.round(value * 100) / 100

/** Change from `before` to `now` in percent, two decimals; from 0 it is 0, as on the server. */
export const changeOf = (now: number, before: number): number =>
  before === 0 ? 0 : toCents(((now - before) / before) * 100)

/** To the cent, so that a total is the total of the rows as they read. */
export const sumOf = (values: readonly number[]): number =>
  toCents(values.reduce((total, value) => total + value, 0))
