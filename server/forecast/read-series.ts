// Reads days of the past through questions, as series for the forecast.
import { LRUCache } from 'lru-cache'
import type { GoalDimension } from '#contract/goals/scopes.ts'
import { addDays, addMonths, type Month, monthBounds, monthOf } from '#contract/month.ts'
import { type MeasureKey, measureOf } from '#contract/questions/measures.ts'
import type { Filter } from '#contract/questions/question.ts'
import { PREPARING_STATUSES } from '#contract/statuses.ts'
import { type AnswerRow, rowsOver, totalsOver } from '#server/figures/answer.ts'
import type { Scope } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import { correctionsOf } from './corrections.ts'
import { type Calendar, calendarOf } from './days.ts'
import type { Series } from './outlook.ts'
import type { Correction } from './special-days.ts'

export interface Reading {
  readonly store: Reads
  readonly scope: Scope
}

export interface Wanted {
  readonly measure: MeasureKey
  readonly by: GoalDimension
  readonly month: Month
  /** Last day that is read. */
  readonly until: string
  /** First month with data. */
  readonly firstMonth: Month
}

export interface DaySeries extends Series {
  /** Completed orders only, without the expected part of those in preparation. */
  readonly completed: Float64Array
  /** Orders in preparation in full, as every screen shows them. */
  readonly preparing: Float64Array
  /** The day of the first order; the days before say nothing about a usual one. */
  readonly opens: number
}

const HISTORY_MONTHS = 36
/** Shorter for measures of lines, which are read from rows. */
const LINE_HISTORY_MONTHS = 25
/** Values per question, so that no answer grows too large. */
const CHUNK = 100

export function historyStart({ by, month, firstMonth }: Pick<Wanted, 'by' | 'month' | 'firstMonth'>): Month {
  const isByLine = by === 'business' || by === 'segment'
  const earliest = addMonths(month, -(isByLine ? LINE_HISTORY_MONTHS : HISTORY_MONTHS))
  if (firstMonth > month) return month
  return firstMonth > earliest ? firstMonth : earliest
}

/** Orders that have been in preparation for this long will not be completed. */
export const PREPARATION_DAYS = 45

/** `keys`: values of the dimension, '' for the whole. Values count orders in preparation with the factor `share`. */
export async function readSeries(wanted: Wanted, keys: readonly string[], share: number, reading: Reading) {
  const series = new Map<string, DaySeries>()
  const corrections = await correctionsOf(reading.store)
  for (let from = 0; from < keys.length; from += CHUNK) {
    const chunk = keys.slice(from, from + CHUNK)
    const [rows, preparing] = await Promise.all([
      dayRows(wanted, chunk, historyStart(wanted), [], reading),
      growsFromPreparation(wanted.measure) ? preparingRows(wanted, chunk, reading) : [],
    ])
    const [own, more] = [byKey(rows), byKey(preparing)]
    for (const key of chunk)
      series.set(key, seriesOf(wanted, own.get(key) ?? [], more.get(key) ?? [], share, corrections))
  }
  return series
}

const byKey = (rows: readonly AnswerRow[]) => Map.groupBy(rows, ({ keys: [key = ''] }) => key)

const preparingRows = (wanted: Wanted, keys: readonly string[], reading: Reading) => {
  const first = monthOf(addDays(wanted.until, -PREPARATION_DAYS))
  const from = first > historyStart(wanted) ? first : historyStart(wanted)
  return dayRows(
    wanted,
    keys,
    from,
    [{ dimension: 'status', isExcluded: false, values: PREPARING_STATUSES }],
    reading,
  )
}

async function dayRows(
  { measure, by, until }: Wanted,
  keys: readonly string[],
  from: Month,
  where: readonly Filter[],
  reading: Reading,
): Promise<AnswerRow[]> {
  const count = measureOf(measure).countedBy
  const split =
    by === 'all'
      ? { where }
      : { by: [by], where: [...where, { dimension: by, isExcluded: false, values: keys }] }
  const question = { measures: count ? [measure, count] : [measure], grain: 'day' as const, ...split }
  return rowsOver({ from: monthBounds(from).from_date, to: until }, question, reading)
}

/** Making one takes longer than a forecast by it. */
const calendars = new LRUCache<string, Calendar>({ max: 100 })

function calendarBetween(from: string, to: string, corrections: readonly Correction[]): Calendar {
  const key = JSON.stringify([from, to, corrections])
  const calendar = calendars.get(key) ?? calendarOf(from, to, corrections)
  calendars.set(key, calendar)
  return calendar
}

function seriesOf(
  wanted: Wanted,
  rows: readonly AnswerRow[],
  preparing: readonly AnswerRow[],
  share: number,
  corrections: readonly Correction[],
): DaySeries {
  const { measure, month } = wanted
  const { from_date, to_date } = monthBounds(month)
  const days = [...rows, ...preparing].map(({ time }) => time ?? '')
  const opened = days.reduce((one, day) => (day < one ? day : one), to_date)
  // The asked month is whole, also where it is the first one.
  const start = opened < from_date ? opened : from_date
  const calendar = calendarBetween(start, to_date, corrections)
  const at = new Map(calendar.days.map((day, index) => [day, index]))
  const column = (key: MeasureKey, from: readonly AnswerRow[], factor: number) => {
    const values = new Float64Array(calendar.days.length)
    for (const { time, values: row } of from) {
      const index = at.get(time ?? '')
      if (index !== undefined) values[index]! += factor * (row[key] ?? 0)
    }
    return values
  }
  const withPreparing = (key: MeasureKey) => {
    const expected = column(key, preparing, share)
    return column(key, rows, 1).map((value, index) => value + expected[index]!)
  }
  const count = measureOf(measure).countedBy
  const values = withPreparing(measure)
  return {
    calendar,
    values,
    counts: count ? withPreparing(count) : values,
    completed: column(measure, rows, 1),
    preparing: column(measure, preparing, 1),
    opens: days.length > 0 ? calendar.days.indexOf(opened) : 0,
  }
}

/** True for measures of completed orders, to which orders in preparation will add. */
export const growsFromPreparation = (measure: MeasureKey): boolean =>
  measureOf(measure).statuses?.join() === 'wc-completed'

/** Share of orders that were completed, not cancelled, in earlier months. */
export async function completedShare({ month, firstMonth }: Wanted, reading: Reading) {
  const from = addMonths(month, -7) > firstMonth ? addMonths(month, -7) : firstMonth
  const period = { from: monthBounds(from).from_date, to: monthBounds(addMonths(month, -2)).to_date }
  if (period.to < period.from) return 1
  const totals = await totalsOver(period, { measures: ['cancel_rate'] }, reading)
  return 1 - (totals.cancel_rate ?? 0) / 100
}
