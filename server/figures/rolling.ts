// A measure over every window of so many days: each part is read once, by day, for all windows.
import { entryOf } from '#contract/entry.ts'
import { addDays, monthBounds, monthOf, monthRange } from '#contract/month.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { type Days, PLAIN_QUESTION, type Question } from '#contract/questions/question.ts'
import { pacer } from '#server/store/pace.ts'
import type { Row } from '#server/store/store.ts'
import { type AnswerOptions, partsOf, readPart, TooManyRows } from './answer.ts'
import { measureValue, sumKey } from './catalogue.ts'
import { keyColumn, MAX_ROWS, type PartQuery, TIME_COLUMN } from './part-query.ts'
import { COUNTED, countChanges } from './rolling-source.ts'
import { stepIndex } from './time-steps.ts'

interface RollingAsk {
  readonly measure: MeasureKey
  readonly by: Question['by']
  readonly where: Question['where']
  /** Days of each window. */
  readonly over: number
  /** Days on which windows end. */
  readonly ends: readonly Days[]
}

export interface Rolling {
  /** By key; each holds the value of the window that ends on a day at the index of the day, NaN where it has none. */
  readonly values: ReadonlyMap<string, Float64Array>
  indexOf(day: string): number
}

type Reading = Pick<AnswerOptions, 'store' | 'scope'>

export async function rolling(ask: RollingAsk, reading: Reading): Promise<Rolling> {
  const spans = joined(ask.ends.map(({ from, to }) => ({ from: addDays(from, 1 - ask.over), to })))
  const first = spans[0]?.from ?? ''
  const indexOf = (day: string) => stepIndex('day', first, day)
  const length = indexOf(spans.at(-1)?.to ?? first) + 1
  const changes = changesPerDay(length)
  const pace = pacer()
  for (const { query, rows } of spans.flatMap((span) => queriesOf(ask, span, reading))) {
    const found = await rows()
    if (found.length > MAX_ROWS) throw new TooManyRows()
    for (const row of found) {
      addRow(changes, query, row, indexOf(String(row[TIME_COLUMN])), ask.over)
      await pace()
    }
  }
  const values = new Map<string, Float64Array>()
  for (const [key, sums] of changes.byKey) {
    values.set(key, valuesOf(ask.measure, sums, length))
    changes.byKey.delete(key)
    await pace(length)
  }
  return { values, indexOf }
}

/** In order, those that touch as one. */
function joined(spans: readonly Days[]): Days[] {
  const all: Days[] = []
  for (const span of [...spans].sort((one, other) => (one.from < other.from ? -1 : 1))) {
    const last = all.at(-1)
    if (!last || addDays(last.to, 1) < span.from) all.push(span)
    else if (last.to < span.to) all[all.length - 1] = { from: last.from, to: span.to }
  }
  return all
}

/** Sums add up, so they are read month by month; what counts once is counted over the whole span. */
function queriesOf(ask: RollingAsk, span: Days, reading: Reading) {
  const question = { ...PLAIN_QUESTION, measures: [ask.measure], by: ask.by, where: ask.where, period: span }
  const split = { by: ask.by, grain: 'day' } as const
  const parts = (days: Days) => partsOf(question, split, { ...days, until: null }, null, reading)
  const counted = parts(span).flatMap((query) => {
    const what = COUNTED[query.part]
    return what ? { query, rows: () => reading.store.all<Row>(countChanges(query, what, ask.over)) } : []
  })
  const added = monthRange(monthOf(span.from), monthOf(span.to)).flatMap((month) => {
    const { from_date, to_date } = monthBounds(month)
    const days = { from: later(from_date, span.from), to: earlier(to_date, span.to) }
    return parts(days)
      .filter(({ part }) => !COUNTED[part])
      .map((query) => ({ query, rows: () => readPart(query, reading) }))
  })
  return [...counted, ...added]
}

const later = (one: string, other: string) => (one > other ? one : other)
const earlier = (one: string, other: string) => (one < other ? one : other)

/** Numbers held at a time, of 8 bytes each. */
const MOST_NUMBERS = 10_000_000

/** By key and sum, in thousandths: by how much the window that ends on a day differs from that of the day before. */
function changesPerDay(length: number) {
  const byKey = new Map<string, Map<string, Float64Array>>()
  let numbers = 0
  const daysOf = (key: string, sum: string): Float64Array => {
    const sums = byKey.get(key) ?? new Map<string, Float64Array>()
    byKey.set(key, sums)
    const known = sums.get(sum)
    if (known) return known
    numbers += length
    if (numbers > MOST_NUMBERS) throw new TooManyRows()
    const days = new Float64Array(length)
    sums.set(sum, days)
    return days
  }
  return {
    byKey,
    add(key: string, sum: string, day: number, change: number) {
      if (day < length) daysOf(key, sum)[day]! += change
    },
  }
}

type Changes = ReturnType<typeof changesPerDay>

/** Rows whose sums are all 0 also make a value. */
const ROWS = 'rows'

function addRow(changes: Changes, { part, sums, by }: PartQuery, row: Row, day: number, over: number) {
  const key = by.length === 0 ? '' : String(entryOf(row, keyColumn(0)))
  const counted = COUNTED[part]
  if (counted) {
    changes.add(key, sumKey({ part, sum: counted.sum }), day, 1000 * Number(row.change))
    return
  }
  const add = (sum: string, value: number) => {
    changes.add(key, sum, day, value)
    changes.add(key, sum, day + over, -value)
  }
  for (const sum of sums) add(sumKey({ part, sum }), Math.round(Number(row[sum] ?? 0) * 1000))
  add(ROWS, 1)
}

function valuesOf(
  measure: MeasureKey,
  sums: ReadonlyMap<string, Float64Array>,
  length: number,
): Float64Array {
  const values = new Float64Array(length)
  const totals = new Map<string, number>()
  const shown = new Map<string, number>()
  for (let day = 0; day < length; day++) {
    let hasChanged = day === 0
    for (const [sum, changes] of sums) {
      const change = changes[day]!
      if (change === 0) continue
      const total = (totals.get(sum) ?? 0) + change
      totals.set(sum, total)
      shown.set(sum, total / 1000)
      hasChanged = true
    }
    const isPresent = () => [...totals.values()].some((total) => total !== 0)
    values[day] = !hasChanged
      ? values[day - 1]!
      : isPresent()
        ? (measureValue(measure, shown) ?? Number.NaN)
        : Number.NaN
  }
  return values
}
