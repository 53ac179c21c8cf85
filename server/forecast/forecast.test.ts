// The pure parts of the forecast, on generated days with a known outcome.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomNumbers } from '#test/questions-shop.ts'
import { holidaysOfArgentina } from '../../scripts/holidays-of-argentina.ts'
import holidays from './argentina.json' with { type: 'json' }
import { correctionKind } from './corrections.ts'
import { sumOf } from './course.ts'
import { calendarOf } from './days.ts'
import { outlookOf } from './outlook.ts'
import { rangeOf, trialsOf, widthOf, withRanges } from './past.ts'

test('the holidays are those of the library, and as they were decreed', () => {
  expect(holidays).toEqual(holidaysOfArgentina())
  const { nameOf } = calendarOf('2022-01-01', '2026-12-31')
  expect(nameOf('2026-04-03')).toBe('Viernes Santo')
  // What the library has otherwise.
  expect(nameOf('2022-06-17')).toMatch(/Güemes/)
  expect(nameOf('2022-06-20')).not.toMatch(/Güemes/)
  expect([nameOf('2025-10-10'), nameOf('2025-10-12')]).toEqual([
    'Día del Respeto a la Diversidad Cultural',
    undefined,
  ])
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

/** First days of the sale events as they were held. */
const HELD = [
  ...['2018-05-14', '2018-10-29', '2019-11-04', '2020-07-27', '2020-11-02', '2021-05-10', '2021-11-01'],
  ...['2022-05-30', '2022-10-31', '2025-05-12', '2025-11-03', '2026-05-11', '2026-11-02'],
]
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The days of these kinds, by the calendar. */
const daysOf = (days: ReturnType<typeof calendarOf>, kind: number) =>
  days.days.filter((_, at) => days.special[at] === kind)

test('sale events are where they were held, else by rule and marked as guessed', () => {
  const years = calendarOf('2018-01-01', '2026-12-31')
  const found = daysOf(years, 2)
  for (const first of HELD) for (const days of [0, 1, 2]) expect(found).toContain(dayAfter(first, days))
  expect(found.filter((day) => /^202[0-2]/.test(day))).toHaveLength(18)
  const guessed = years.days.filter((_, at) => years.guess[at] === 1)
  expect(new Set(guessed.map((day) => day.slice(0, 7)))).toEqual(
    new Set(['2019-05', '2023-05', '2023-11', '2024-05', '2024-11']),
  )
  expect(daysOf(years, 3)).toContain('2024-12-24')
})

test('a note says what its days are, and where a guessed event is held', () => {
  const note = (from: string, to: string, kind: 'holiday' | 'event' | 'neither') => ({
    from,
    to,
    kind,
    name: 'x',
  })
  const corrected = calendarOf('2027-01-01', '2027-12-31', [
    note('2027-05-24', '2027-05-26', 'event'),
    note('2027-07-09', '2027-07-09', 'neither'),
    note('2027-03-02', '2027-03-02', 'holiday'),
  ])
  expect(daysOf(corrected, 2)).toEqual([
    ...['2027-05-24', '2027-05-25', '2027-05-26'],
    ...['2027-11-01', '2027-11-02', '2027-11-03'],
  ])
  expect(daysOf(corrected, 1)).toContain('2027-03-02')
  expect(daysOf(corrected, 1)).not.toContain('2027-07-09')
  expect(corrected.guess.filter((one) => one === 1)).toHaveLength(3)
})

test.each([
  ['Feriado provincial', 'holiday'],
  ['Evento: aniversario de la tienda', 'event'],
  ['Sin feriado: abrimos', 'neither'],
  ['No hay evento este año', 'neither'],
  ['Eventos y feriados varios', undefined],
  ['Cambio de precios', undefined],
])('the note %s', (text, kind) => {
  expect(correctionKind(text)).toBe(kind)
})

test('the range holds in shops whose sale events were held where they were, from 2020 to 2026', () => {
  const random = randomNumbers(20261127)
  const poisson = (mean: number) => {
    let count = -1
    for (let product = 1; product > Math.exp(-mean); product *= random.next()) count++
    return count
  }
  const years = calendarOf('2018-06-01', '2026-06-30')
  const end = years.days.indexOf('2026-06-01')
  // Where no date is known, the events of these shops are in the week of the rule, but for CyberMonday of 2023.
  const held = new Set([...HELD, '2019-05-13', '2023-05-08', '2023-10-30', '2024-05-13', '2024-11-04'])
  const isEvent = (day: string) => [0, -1, -2].some((days) => held.has(dayAfter(day, days)))
  const trials = Array.from({ length: 8 }, () => {
    const [size, effect] = [8 + random.below(20), 1.5 + 2.5 * random.next()]
    const levels = Array.from({ length: 97 }, () => Math.exp(0.3 * (random.next() - 0.5)))
    const values = Float64Array.from(years.days, (day, at) => {
      const sunday = years.weekday[at] === 6 ? 0.5 : 1
      return poisson(size * levels[years.month[at]!]! * sunday * (isEvent(day) ? effect : 1))
    })
    return withRanges(trialsOf({ calendar: years, values, counts: values }, end, 77))
  }).flat()
  const shareOf = (some: typeof trials) =>
    some.filter(({ low, high, actual }) => low <= actual && actual <= high).length / some.length
  const eventMonths = new Set([...held].flatMap((day) => [day.slice(0, 7), dayAfter(day, 2).slice(0, 7)]))
  expect(shareOf(trials)).toBeGreaterThan(0.75)
  expect(shareOf(trials)).toBeLessThan(0.88)
  const inEvents = shareOf(trials.filter(({ month }) => eventMonths.has(month)))
  expect(inEvents).toBeGreaterThan(0.75)
  expect(inEvents).toBeLessThan(0.88)
  // Held in another month or week than the rule says.
  const elsewhere = ['2020-05', '2020-07', '2020-11', '2022-05', '2022-06', '2022-10', '2022-11', '2025-05']
  const inOthers = shareOf(trials.filter(({ month }) => elsewhere.includes(month)))
  expect(inOthers).toBeGreaterThan(0.75)
  expect(inOthers).toBeLessThan(0.88)
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

test('expects a 29 February like the day before it, inside a campaign of every year or on its eve', () => {
  const years = calendarOf('2025-01-01', '2028-02-29')
  const [eve, leap] = [years.days.indexOf('2028-02-28'), years.days.indexOf('2028-02-29')]
  const first = years.days.indexOf('2028-02-01')
  for (const from of ['02-20', '03-01']) {
    const values = Float64Array.from(years.days, (day) =>
      day.slice(5) >= from && day.slice(5) <= '03-10' ? 30 : 10,
    )
    const { weights } = outlookOf(
      { calendar: years, values, counts: values },
      { first, known: first, end: leap + 1 },
    )
    expect(weights[leap]! / weights[eve]!, from).toBeCloseTo(1, 1)
  }
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
