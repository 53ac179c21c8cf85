// Random questions over time to a shop with an order of its own amount on each day: every step is compared with the days that the
// calendar gives it, cut steps only with ones cut alike, and none lies outside the period.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimeGrain } from '#contract/questions/dimensions.ts'
import { QUESTION_COMPARISONS, type QuestionComparison } from '#contract/questions/question.ts'
import { writeOrders } from '#server/ingest/write.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Store } from '#server/store/store.ts'
import { orderFacts } from './alert-orders.ts'
import { type TestApp, testApp } from './app.ts'
import { comparedDays, daysIn, partialOf } from './calendar-model.ts'
import { describeOneEngine } from './engines.ts'
import { NIGHTLY } from './nightly.ts'
import { type Random, randomNumbers } from './questions-shop.ts'

const NOW = new Date('2025-03-12T20:00:00Z')
/** The newest order of the running month. */
const REACHED = '2025-03-12 10:00:00'
/** A month without orders, so that whole compared periods are empty. */
const EMPTY = '2023-05'
const DAYS = daysIn({ from: '2019-11-01', to: '2025-03-12' }).filter((day) => !day.startsWith(EMPTY))
/** Each day has an order at this time. */
const TIME = '10:00:00'
/** A different amount on each day, so that no two sums of days are equal by chance. */
const amountOf = (day: string) => {
  const index = DAYS.indexOf(day)
  return index < 0 ? 0 : 1000 + ((index * 7919) % 9973)
}

interface Period {
  readonly from: string
  readonly to: string
}

function randomPeriod(random: Random): Period {
  const first = random.below(DAYS.length)
  const length = random.one([1, 3, 7, 12, 31, 60, 120, 366, 400])
  const from = DAYS[first] ?? ''
  const to = DAYS[Math.min(DAYS.length - 1, first + random.below(length))] ?? ''
  const lastOf = (month: string) =>
    new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).toISOString().slice(0, 10)
  return random.next() < 0.5 ? { from, to } : { from: `${from.slice(0, 7)}-01`, to: lastOf(to) }
}

/** Periods in which the calendars of two years differ. */
const EDGES: readonly Period[] = [
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2024-02-26', to: '2024-03-03' },
  { from: '2024-02-29', to: '2024-02-29' },
  { from: '2025-02-26', to: '2025-03-03' },
  { from: '2024-12-30', to: '2025-01-05' },
  { from: '2025-03-01', to: '2025-03-31' },
  { from: '2025-03-05', to: '2025-03-20' },
  { from: '2020-12-28', to: '2021-01-03' },
  { from: '2020-12-21', to: '2021-01-10' },
  { from: '2023-06-01', to: '2023-06-30' },
  { from: '2024-05-06', to: '2024-05-12' },
]

/** Ends of months and years, week 53, a 29 February, days of another date in other zones, and a month after an empty one. */
const MOMENTS = [
  '2024-02-29T15:00:00Z',
  '2025-01-01T02:30:00Z',
  '2021-01-03T23:30:00Z',
  '2021-01-04T13:00:00Z',
  '2024-12-31T12:00:00Z',
  '2023-06-15T18:00:00Z',
  '2024-03-31T08:15:00Z',
  '2025-03-01T11:00:00Z',
]

const randomMoments = (random: Random, count: number): string[] =>
  Array.from({ length: count }, () => {
    const [hour, minute] = [random.below(24), random.below(60)].map((part) => String(part).padStart(2, '0'))
    return `${random.one(daysIn({ from: '2020-03-01', to: '2025-03-11' }))}T${hour}:${minute}:00Z`
  })

/** 'YYYY-MM-DD HH:MM:59' of a moment in a zone. */
const wallClockOf = (moment: Date, timeZone: string): string =>
  `${moment.toLocaleString('sv-SE', { timeZone }).slice(0, 16)}:59`

/** The newest order of the running month; now if there is none, or none of the period. */
function reachedAt(clock: string, first: string): string {
  const orders = DAYS.map((day) => `${day} ${TIME}`)
  const newest = orders.filter((time) => time.startsWith(clock.slice(0, 7)) && time <= clock).at(-1)
  return newest !== undefined && newest >= first ? newest : clock
}

