import { expect, test } from 'vitest'
import { changeOf, sumOf, toCents } from './format.ts'

test('a change is a percentage of the previous value with two decimals, and 0 from 0', () => {
  expect(changeOf(150, 100)).toBe(50)
  expect(changeOf(502, 614)).toBe(-18.24)
  expect(changeOf(0, 80)).toBe(-100)
  expect(changeOf(80, 0)).toBe(0)
})

test('differences and sums are whole cents', () => {
  expect(toCents(0.3 - 0.1)).toBe(0.2)
  expect(sumOf([0.1, 0.2, 1000.15])).toBe(1000.45)
  expect(sumOf([])).toBe(0)
})
