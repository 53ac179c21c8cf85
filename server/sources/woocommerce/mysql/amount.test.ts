import { expect, test } from 'vitest'
import { sumOfTaxes } from './amount.ts'

test.each([
  [2, false, '0.50'],
  [2, true, '0.48'],
  [4, false, '0.4910'],
  // Shops may show more decimals than are asked for.
  [8, true, '0.491'],
])('taxes with %i decimals, half down: %s', (decimals, halfDown, sum) => {
  const told = sumOfTaxes(['0.245', '0.245', '0.001', 'x'], { decimals, halfDown })
  expect(Number(told)).toBe(Number(sum))
})