/** In its last hour a period counts as whole, unless the comparison says the same days. */
const isCut = (compare: QuestionComparison, { to }: Period, clock: string) =>
  compare.startsWith('same_days') || clock < `${to} 23:00`

/** The days of relative periods, counted one by one. */
function relativeDays(today: string): Record<string, Period> {
  const back = (count: number, day = today) => {
    const date = new Date(`${day}T12:00:00Z`)
    date.setUTCDate(date.getUTCDate() - count)
    return date.toISOString().slice(0, 10)
  }
  const sinceMonday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  const monday = back(sinceMonday)
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))]
  /** Months counted from January of the year, as `Date` counts them. */
  const months = (first: number, last: number): Period => ({
    from: new Date(Date.UTC(year, first, 1)).toISOString().slice(0, 10),
    to: new Date(Date.UTC(year, last + 1, 0)).toISOString().slice(0, 10),
  })
  const quarter = 3 * Math.floor((month - 1) / 3)
  return {
    today: { from: today, to: today },
    yesterday: { from: back(1), to: back(1) },
    this_week: { from: monday, to: back(-6, monday) },
    last_week: { from: back(7, monday), to: back(1, monday) },
    last_7_days: { from: back(7), to: back(1) },
    last_28_days: { from: back(28), to: back(1) },
    last_90_days: { from: back(90), to: back(1) },
    this_month: months(month - 1, month - 1),
    last_month: months(month - 2, month - 2),
    last_3_months: months(month - 3, month - 1),
    last_12_months: months(month - 12, month - 1),
    last_24_months: months(month - 24, month - 1),
    this_quarter: months(quarter, quarter + 2),
    this_year: months(0, 11),
  }
}

interface Row {
  readonly time: string
  readonly value: number
  readonly compared: number | null
  readonly difference: number | null
  readonly change: number | null
}

const sumOf = ({ from, to, until = null }: Period & { readonly until?: string | null }) =>
  daysIn({ from, to })
    .filter((day) => until === null || `${day} ${TIME}` <= until)
    .reduce((sum, day) => sum + amountOf(day), 0)

function modelRows(
  grain: TimeGrain,
  compare: QuestionComparison,
  now: Period,
  before: Period | null,
  until: string | null,
  reached: string,
) {
  if (!before) return new Map<string, Period | null>()
  return comparedDays(
    grain,
    compare,
    { ...now, until: null },
    { ...before, until },
    until === null ? null : reached,
  )
}

