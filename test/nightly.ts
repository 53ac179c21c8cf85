/** Nightly runs take whole recordings, every hostile value and longer simulations; pull requests take a sample. */
export const NIGHTLY = process.env.GONDOLA_NIGHTLY === '1'

/** All values in nightly runs; by day every n-th, from the one at `first`. */
export const everyNth = <T>(values: readonly T[], n: number, first = 0): readonly T[] =>
  NIGHTLY ? values : values.filter((_, index) => index % n === first)
