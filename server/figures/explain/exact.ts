// Whole numbers of the smallest unit of a measure, so that lists add up exactly.
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'

const SCALES = { money: 100, integer: 1, units: 1000, percent2: 100, decimal2: 100 } as const

export const scaleOf = (measure: MeasureKey): number => SCALES[measureOf(measure).format]

/** Half away from zero, so that swapped periods round alike. */
const rounded = (value: number) => Math.sign(value) * Math.round(Math.abs(value)) + 0

/**
 * Whole parts that add up to `total`, which the exact parts equal up to binary fractions. The parts farthest from their
 * rounded values absorb the difference; a part of zero stays zero, and parts with opposite signs round to opposite values.
 */
export function wholeParts(values: readonly number[], total: number): number[] {
  // Binary fractions must not decide a tie, or swapped periods could round differently.
  const exact = values.map((value) => rounded(value * 1e6) / 1e6)
  const parts = exact.map(rounded)
  let left = total - parts.reduce((sum, part) => sum + part, 0)
  const step = Math.sign(left)
  const gain = (index: number) => step * ((exact[index] ?? 0) - (parts[index] ?? 0))
  const order = parts
    .map((_, index) => index)
    .filter((index) => exact[index] !== 0)
    .sort((one, other) => gain(other) - gain(one) || one - other)
  while (left !== 0 && order.length > 0)
    for (const index of order) {
      if (left === 0) break
      parts[index] = (parts[index] ?? 0) + step
      left -= step
    }
  return parts
}