describeOneEngine('steps of time', (engine) => {
  let store: Store
  let app: TestApp
  beforeAll(async () => {
    // Both engines answer alike in test/questions.test.ts.
    store = await engine.open()
    await store.transaction((tx) =>
      writeOrders(
        tx,
        DAYS.map((day, index) =>
          orderFacts({ id: index + 1, at: `${day} ${TIME}`, distributor: '1', net: amountOf(day) }),
        ),
      ),
    )
    await rebuildDirtyMonths(store)
    app = await testApp(store, { now: () => NOW })
  })
  afterAll(() => app.close())

  async function asked(
    grain: TimeGrain,
    compare: QuestionComparison,
    period: Period | string,
    from: TestApp = app,
  ) {
    const days = typeof period === 'string' ? `period=${period}` : `from=${period.from}&to=${period.to}`
    const query = `measures=net_sale&grain=${grain}&${days}&compare=${compare}`
    const response = await from.get(`/api/questions/answer?${query}`, 'superAdmin')
    expect([response.statusCode, query]).toEqual([200, query])
    const { data, meta } = response.json()
    const rows = data.map((row: Record<string, string | number | null>) => ({
      time: row[grain],
      value: row.net_sale,
      compared: row.net_sale_compared,
      difference: row.net_sale_difference,
      change: row.net_sale_change,
    })) as Row[]
    return { query, rows, meta }
  }

  /** `name`: of a relative period, with its days. */
  async function check(
    grain: TimeGrain,
    compare: QuestionComparison,
    period: Period,
    reached = REACHED,
    name?: string,
    from: TestApp = app,
  ) {
    const { query, rows, meta } = await asked(grain, compare, name ?? period, from)
    expect([query, meta.period]).toEqual([query, { ...period, until: null }])
    const before = meta.compared_period as (Period & { until: string | null }) | null
    const pairs = modelRows(grain, compare, period, before, before?.until ?? null, reached)
    expect([query, meta.partial]).toEqual([query, partialOf(grain, period)])
    const steps = comparedDays(grain, 'none', { ...period, until: null }, { ...period, until: null }, null)
    const newest = DAYS.findLast((day) => day <= (meta.as_of ?? period.to)) ?? ''
    /** Days that were not read, or that have begun and have nothing yet, fell by nothing; test/calendars.test.ts has the rule. */
    const isUnread = (time: string, value: number) => {
      const end = steps.get(time)?.to ?? period.to
      if (meta.cut_after) return end > meta.cut_after
      return value === 0 && (!meta.has_orders || (meta.as_of !== null && end >= newest))
    }
    const wanted = rows.map(({ time, value }) => {
      const days = pairs.get(time)
      const compared = days ? sumOf(days) : null
      return {
        ...{ time, value, compared },
        difference: compared === null ? null : value - compared,
        change: compared === null || isUnread(time, value) ? null : percentOf(value, compared),
      }
    })
    expect([query, rows]).toEqual([query, wanted])
    const inside = new Set(
      [...comparedDays(grain, 'none', { ...period, until: null }, { ...period, until: null }, null)].map(
        ([key]) => key,
      ),
    )
    expect([query, rows.filter(({ time }) => !inside.has(time))]).toEqual([query, []])
    expect([query, meta.totals.net_sale_compared]).toEqual([query, before && sumOf(before)])
    expect([query, meta.totals.net_sale]).toEqual([query, sumOf(period)])
    const withData = [...inside].filter((time) => rows.some((row) => row.time === time)).length
    expect(withData).toBe(rows.length)
    return { meta }
  }

  test('of relative periods hold the days of the calendar, and are compared as far as they have come', {
    timeout: 600_000,
  }, async () => {
    const random = randomNumbers(53)
    const zones = ['America/Argentina/Buenos_Aires', 'Pacific/Auckland', 'America/Los_Angeles']
    for (const [index, moment] of [...MOMENTS, ...randomMoments(random, NIGHTLY ? 200 : 8)].entries())
      for (const [at, timeZone] of zones.entries()) {
        // Zones matter where the day changes: one of them for most moments.
        if (!NIGHTLY && at !== index % zones.length && index >= zones.length) continue
        const instant = new Date(moment)
        const seen = await testApp(store, { timeZone, now: () => instant })
        const clock = wallClockOf(instant, timeZone)
        for (const [name, days] of Object.entries(relativeDays(clock.slice(0, 10)))) {
          const today = clock.slice(0, 10)
          const isRunning = days.from <= today && today <= days.to
          const reached = reachedAt(clock, days.from)
          const compare = random.one(compares)
          const grain = random.one(grains)
          const { meta } = await check(grain, compare, days, reached, name, seen)
          const words = [name, timeZone, moment, compare].join(' ')
          const isOpen = isRunning && clock < `${days.to} 23:00`
          expect([words, meta.as_of]).toEqual([words, isOpen ? today : null])
          expect([words, meta.compared_period?.until != null]).toEqual([
            words,
            meta.compared_period !== null && isRunning && isCut(compare, days, clock),
          ])
        }
        await seen.server.close()
      }
  })

  test('of a week are compared with the week 52 weeks before, whatever its number', async () => {
    const { meta } = await asked('week', 'year', { from: '2020-12-28', to: '2021-01-03' })
    expect(meta.compared_period).toEqual({ from: '2019-12-30', to: '2020-01-05', until: null })
    const seen = await testApp(store, { now: () => new Date('2021-01-05T12:00:00Z') })
    const last = await asked('week', 'year', 'last_week', seen)
    await seen.server.close()
    const before = sumOf({ from: '2019-12-30', to: '2020-01-05' })
    expect(last.rows.map(({ time, compared }) => [time, compared])).toEqual([['2020-12-28', before]])
    expect(last.meta.totals.net_sale_compared).toBe(before)
  })

  const compares = (Object.keys(QUESTION_COMPARISONS) as QuestionComparison[]).filter((key) => key !== 'none')
  const grains: TimeGrain[] = ['day', 'week', 'month']

  test('are compared with those of the calendar', { timeout: 600_000 }, async () => {
    const random = randomNumbers(366)
    const periods = [...EDGES, ...Array.from({ length: NIGHTLY ? 400 : 25 }, () => randomPeriod(random))]
    for (const [index, period] of periods.entries())
      for (const compare of compares) {
        const own = index < EDGES.length ? grains : [random.one(grains)]
        for (const grain of own) await check(grain, compare, period)
      }
  })

  test('have no counterpart on a 29 February, and no row outside the period', async () => {
    const year = await asked('day', 'year', { from: '2024-02-28', to: '2024-03-01' })
    expect(year.rows.map(({ time, compared }) => [time, compared])).toEqual([
      ['2024-02-28', amountOf('2023-02-28')],
      ['2024-02-29', null],
      ['2024-03-01', amountOf('2023-03-01')],
    ])
    const after = await asked('day', 'year', { from: '2025-02-26', to: '2025-03-03' })
    expect(after.rows.map(({ time }) => time)).toEqual(daysIn({ from: '2025-02-26', to: '2025-03-03' }))
    const alone = await asked('day', 'year', { from: '2024-02-29', to: '2024-02-29' })
    expect([alone.meta.compared_period, alone.meta.totals.net_sale_change]).toEqual([null, null])
  })

  test('of weeks are compared with the week 52 weeks before, and cut ones are named by their Monday', async () => {
    const { rows, meta } = await asked('week', 'year', { from: '2024-10-01', to: '2024-10-31' })
    expect(meta.partial).toEqual(['2024-09-30', '2024-10-28'])
    expect(rows.map(({ time, compared }) => [time, compared])).toEqual([
      ['2024-09-30', null],
      ['2024-10-07', sumOf({ from: '2023-10-09', to: '2023-10-15' })],
      ['2024-10-14', sumOf({ from: '2023-10-16', to: '2023-10-22' })],
      ['2024-10-21', sumOf({ from: '2023-10-23', to: '2023-10-29' })],
      ['2024-10-28', null],
    ])
  })

  test('of a period that has not begun are compared with nothing', async () => {
    for (const compare of compares) {
      const { rows, meta } = await asked('month', compare, { from: '2025-04-01', to: '2025-04-30' })
      expect([rows, meta.compared_period]).toEqual([[], null])
      expect(meta.totals).toEqual({
        ...{ net_sale: 0, net_sale_compared: null, net_sale_difference: null, net_sale_change: null },
      })
    }
  })

  test('a Resto completes both totals', async () => {
    const query = 'measures=net_sale&grain=day&from=2025-02-26&to=2025-03-03&compare=year&limit=2'
    const { data, meta } = (await app.get(`/api/questions/answer?${query}`, 'superAdmin')).json()
    const shown = data.map((row: { net_sale_compared: number }) => row.net_sale_compared)
    expect(shown).toHaveLength(2)
    expect(meta.rest.net_sale_compared + shown[0] + shown[1]).toBe(
      sumOf({ from: '2024-02-26', to: '2024-03-03' }),
    )
  })
})

/** In whole numbers, half away from zero. */
function percentOf(value: number, compared: number): number | null {
  if (compared === 0) return null
  const [size, under] = [BigInt(Math.abs(value - compared)) * 10_000n, BigInt(compared)]
  return (Math.sign(value - compared) * Number((2n * size + under) / (2n * under))) / 100
}
