import { expect, test } from 'vitest'
import { wallClock } from './wall-clock.ts'

test.each([
  ['America/Argentina/Buenos_Aires', '2026-11-01T02:59:59', '2026-10-31 23:59:59'],
  ['America/Argentina/Buenos_Aires', '2026-11-01T03:00:00', '2026-11-01 00:00:00'],
  // Buenos Aires kept summer time until March 2009.
  ['America/Argentina/Buenos_Aires', '2009-01-15T02:30:00', '2009-01-15 00:30:00'],
  // New York goes from UTC-4 to UTC-5 within this UTC day.
  ['America/New_York', '2026-11-01T05:59:59', '2026-11-01 01:59:59'],
  ['America/New_York', '2026-11-01T06:00:00', '2026-11-01 01:00:00'],
  ['Asia/Kolkata', '2026-02-28 18:30:00', '2026-03-01 00:00:00'],
  ['Asia/Kathmandu', '2026-02-28T18:14:59', '2026-02-28 23:59:59'],
  ['UTC', '2024-02-29T23:59:59', '2024-02-29 23:59:59'],
])('in %s, %s is %s', (zone, utc, local) => expect(wallClock(zone)(utc)).toBe(local))
