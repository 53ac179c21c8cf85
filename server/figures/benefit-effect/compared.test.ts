import { expect, test } from 'vitest'
import { chosen } from './compared.ts'
import type { Trial } from './trials.ts'

const trial = (buyer: string, day: number, uses = false): Trial => ({
  ...{ order_id: day, buyer, day, uses, province: 'SALTA', company: '', recency: null, known: 0 },
  ...{ ordersBefore: 0, netBefore: 0, ordersYear: 0, netYear: 0, netAfter: 0, netLater: 0 },
})

test('compares with orders from the day of the first use to that of the last', () => {
  const others = [4, 5, 6, 8, 9, 10, 11].map((day) => trial(`other ${day}`, day))
  const { users, controls } = chosen([trial('ana', 5, true), ...others, trial('beto', 10, true)])
  expect(users.map(({ buyer }) => buyer)).toEqual(['ana', 'beto'])
  expect(controls.map(({ day }) => day)).toEqual([5, 6, 8, 9, 10])
})
