// The rest of a month, from earlier months and its first days: counts by their usual course, amounts per count by theirs.
import { type Course, courseOf, sumOf } from './course.ts'
import type { Calendar } from './days.ts'
import { type Assumed, expectedLevel } from './level.ts'

export interface Series {
  readonly calendar: Calendar
  /** One value per day of the calendar; values after the known days are not read. */
  readonly values: Float64Array
  /** What the values are amounts of, such as orders; the values themselves if they are counts. */
  readonly counts: Float64Array
}

/** A month as a range of days: from `first` to before `end`; days before `known` are known. */
export interface Span {
  readonly first: number
  readonly known: number
  readonly end: number
}

export interface Outlook {
  /** Expected sum of the unknown days. */
  readonly rest: number
  /** Standard error of the logarithm of the rest. */
  readonly spread: number
  /** Amount per count. */
  readonly each: number
  /** Weight of each day of the calendar, relative to the level of its month. */
  readonly weights: Float64Array
}

const OF_COUNTS: Assumed = { recent: 0.35, yearly: 0.2, months: 3 }
const OF_AMOUNTS: Assumed = { recent: 0.12, yearly: 0.1, months: 3 }
/** Amounts per count above this multiple of the month's are outliers. */
const AMOUNT_CAP = 3
const ROUNDS = 3
const SMALLEST_COUNT = 0.3
const LARGEST_SPREAD = 3

/** Estimates from the days before a month; the same for each day of the month. */
export interface Usual {
  readonly course: Course
  /** Null for series of counts. */
  readonly amounts: UsualAmounts | null
}

interface UsualAmounts {
  readonly prior: ReturnType<typeof expectedLevel>
  /** Variance of the amount of one count, relative to the square of the level. */
  readonly noise: number
  /** Factor by which outliers raise the mean; at least 1. */
  readonly outliers: number
}

export const usualOf = (series: Series, first: number): Usual => ({
  course: courseOf(series.counts, first, series.calendar),
  amounts: series.values === series.counts ? null : usualAmounts(series, first),
})

/** `usual`: estimates for the same series and month, to be reused for several of its days. */
export function outlookOf(series: Series, span: Span, usual = usualOf(series, span.first)): Outlook {
  const { course, amounts } = usual
  const count = restOf(course, series.counts, span)
  const doubt = eventDoubt(course, series.calendar, span)
  const each = amounts ? perCount(series, amounts, span) : { value: 1, variance: 0, noise: 0 }
  const perRest = each.noise / Math.max(count.rest, SMALLEST_COUNT)
  return {
    rest: count.rest * each.value,
    spread: Math.min(LARGEST_SPREAD, Math.sqrt(count.variance + each.variance + perRest + doubt)),
    each: each.value,
    weights: course.weights,
  }
}

/** So that a range of 80 % reaches the month without a guessed event, and with one that is held elsewhere. */
const DOUBT = 0.7

/** Variance, relative to the square of the rest, because an event that is guessed may be held elsewhere. */
function eventDoubt({ weights, event }: Course, { guess }: Calendar, { known, end }: Span): number {
  const left = sumOf(weights, known, end)
  if (left <= 0 || event <= 1) return 0
  let [guessed, other] = [0, 0]
  for (let i = known; i < end; i++) {
    if (guess[i] === 1) guessed += weights[i]! * (1 - 1 / event)
    if (guess[i] === 2) other += weights[i]! * (event - 1)
  }
  return (DOUBT * (guessed ** 2 + other ** 2)) / left ** 2
}

/** Shrinks the level of the known days towards the expected one: the noisier the days, the more. */
function restOf({ weights, levels, cap, outliers, noise }: Course, counts: Float64Array, span: Span) {
  const { first, known, end } = span
  const [past, left] = [sumOf(weights, first, known), sumOf(weights, known, end)]
  const prior = expectedLevel([...levels], OF_COUNTS)
  const pull = prior ? noise / prior.variance : 0
  const pulled = pull * (prior?.level ?? 0)
  const days = Math.max(past + pull, Number.MIN_VALUE)
  let level = (sumOf(counts, first, known) + pulled) / days
  for (let round = 0; round < ROUNDS; round++) {
    let capped = 0
    for (let i = first; i < known; i++) capped += Math.min(counts[i]!, Math.max(1, cap * level * weights[i]!))
    level = (capped + pulled) / days
  }
  return { rest: level * outliers * left, variance: left > 0 ? noise / days + noise / left : 0 }
}

function usualAmounts(series: Series, first: number): UsualAmounts {
  const { values, counts } = series
  const { month } = series.calendar
  const levels: number[] = []
  let [squares, days, all, kept] = [1, 1, 0, 0]
  for (let from = 0, to = 0; from < first; from = to) {
    while (to < first && month[to] === month[from]) to++
    const level = cappedLevel(series, { first: from, known: to }, 0, 0)
    if (level <= 0) continue
    levels.push(level)
    for (let i = from; i < to; i++) {
      if (counts[i]! <= 0) continue
      const capped = Math.min(values[i]!, AMOUNT_CAP * level * counts[i]!) / level
      all += values[i]! / level
      kept += capped
      squares += (capped - counts[i]!) ** 2 / counts[i]!
      days++
    }
  }
  return {
    prior: expectedLevel(levels, OF_AMOUNTS),
    noise: squares / days,
    outliers: kept > 0 ? all / kept : 1,
  }
}

/** Amount per count, shrunk towards the expected one: the noisier the counts, the more. */
function perCount(series: Series, { prior, noise, outliers }: UsualAmounts, span: Span) {
  const pull = prior ? noise / prior.variance : 0
  const level = cappedLevel(series, span, pull, prior?.level ?? 0)
  const count = Math.max(sumOf(series.counts, span.first, span.known) + pull, SMALLEST_COUNT)
  return { value: level * outliers, variance: noise / count, noise }
}

function cappedLevel(
  { values, counts }: Series,
  { first, known }: Omit<Span, 'end'>,
  pull: number,
  expected: number,
): number {
  const count = sumOf(counts, first, known) + pull
  if (count <= 0) return 0
  let level = (sumOf(values, first, known) + pull * expected) / count
  for (let round = 0; round < ROUNDS; round++) {
    let capped = pull * expected
    for (let i = first; i < known; i++) capped += Math.min(values[i]!, AMOUNT_CAP * level * counts[i]!)
    level = capped / count
  }
  return level
}
