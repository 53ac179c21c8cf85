import { expect, test } from 'vitest'
import { NEVER } from './facts.ts'
import { toldAt } from './told-at.ts'

test.each([
  ['changed after it was made', '2026-05-01 10:00:00', '2026-05-03 13:00:00', '2026-05-01 10:00:00'],
  [
    'of a shop whose clock is ahead of UTC',
    '2026-05-01 22:00:00',
    '2026-05-01 13:00:00',
    '2026-05-01 22:00:00',
  ],
  ['dated years ahead', '2036-05-01 10:00:00', '2026-05-03 13:00:00', '2026-05-03 13:00:00'],
  ['of a file', '2026-05-01 10:00:00', NEVER, '2026-05-01 10:00:00'],
])('an order %s', (_, created_at, modified_at, expected) => {
  expect(toldAt({ created_at, modified_at })).toBe(expected)
})
