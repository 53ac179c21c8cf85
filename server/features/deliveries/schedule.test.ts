import { expect, test } from 'vitest'
import { nextDue, type Schedule } from './schedule.ts'

const due = (schedule: Schedule, after: string, timeZone = 'America/Argentina/Buenos_Aires') =>
  nextDue(schedule, new Date(after), timeZone).toISOString().slice(0, 16)

test('daily, weekly and monthly times are on the clock of the store', () => {
  const at_time = '08:00'
  expect(due({ every: 'day', on_day: 0, at_time }, '2026-10-05T10:59:00Z')).toBe('2026-10-05T11:00')
  expect(due({ every: 'day', on_day: 0, at_time }, '2026-10-05T11:00:00Z')).toBe('2026-10-06T11:00')
  // Monday the 5th.
  expect(due({ every: 'week', on_day: 1, at_time }, '2026-10-05T11:00:00Z')).toBe('2026-10-12T11:00')
  expect(due({ every: 'week', on_day: 7, at_time }, '2026-10-05T11:00:00Z')).toBe('2026-10-11T11:00')
  expect(due({ every: 'month', on_day: 1, at_time }, '2026-12-05T11:00:00Z')).toBe('2027-01-01T11:00')
  expect(due({ every: 'month', on_day: 31, at_time }, '2026-02-05T11:00:00Z')).toBe('2026-02-28T11:00')
})

test('runs once on days without the hour and on days that have it twice', () => {
  // New York skips 02:30 on 8 March 2026 and repeats 01:30 on 1 November.
  const skipped = { every: 'day', on_day: 0, at_time: '02:30' } as const
  const first = due(skipped, '2026-03-07T12:00:00Z', 'America/New_York')
  expect(first).toBe('2026-03-08T07:00')
  expect(due(skipped, `${first}:00Z`, 'America/New_York')).toBe('2026-03-09T06:30')
  const repeated = { ...skipped, at_time: '01:30' } as const
  expect(due(repeated, '2026-10-31T12:00:00Z', 'America/New_York')).toBe('2026-11-01T05:30')
  expect(due(repeated, '2026-11-01T05:30:00Z', 'America/New_York')).toBe('2026-11-02T06:30')
})
