// How far forecasts of past months were off, and the range that follows from it.
import { sumOf } from './course.ts'
import { type Outlook, outlookOf, type Series } from './outlook.ts'

export const TRIED_DAYS = [5, 10, 15, 20, 25] as const
/** Months with errors that the model's own spread counts for. */
const ASSUMED_MONTHS = 2
const LARGEST_ERROR = 3
/** Months before one that is tried. */
const LEAST_MONTHS = 3

/** A forecast of a past month, made from what was known on its day. */
export interface Trial {
  readonly month: string
  readonly day: number
  readonly forecast: number
  readonly low: number
  readonly high: number
  readonly actual: number
  /** What was sold so far, for each day so far, times the days of the month. */
  readonly straightLine: number
}

export interface Range {
  readonly low: number
  readonly high: number
}

interface Tried extends Omit<Trial, 'low' | 'high'> {
  readonly outlook: Outlook
  readonly soFar: number
}

/** The last `count` months before the day `before`, each on the days of `TRIED_DAYS`, oldest first. */
export function trialsOf(
  series: Series,
  before: number,
  count: number,
  days: readonly number[] = TRIED_DAYS,
): Tried[] {
  const { calendar, values } = series
  const starts = calendar.days.flatMap((day, at) => (day.endsWith('-01') && at <= before ? [at] : []))
  return starts
    .slice(LEAST_MONTHS, -1)
    .slice(-count)
    .flatMap((first) => {
      const end = starts[starts.indexOf(first) + 1] ?? before
      return days.map((day): Tried => {
        const known = first + day
        const soFar = sumOf(values, first, known)
        const outlook = outlookOf(series, { first, known, end })
        return {
          month: calendar.days[first]!.slice(0, 7),
          day,
          outlook,
          soFar,
          forecast: soFar + outlook.rest,
          actual: sumOf(values, first, end),
          straightLine: (soFar / day) * (end - first),
        }
      })
    })
}

/**
 * Half the width of a range that holds 80 %, in spreads: how much larger past errors were than theirs, and the less months were
 * tried the more. Errors of one month move together, so that months count as degrees of freedom, not days.
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

/** 90 % of Student's t are below, by the expansion of Cornish and Fisher: within 0.4 % from two degrees of freedom on. */
const quantile = (freedom: number) => 1.2816 + 0.8466 / freedom + 0.571 / freedom ** 2 + 0.2586 / freedom ** 3

/** Half a count more, so that a rest of nothing has a logarithm. */
const shifted = (rest: number, { each }: Outlook) => Math.max(rest, 0) + Math.max(each / 2, Number.EPSILON)

/** What the month will reach with 80 % probability. */
export function rangeOf(soFar: number, outlook: Outlook, width: number): Range {
  const factor = Math.exp(width * outlook.spread)
  const base = shifted(outlook.rest, outlook)
  const half = base - Math.max(outlook.rest, 0)
  if (outlook.rest <= 0) return { low: soFar, high: soFar }
  return { low: soFar + Math.max(0, base / factor - half), high: soFar + base * factor - half }
}

/** Each month with the range that followed from the months before it. */
export function withRanges(tried: readonly Tried[]): Trial[] {
  return tried.map(({ outlook, soFar, ...trial }) => {
    const width = widthOf(tried.filter(({ month }) => month < trial.month))
    return { ...trial, ...rangeOf(soFar, outlook, width) }
  })
}
