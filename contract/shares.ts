// Shares of a list that add up. Without zod, so that the browser can load it.

/** Guards against binary fractions just below a whole number. */
const TINY = 1e-7

/** `values` with this many decimals, by largest remainder, so that they add up to their rounded sum. */
export function roundTogether(values: readonly number[], digits: number): number[] {
  const unit = 10 ** digits
  const exact = values.map((value) => value * unit)
  const rounded = exact.map((value) => Math.floor(value + TINY))
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const missing = Math.round(sum(exact)) - sum(rounded)
  const remainder = (index: number) => (exact[index] ?? 0) - (rounded[index] ?? 0)
  const larger = (a: number, b: number) => (values[b] ?? 0) - (values[a] ?? 0)
  const first = values.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a) || larger(a, b))
  const raised = new Set(first.slice(0, missing))
  return rounded.map((value, index) => (raised.has(index) ? value + 1 : value) / unit)
}

/** The percentage of each value in their sum, with two decimals as on the wire; zeros if the sum is 0. */
export function sharesOf(values: readonly number[]): number[] {
  // In thousandths: binary fractions that cancel out leave a trace, of which each value would be a huge part.
  const exact = values.map((value) => Math.round(value * 1000))
  const total = exact.reduce((sum, value) => sum + value, 0)
  if (total === 0) return values.map(() => 0)
  return roundTogether(
    exact.map((value) => (value / total) * 100),
    2,
  )
}

/** Shares as screens show them, with one decimal. */
export const shownShares = (values: readonly number[]): number[] => roundTogether(sharesOf(values), 1)
