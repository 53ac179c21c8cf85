import { expect, it } from 'vitest'
import { comparedMonth, dayAt, monthAt } from './month.ts'

it('gives the month of an instant in a time zone', () => {
  const buenosAires = 'America/Argentina/Buenos_Aires'
  expect(monthAt(new Date('2026-10-15T12:00:00Z'), buenosAires)).toBe('2026-10')
  expect(monthAt(new Date('2026-11-01T02:59:59Z'), buenosAires)).toBe('2026-10')
  expect(monthAt(new Date('2026-11-01T03:00:00Z'), buenosAires)).toBe('2026-11')
  expect(monthAt(new Date('2025-12-31T10:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-01')
  expect(monthAt(new Date('2026-01-01T11:59:59Z'), 'Etc/GMT+12')).toBe('2025-12')
  expect(dayAt(new Date('2026-11-01T02:59:59Z'), buenosAires)).toBe('2026-10-31')
})

it('compares with the month before or the same month of the year before', () => {
  expect(comparedMonth('2026-01', 'previous')).toBe('2025-12')
  expect(comparedMonth('2026-01', 'year')).toBe('2025-01')
})
