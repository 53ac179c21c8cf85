import { expect, test } from 'vitest'
import { percentChange } from './percent-change.ts'

test.each([
  [87_655, 100_000, 2, -12.35],
  [112_345, 100_000, 2, 12.35],
  // Rounded once from the amounts, not from 12.35.
  [112_345, 100_000, 1, 12.3],
  [1.15, 1, 0, 15],
  [-50, -100, 2, 50],
  [0.001, 0.003, 2, -66.67],
  [0, 3, 2, -100],
  [3, 3, 2, 0],
  [3, 0, 2, null],
])('from the second to the first: %d, %d with %d decimals is %s', (current, previous, decimals, change) => {
  expect(percentChange(current, previous, decimals)).toBe(change)
})
