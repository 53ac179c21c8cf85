// Checks that the lists of an explanation add up to its difference, counted in whole units of its format.
import { expect } from 'vitest'
import type { ExplanationBody } from '#contract/questions/explain-call.ts'

const SCALES = { money: 100, integer: 1, units: 1000, percent2: 100, decimal2: 100 }

export function expectExactSums({ data }: Pick<ExplanationBody, 'data'>): void {
  const { before, after, difference, factors, dimensions, unit } = data
  if (before === null || after === null || difference === null) {
    expect([factors, dimensions]).toEqual([[], []])
    return
  }
  const scale = SCALES[unit]
  const whole = (value: number) => {
    const scaled = Math.round(value * scale)
    // Numbers on the wire are the nearest ones to their decimals, without binary fractions.
    expect(value).toBe(scaled / scale)
    return scaled
  }
  const total = (values: readonly number[]) => values.map(whole).reduce((sum, value) => sum + value, 0)
  expect(whole(after) - whole(before)).toBe(whole(difference))
  if (factors.length > 0) expect(total(factors.map((factor) => factor.difference))).toBe(whole(difference))
  for (const { key, values, rest, adds_up } of dimensions) {
    const list = rest ? [...values, rest] : values
    for (const side of ['before', 'after', 'difference'] as const)
      expect([key, side, total(list.map((value) => value[side]))]).toEqual([
        key,
        side,
        whole(data[side] ?? 0),
      ])
    for (const value of list) expect(whole(value.after) - whole(value.before)).toBe(whole(value.difference))
    // With few values there is no rest, unless values overlap.
    if (adds_up && values.length < 8) expect(rest).toBeNull()
  }
}
