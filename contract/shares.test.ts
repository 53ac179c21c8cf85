import { expect, test } from 'vitest'
import { roundTogether, sharesOf, shownShares } from './shares.ts'

const sum = (values: readonly number[], unit: number) =>
  values.reduce((total, value) => total + Math.round(value * unit), 0)

test('shares add up to 100 where rounding each of them would not', () => {
  expect(sharesOf([1, 1, 1])).toEqual([33.34, 33.33, 33.33])
  // 91.45 and 8.55 would both be rounded up.
  expect(shownShares([91.45, 8.55])).toEqual([91.5, 8.5])
  expect(shownShares([1, 1, 1])).toEqual([33.4, 33.3, 33.3])
  expect(sharesOf([0, 0])).toEqual([0, 0])
  expect(sharesOf([])).toEqual([])
  expect(sharesOf([50, 0, 50])).toEqual([50, 0, 50])
})

test('changes no share by a whole unit, and gives zeros for a total of zero', () => {
  for (let length = 1; length < 60; length++) {
    const values = Array.from({ length }, (_, index) => ((index * 7919 + length * 31) % 997) * 1.37)
    const total = values.reduce((all, value) => all + value, 0)
    const [wire, shown] = [sharesOf(values), shownShares(values)]
    if (total > 0) expect([sum(wire, 100), sum(shown, 10)]).toEqual([10_000, 1000])
    for (const [index, value] of values.entries()) {
      expect(Math.abs((wire[index] ?? 0) - (value / total) * 100 || 0)).toBeLessThan(0.0101)
      if (value === 0) expect([wire[index], shown[index]]).toEqual([0, 0])
    }
  }
})

test('rounds a part of a list to its rounded sum', () => {
  expect(roundTogether([12.35, 20.25, 7.15], 1)).toEqual([12.4, 20.3, 7.1])
})
