import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber, writeNumber } from './read-number.ts'

test('what is written to be edited reads as the same number', () => {
  expect(writeNumber(1.125)).toBe('1,1250')
  expect(writeNumber(1234567.5)).toBe('1234567,5')
  const value = fc.integer({ min: -1e12, max: 1e12 })
  const numbers = fc.tuple(value, fc.integer({ min: 0, max: 4 }))
  fc.assert(
    fc.property(numbers, ([whole, places]) => {
      const number = whole / 10 ** places
      expect(readNumber(writeNumber(number))).toBe(number)
    }),
  )
})
