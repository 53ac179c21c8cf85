// Figures of mails in words.
import { expect, test } from 'vitest'
import { figure, headlineFigure } from './words.ts'

/** What SpamAssassin 4.0.1 counts as a mention of millions of dollars (US_DOLLARS_3). */
const MILLIONS_OF_DOLLARS = /(?:\$|usd).?\d{1,3}[,.]\d{3}[,.]\d{3}/i

test.each([
  [999_999.99, '$ 999.999,99', undefined],
  [1_000_000, '$ 1 M', '1.000.000,00'],
  [160_438_104.73, '$ 160,4 M', '160.438.104,73'],
  [-12_345_678.9, '−$ 12,3 M', '−12.345.678,90'],
  [0, '$ 0,00', undefined],
])('a total of %d is never taken for millions of dollars', (amount, value, exact) => {
  const told = headlineFigure(amount, 'money')
  expect([told.value.replaceAll('\u00a0', ' '), told.exact]).toEqual([value, exact])
  const words = `Venta neta: ${told.value} (${told.exact}) | ${figure(amount, 'money')}`
  expect(words.replaceAll('\u00a0', ' ')).not.toMatch(MILLIONS_OF_DOLLARS)
})

test('what a unit costs has two decimals, or four', () => {
  expect([3.3333, 1.125, 12.5].map((cost) => figure(cost, 'unit_money'))).toEqual([
    '3,3333',
    '1,1250',
    '12,50',
  ])
})

test('counts have no second form', () => {
  expect(headlineFigure(1_234_567, 'integer')).toEqual({ value: '1.234.567', exact: undefined })
  expect(headlineFigure(null, 'money')).toEqual({ value: '–', exact: undefined })
})
