// Errors of forecasts of past months, and the range that follows from them.
import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { sumOf } from './course.ts'
import { type Outlook, outlookOf, type Series, usualOf } from './outlook.ts'

export const TRIED_DAYS = [5, 10, 15, 20, 25] as const
/** Number of months that the spread of the model counts for, beside measured errors. */
const ASSUMED_MONTHS = 2
const LARGEST_ERROR = 3
/** Number of earlier months that a tested month needs. */
const LEAST_MONTHS = 3

/** A forecast of a past month, made from what was known on its day. */
export interface Trial {
  readonly month: string
  readonly day: number
  readonly forecast: number
  readonly low: number
  readonly high: number
  readonly actual: number
  /** The straight line: sales so far per day so far, times the days of the month. */
  readonly straightLine: number
}

export interface Range {
  readonly low: number
  readonly high: number
}

interface Tried extends Omit<Trial, 'low' | 'high'> {
  readonly outlook: Pick<Outlook, 'rest' | 'spread' | 'each'>
  readonly soFar: number
}

/** Tested months by the days they were tested on: every order repeats the forecasts, and changes few past months. */
const triedMonths = new LRUCache<string, readonly Tried[]>({ max: 6000 })

/** The last `count` months before the day `before`, each on the days of `TRIED_DAYS`, oldest first. */
export function trialsOf(
  series: Series,
  before: number,
  count: number,
  days: readonly number[] = TRIED_DAYS,
): Tried[] {
  const starts = series.calendar.days.flatMap((day, at) => (day.endsWith('-01') && at <= before ? [at] : []))
  return starts
    .slice(LEAST_MONTHS, -1)
    .slice(-count)
    .flatMap((first) => {
      const span = { first, end: starts[starts.indexOf(first) + 1] ?? before }
      const key = keyOf(series, span.end, [first, ...days])
      const trials = triedMonths.get(key) ?? monthTrials(series, span, days)
      triedMonths.set(key, trials)
      return trials
    })
}

function keyOf({ calendar, values, counts }: Series, end: number, about: readonly number[]): string {
  const hash = createHash('sha1').update([calendar.days[0], end, values === counts, ...about].join())
  for (const each of [values, counts, calendar.special, calendar.guess]) hash.update(each.subarray(0, end))
  return hash.digest('base64')
}

function monthTrials(
  series: Series,
  { first, end }: { readonly first: number; readonly end: number },
  days: readonly number[],
): Tried[] {
  const usual = usualOf(series, first)
  return days.map((day) => {
    const known = first + day
    const soFar = sumOf(series.values, first, known)
    const { rest, spread, each } = outlookOf(series, { first, known, end }, usual)
    return {
      month: series.calendar.days[first]!.slice(0, 7),
      day,
      outlook: { rest, spread, each },
      soFar,
      forecast: soFar + rest,
      actual: sumOf(series.values, first, end),
      straightLine: (soFar / day) * (end - first),
    }
  })
}

/**
 * Half the width of a range that holds 80 % of the months, in units of the spread: the ratio of past errors to their spread, and
 * larger if few months were tested. Errors of one month are correlated, so the degrees of freedom are months, not days.
 */
export function widthOf(trials: readonly Tried[]): number {
  const months = ASSUMED_MONTHS + new Set(trials.map(({ month }) => month)).size
  const assumed = ASSUMED_MONTHS * TRIED_DAYS.length
  const squares = trials.map(({ outlook, actual, soFar }) => {
    const error = Math.log(shifted(Math.max(0, actual - soFar), outlook) / shifted(outlook.rest, outlook))
    return Math.min(LARGEST_ERROR, Math.abs(error) / Math.max(outlook.spread, Number.EPSILON)) ** 2
  })
  const error = (squares.reduce((one, other) => one + other, 0) + assumed) / (squares.length + assumed)
  return quantile(months) * Math.sqrt(error)
}

/** The 90 % quantile of Student's t, by the Cornish–Fisher expansion: within 0.4 % from two degrees of freedom on. */
const quantile = (freedom: number) => 1.2816 + 0.8466 / freedom + 0.571 / freedom ** 2 + 0.2586 / freedom ** 3

/** Adds half a count, so that a rest of zero has a logarithm. */
const shifted = (rest: number, { each }: Pick<Outlook, 'each'>) =>
  Math.max(rest, 0) + Math.max(each / 2, Number.EPSILON)

/**
 * The most that the rest may add. Of a few orders the logarithm spreads ever wider while the days run out, which amounts do not:
 * the second-order expansion, and at least the spread of counts that are independent.
 */
function mostOf({ rest, spread, each }: Pick<Outlook, 'rest' | 'spread' | 'each'>, width: number): number {
  const relative = width * spread
  return Math.max(rest * (1 + relative + relative ** 2 / 2), rest + width * Math.sqrt(rest * each))
}

/** The range that the month will end in with a probability of 80 %. */
export function rangeOf(
  soFar: number,
  outlook: Pick<Outlook, 'rest' | 'spread' | 'each'>,
  width: number,
): Range {
  const factor = Math.exp(width * outlook.spread)
  const base = shifted(outlook.rest, outlook)
  const half = base - Math.max(outlook.rest, 0)
  if (outlook.rest <= 0) return { low: soFar, high: soFar }
  const high = Math.min(base * factor - half, mostOf(outlook, width))
  return { low: soFar + Math.max(0, base / factor - half), high: soFar + high }
}

/** Each tested month with the range that followed from the months before it. */
export function withRanges(tried: readonly Tried[]): Trial[] {
  return tried.map(({ outlook, soFar, ...trial }) => {
    const width = widthOf(tried.filter(({ month }) => month < trial.month))
    return { ...trial, ...rangeOf(soFar, outlook, width) }
  })
}
