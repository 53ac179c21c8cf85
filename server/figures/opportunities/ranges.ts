// Errors of predictions, so that a range holds as many cells as it says.

/** Errors that a tenth, half and nine tenths of the cells stay below. */
export type Range = readonly [low: number, middle: number, high: number]

const SHARES = [0.1, 0.5, 0.9] as const
const MOST_GROUPS = 5
const FEWEST_OF_GROUP = 40

/** Quantiles of the errors among cells of about the same prediction; cells without one (NaN) do not count. */
export function rangesOf(predicted: Float64Array, truth: Float64Array): (predicted: number) => Range {
  const known = predicted.filter((value) => !Number.isNaN(value)).sort()
  const groups = Math.max(1, Math.min(MOST_GROUPS, Math.floor(known.length / FEWEST_OF_GROUP)))
  const starts = Float64Array.from(
    { length: groups },
    (_, group) => known[Math.floor((group * known.length) / groups)] ?? 0,
  )
  const groupOf = (value: number): number => {
    let group = groups - 1
    while (group > 0 && (starts[group] ?? 0) > value) group--
    return group
  }
  const errors = Array.from({ length: groups }, () => new Float64Array(known.length))
  const counts = new Int32Array(groups)
  for (let index = 0; index < predicted.length; index++) {
    const value = predicted[index] ?? Number.NaN
    if (Number.isNaN(value)) continue
    const group = groupOf(value)
    const at = counts[group] ?? 0
    counts[group] = at + 1
    const own = errors[group]
    if (own) own[at] = (truth[index] ?? 0) - value
  }
  const ranges = errors.map((each, group) => quantiles(each.subarray(0, counts[group]).sort()))
  return (value) => ranges[groupOf(value)] ?? [0, 0, 0]
}

const quantiles = (sorted: Float64Array): Range => {
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return [at(SHARES[0]), at(SHARES[1]), at(SHARES[2])]
}
