import { expect, test } from 'vitest'
import {
  ago,
  cellText,
  counted,
  date,
  dateTime,
  integer,
  money,
  monthName,
  percent,
  plainCell,
  readTimesIn,
  short,
  shortMoney,
  shortMonth,
  signedPercent,
  units,
} from './format.ts'

/** Written with ordinary spaces here, because a no-break space is not seen in a test. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

test.each([
  [1234567.89, '$ 1.234.567,89'],
  [0, '$ 0,00'],
  [-1234.5, '-$ 1.234,50'],
  [-0.001, '$ 0,00'],
  [1234, '$ 1.234,00'],
  [1.005, '$ 1,01'],
])('money %d → %s', (value, text) => expect(spaced(money(value))).toBe(text))

test.each([
  [1200, '1.200'],
  [0.25, '0,25'],
  [-1.5, '-1,5'],
  [10, '10'],
  [0.0004, '0'],
])('units %d → %s', (value, text) => expect(units(value)).toBe(text))

test.each([
  [999, '999'],
  [1200, '1.200'],
  [12_340, '12,3 mil'],
  [999_949, '999,9 mil'],
  [999_960, '1 M'],
  [1_234_567, '1,2 M'],
  [1_234_567_890, '1.235 M'],
  [-1_250_000_000_000, '-1,3 bill.'],
  [-2_500_000, '-2,5 M'],
])('short %d → %s', (value, text) => expect(spaced(short(value))).toBe(text))

test('percentages carry one decimal, two on demand, and a sign on demand', () => {
  expect(spaced(percent(12.34))).toBe('12,3 %')
  expect(spaced(percent(12.345, 2))).toBe('12,35 %')
  expect(spaced(signedPercent(12.34))).toBe('+12,3 %')
  expect(spaced(signedPercent(-3))).toBe('-3,0 %')
  expect(spaced(signedPercent(0))).toBe('0,0 %')
  expect(spaced(signedPercent(-0.04))).toBe('0,0 %')
})

test('formats a count with a singular or plural noun', () => {
  expect(counted(1, 'cliente', 'clientes')).toBe('1 cliente')
  expect(counted(0, 'cliente', 'clientes')).toBe('0 clientes')
  expect(counted(1234, 'cliente', 'clientes')).toBe('1.234 clientes')
})

test('months and days are named in Spanish', () => {
  expect(monthName('2024-05')).toBe('mayo 2024')
  expect(shortMonth('2023-09')).toBe('sep 23')
  expect(date('2024-05-14')).toBe('14/05/2024')
  expect(integer(1234)).toBe('1.234')
  expect(spaced(shortMoney(-1_250_000))).toBe('-$ 1,3 M')
  expect([7777.7, 1200, 999.5, -12, 0].map((value) => spaced(shortMoney(value)))).toEqual([
    ...['$ 7.778', '$ 1.200', '$ 999,50', '-$ 12', '$ 0'],
  ])
})

test('formats an age in its largest unit', () => {
  const now = Date.parse('2026-05-14T12:00:00Z')
  expect(ago('2026-05-14T11:59:40Z', now)).toBe('recién')
  expect(ago('2026-05-14T11:58:00Z', now)).toBe('hace 2 min')
  expect(ago('2026-05-14T09:00:00Z', now)).toBe('hace 3 h')
  expect(ago('2026-05-13T12:00:00Z', now)).toBe('hace 1 día')
  expect(ago('2026-01-01T12:00:00Z', now)).toBe('el 01/01/2026')
})

test('reads times in store time, in every wire format', () => {
  expect(dateTime('2026-11-01 01:30:00')).toBe('31/10/2026, 22:30')
  expect(cellText('2026-11-01T01:30:00Z', { format: 'datetime' })).toBe('31/10/2026, 22:30')
  expect(plainCell('2026-11-01 01:30:00', { format: 'datetime' })).toBe('31/10/2026, 22:30')
  expect(ago('2026-05-14 11:58:00', Date.parse('2026-05-14T12:00:00Z'))).toBe('hace 2 min')
  expect(dateTime('ayer')).toBe('ayer')
  readTimesIn('Asia/Tokyo')
  expect(dateTime('2026-11-01 01:30:00')).toBe('01/11/2026, 10:30')
  readTimesIn('America/Argentina/Buenos_Aires')
})

test('a cell is shown formatted and copied plain', () => {
  expect(spaced(cellText(1234.5, { format: 'money' }))).toBe('$ 1.234,50')
  expect(plainCell(1234.5, { format: 'money' })).toBe('1234,50')
  expect(plainCell(1234, { format: 'integer' })).toBe('1234')
  expect(cellText('2024-05-14', { format: 'date' })).toBe('14/05/2024')
  expect(cellText('wc-cancelled', { format: 'status' })).toBe('Canceladas')
  expect(cellText(0, { format: 'flag' })).toBe('No')
  expect(cellText(true, { format: 'flag' })).toBe('Sí')
  expect(cellText(null, { format: 'money' })).toBe('')
})
