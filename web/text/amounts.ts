// Arithmetic on amounts that a screen works out itself from what it was told. Pure.

/** Change from `before` to `now` in percent; as the server tells it, a previous value of 0 gives 0. */
export const changeOf = (now: number, before: number): number =>
  before === 0 ? 0 : ((now - before) / before) * 100

/** Whole cents, free of what binary fractions leave behind. */
export const toCents = (value: number): number => Math.round(value * 100) / 100

/** To the cent, so that a total is the total of the rows as they read. */
export const sumOf = (values: readonly number[]): number =>
  toCents(values.reduce((total, value) => total + value, 0))
