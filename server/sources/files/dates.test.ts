// Times with an offset, as programs write them, on the clock of the shop.
import { expect, test } from 'vitest'
import { wallClock } from '#server/domain/wall-clock.ts'
import { dateEvidence, dateTimeOf } from './dates.ts'

const clock = wallClock('America/Argentina/Buenos_Aires')
const read = (text: string) => dateTimeOf(text, 'dmy', clock)

test.each([
  ['ISO 8601', '2026-02-01T02:30:15Z'],
  ['PostgreSQL', '2026-02-01 02:30:15+00'],
  ['PostgreSQL with fractions', '2026-01-31 22:30:15.123456-04'],
  ['toString() of JavaScript', 'Sun Feb 01 2026 02:30:15 GMT+0000 (Coordinated Universal Time)'],
  ['toString() in Argentina', 'Sat Jan 31 2026 23:30:15 GMT-0300 (hora estándar de Argentina)'],
  ['RFC 5322', 'Sun, 01 Feb 2026 02:30:15 +0000 (UTC)'],
  ['Intl with a short zone', '31/1/2026, 22:30:15 GMT-4'],
  ['Intl in UTC', '1/2/2026, 02:30:15 UTC'],
])('%s: %s', (_, text) => {
  expect(read(text)).toBe('2026-01-31 23:30:15')
})

test('a year at the end is no offset', () => {
  expect(['20:30 31-01-26', '31-01-2026', '31-01-26', '2026-01-31'].map(read)).toEqual([
    '2026-01-31 20:30:00',
    ...Array.from({ length: 3 }, () => '2026-01-31 00:00:00'),
  ])
})

test.each([
  [['26/03/05', '26/03/25', '26/12/31'], 'ymd'],
  [['25/12/31', '26/01/02'], 'ymd'],
  [['26/03/25', '27/03/25', '28/03/25'], 'dmy'],
  [['15/01/24', '15/02/25', '15/03/26'], 'dmy'],
  [['12/25/05', '12/26/06'], 'mdy'],
] as const)('%j are %s', (texts, order) => {
  const evidence = dateEvidence()
  for (const text of texts) evidence.see(text)
  expect(evidence.order()).toBe(order)
})
