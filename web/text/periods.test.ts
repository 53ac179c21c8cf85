import { expect, test } from 'vitest'
import { shortPeriod } from './periods.ts'

test('a period has a short name', () => {
  const of = (from: string, to: string, asOf?: string) => shortPeriod({ from, to }, asOf)
  expect(of('2026-10-01', '2026-10-31')).toBe('octubre 2026')
  expect(of('2025-11-01', '2026-10-31')).toBe('nov 25 – oct 26')
  expect(of('2026-11-01', '2026-11-30', '2026-11-26')).toBe('1–26 nov 26')
  expect(of('2026-11-01', '2026-11-30', '2026-11-01')).toBe('1 nov 26')
  expect(of('2025-12-01', '2026-11-27')).toBe('1 dic 25 – 27 nov 26')
  expect(of('2026-10-01', '2026-10-31', '2026-11-26')).toBe('octubre 2026')
})
