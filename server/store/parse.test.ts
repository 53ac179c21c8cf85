import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalNumber, decimalText, timestampText, wholeNumber } from './numbers.ts'
import { dayNumber, microseconds, scaledDecimal } from './parse.ts'

const cents = fc.bigInt({ min: -(10n ** 18n - 1n), max: 10n ** 18n - 1n })

function text(scaled: bigint): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(3, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

describe('amounts on the way in', () => {
  it('are parsed as integers of any size', () => {
    fc.assert(
      fc.property(cents, (scaled) => {
        expect(BigInt(scaledDecimal(text(scaled), 18, 2) ?? Number.NaN)).toBe(scaled)
      }),
    )
  })

  it.each([
    ['5', 500],
    ['5.1', 510],
    ['.5', 50],
    ['5.', 500],
    ['-0.01', -1],
    ['0.100', 10],
    ['007.00', 700],
    [12.5, 1250],
    ['90071992547409.93', 9007199254740993n],
    ['9999999999999999.99', 999999999999999999n],
    ['99999999999999999.99', undefined],
    ['1.001', undefined],
    ['1,50', undefined],
    ['1e3', undefined],
    ['+1', undefined],
    [' 1', undefined],
    ['--1', undefined],
    ['.', undefined],
    ['', undefined],
    [true, undefined],
    [null, undefined],
  ])('%j is %s', (value, scaled) => {
    expect(scaledDecimal(value, 18, 2)).toBe(scaled)
  })
})

describe('amounts on the way out', () => {
  it('are the nearest number, from text and from the integer', () => {
    const exact = fc.bigInt({ min: -9_007_199_254_740_991n, max: 9_007_199_254_740_991n })
    fc.assert(
      fc.property(exact, (scaled) => {
        expect(decimalNumber(scaled, 2, 'a')).toBe(Number(text(scaled)))
        expect(decimalText(text(scaled), 'a')).toBe(Number(text(scaled)))
      }),
    )
  })

  it('are refused where a number would not be exact', () => {
    expect(() => decimalText('90071992547409.93', 'a')).toThrow('too large')
    expect(() => decimalNumber(9_007_199_254_740_993n, 2, 'a')).toThrow('too large')
    expect(() => wholeNumber('9007199254740993', 'a')).toThrow('too large')
    expect(decimalText('9007199254740991', 'a')).toBe(Number.MAX_SAFE_INTEGER)
    expect(decimalText('0.3333333333333333', 'a')).toBe(1 / 3)
    expect(() => decimalText('NaN', 'a')).toThrow('too large')
  })
})

describe('days and times', () => {
  it('count from 1970', () => {
    const days = fc.integer({ min: -25_000, max: 100_000 })
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 86_399 }), (day, second) => {
        const iso = new Date((day * 86_400 + second) * 1000).toISOString()
        expect(dayNumber(iso.slice(0, 10))).toBe(day)
        expect(microseconds(iso.slice(0, 19))).toBe((day * 86_400 + second) * 1_000_000)
      }),
    )
  })

  it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-01', '26-01-01', 'mañana', ''])(
    '%j is no day',
    (value) => {
      expect(dayNumber(value)).toBeUndefined()
      expect(microseconds(`${value} 00:00:00`)).toBeUndefined()
    },
  )

  it('keep a fraction only where there is one', () => {
    expect(timestampText('2024-02-29 10:20:30')).toBe('2024-02-29 10:20:30')
    expect(timestampText('2024-02-29 10:20:30.120')).toBe('2024-02-29 10:20:30.12')
    expect(timestampText('2024-02-29 10:20:30.000000+00')).toBe('2024-02-29 10:20:30')
  })
})
