// The pure parts of the forecast, on generated days with a known outcome.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomNumbers } from '#test/questions-shop.ts'
import { holidaysOfArgentina } from '../../scripts/holidays-of-argentina.ts'
import holidays from './argentina.json' with { type: 'json' }
import { sumOf } from './course.ts'
import { calendarOf } from './days.ts'
import { outlookOf } from './outlook.ts'
import { rangeOf, trialsOf, widthOf, withRanges } from './past.ts'

test('the holidays are those of the library', () => {
  expect(holidays).toEqual(holidaysOfArgentina())
  expect(holidays).toMatchObject({ '2026-04-03': 'Viernes Santo', '2026-07-09': 'Día de la Independencia' })
})

/** Ten orders a day, one on Sundays; every month 5 % more. */
const calendar = calendarOf('2025-01-01', '2026-06-30')
const plain = calendar.days.map(
  (_, at) => (calendar.weekday[at] === 6 ? 1 : 10) * 1.05 ** calendar.month[at]!,
)
const series = (values: readonly number[]) => {
  const counts = Float64Array.from(values)
  return { calendar, values: counts, counts }
}
const JUNE = calendar.days.indexOf('2026-06-01')
const spanOf = (day: number) => ({ first: JUNE, known: JUNE + day, end: calendar.days.length })

test('a regular shop is forecast within a few percent from the fifth day on', () => {
  const june = sumOf(Float64Array.from(plain), JUNE)
  for (const day of [5, 10, 20]) {
    const { rest } = outlookOf(series(plain), spanOf(day))
    const soFar = sumOf(Float64Array.from(plain), JUNE, JUNE + day)
    expect(Math.abs((soFar + rest) / june - 1), `day ${day}`).toBeLessThan(0.02)
  }
})

test('does not change the forecast of a day because of later days', () => {
  const value = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 29 }), (june, day) => {
      const changed = plain.map((value, at) => (at >= JUNE + day ? june[at - JUNE]! : value))
      expect(outlookOf(series(changed), spanOf(day))).toEqual(outlookOf(series(plain), spanOf(day)))
    }),
    { numRuns: 30, seed: 20261123 },
  )
})

test('does not multiply the forecast when sales began a year ago', () => {
  const began = plain.map((value, at) => ((calendar.days[at] ?? '') < '2025-06-01' ? 0 : value))
  const june = sumOf(Float64Array.from(plain), JUNE)
  for (const day of [1, 5, 15]) {
    const { rest } = outlookOf(series(began), spanOf(day))
    const soFar = sumOf(Float64Array.from(plain), JUNE, JUNE + day)
    expect((soFar + rest) / june, `day ${day}`).toBeGreaterThan(0.5)
    expect((soFar + rest) / june, `day ${day}`).toBeLessThan(2)
  }
})

test('the range contains the forecast, narrows, and ends at the actual sum', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 40 }), {
        minLength: calendar.days.length,
        maxLength: calendar.days.length,
      }),
      (values) => {
        const noisy = series(values)
        const width = widthOf(trialsOf(noisy, JUNE, 12))
        const ranges = [3, 12, 27, 30].map((day) => {
          const soFar = sumOf(noisy.values, JUNE, JUNE + day)
          const outlook = outlookOf(noisy, spanOf(day))
          const { low, high } = rangeOf(soFar, outlook, width)
          expect(low).toBeGreaterThanOrEqual(soFar)
          expect(low).toBeLessThanOrEqual(soFar + outlook.rest)
          expect(high).toBeGreaterThanOrEqual(soFar + outlook.rest)
          return high - low
        })
        expect(ranges[0]).toBeGreaterThan(ranges[1]!)
        expect(ranges[1]).toBeGreaterThan(ranges[2]!)
        expect(ranges[3]).toBe(0)
      },
    ),
    { numRuns: 15, seed: 20261123 },
  )
})

