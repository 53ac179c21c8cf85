// A change in percent, the same at every door. Without zod, so that the browser can load it.

/** Amounts have at most 2 decimals, units 3. */
const thousandths = (value: number): bigint => BigInt(Math.round(value * 1000))

const sizeOf = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Change from `previous` to `current` in percent of the size of `previous`, from exact amounts and rounded once, half away from
 * zero; null from 0, which has no percentage.
 */
export function percentChange(current: number, previous: number, decimals = 2): number | null {
  if (previous === 0) return null
  const difference = thousandths(current) - thousandths(previous)
  const under = sizeOf(thousandths(previous))
  const above = sizeOf(difference) * 100n * 10n ** BigInt(decimals)
  const rounded = Number((2n * above + under) / (2n * under)) / 10 ** decimals
  return difference < 0n && rounded !== 0 ? -rounded : rounded
}
