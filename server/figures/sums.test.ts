import { expect, test } from 'vitest'
import { measureValue } from './sums.ts'

test('rounds a quotient half away from zero, also where binary fractions lie below the half', () => {
  const ticket = (net: number, orders: number) =>
    measureValue(
      'average_ticket',
      new Map([
        ['sales.net', net],
        ['sales.orders', orders],
      ]),
    )
  expect([ticket(300.78, 4), ticket(-300.78, 4), ticket(0, 4), ticket(10, 0)]).toEqual([75.2, -75.2, 0, null])
})