test('does not treat one quiet month as a new level', () => {
  const may = calendar.days.indexOf('2026-05-01')
  const quiet = calendar.days.map((_, at) => (at >= may ? 3 : 10))
  expect(outlookOf(series(quiet), spanOf(0)).rest / 30).toBeGreaterThan(6)
})

test('the range of 80 % holds in that share of young shops of five orders a day and unannounced campaigns', () => {
  const random = randomNumbers(20261123)
  const poisson = (mean: number) => {
    let count = -1
    for (let product = 1; product > Math.exp(-mean); product *= random.next()) count++
    return count
  }
  const short = calendarOf('2025-10-01', '2026-06-30')
  const before = short.days.indexOf('2026-06-01')
  const isInside = Array.from({ length: 120 }, () => {
    const months = Array.from({ length: 9 }, () => [5 * Math.exp(random.next() - 0.5), random.below(60)])
    const values = Float64Array.from(short.days, (day, at) => {
      const [level = 0, campaign = 0] = months[short.month[at]!] ?? []
      const since = Number(day.slice(8)) - campaign
      return poisson(level * (since > 0 && since <= 4 ? 3 : 1))
    })
    return withRanges(trialsOf({ calendar: short, values, counts: values }, before, 99))
  })
    .flat()
    .map(({ low, high, actual }) => (low <= actual && actual <= high ? 1 : 0) as number)
  const share = isInside.reduce((one, other) => one + other, 0) / isInside.length
  expect(share).toBeGreaterThan(0.75)
  expect(share).toBeLessThan(0.88)
})

test('expects a campaign again, but not a single bulk order', () => {
  const april = calendar.days.indexOf('2026-04-01')
  const inJune = (from: number, to: number, factor: number) =>
    plain.map((value, at) => {
      const [year, , day] = (calendar.days[at] ?? '').split('-').map(Number)
      const isThere = calendar.month[at] === 5 && year === 2025 && day! >= from && day! <= to
      return isThere ? value * factor : value
    })
  const restOf = (values: readonly number[]) => outlookOf(series(values), spanOf(10)).rest
  const usual = restOf(plain)
  expect(restOf(inJune(15, 19, 5)) / usual).toBeGreaterThan(1.15)
  expect(restOf(inJune(17, 17, 40)) / usual).toBeLessThan(1.3)
  const bulk = plain.map((value, at) => (at === april ? value * 60 : value))
  expect(Math.abs(restOf(bulk) / usual - 1)).toBeLessThan(0.2)
})

test('evaluates past months with what was known at the time', () => {
  const trials = withRanges(trialsOf(series(plain), JUNE, 12))
  expect([...new Set(trials.map(({ month }) => month))]).toEqual([
    '2025-06',
    '2025-07',
    '2025-08',
    '2025-09',
    '2025-10',
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
    '2026-03',
    '2026-04',
    '2026-05',
  ])
  const late = plain.map((value, at) => (at >= calendar.days.indexOf('2026-05-16') ? value * 3 : value))
  const before = (values: readonly number[]) =>
    withRanges(trialsOf(series(values), JUNE, 12)).filter(({ month, day }) => month < '2026-05' || day <= 15)
  const told = before(plain).map(({ forecast, low, high }) => [forecast, low, high])
  expect(before(late).map(({ forecast, low, high }) => [forecast, low, high])).toEqual(told)
})

test('expects nothing before the first sale', () => {
  const nothing = series(plain.map(() => 0))
  const outlook = outlookOf(nothing, spanOf(10))
  expect(outlook.rest).toBeLessThan(1e-3)
  expect(Number.isFinite(outlook.spread)).toBe(true)
  const first = calendarOf('2026-06-01', '2026-06-30')
  const values = Float64Array.from(first.days, (_, at) => (at < 10 ? 7 : 0))
  expect(
    outlookOf({ calendar: first, values, counts: values }, { first: 0, known: 10, end: 30 }).rest,
  ).toBeCloseTo(140, 0)
})
