// The result or forecast of a month, from what was known on a day. docs/decisions/forecast.md explains the method.
import { setImmediate } from 'node:timers/promises'
import type { DataOf } from '#contract/endpoint.ts'
import type { goalForecast } from '#contract/goals/calls.ts'
import { decimalsOf, type GoalDimension } from '#contract/goals/scopes.ts'
import { addDays, type Month, monthBounds } from '#contract/month.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { sumOf } from './course.ts'
import { type Outlook, outlookOf, type Span, usualOf } from './outlook.ts'
import { type Range, rangeOf, TRIED_DAYS, type Trial, trialsOf, widthOf, withRanges } from './past.ts'
import {
  completedShare,
  type DaySeries,
  growsFromPreparation,
  PREPARATION_DAYS,
  type Reading,
  readSeries,
  type Wanted,
} from './read-series.ts'
import { goalsOfMonth } from './stored-goals.ts'

export interface ForecastAsk {
  readonly measure: MeasureKey
  readonly by: GoalDimension
  readonly month: Month
  /** The forecast uses what was known on this day, at most today. */
  readonly asOf: string
}

export interface ForecastOptions extends Reading {
  /** On the shop's clock, 'YYYY-MM-DD HH:MM:SS'. */
  readonly now: string
  /** First month with data. */
  readonly firstMonth: Month
}

export type Forecast = DataOf<typeof goalForecast>

/** Forecasts by key; `keys`: '' for the whole. */
export async function forecastsOf(ask: ForecastAsk, keys: readonly string[], options: ForecastOptions) {
  const { measure, by, month, asOf } = ask
  const goals = await goalsOfMonth(options.store, { measure, by, month }, options.scope)
  const wanted: Wanted = { measure, by, month, until: lastKnownDay(ask), firstMonth: options.firstMonth }
  const today = options.now.slice(0, 10)
  const isRecent = growsFromPreparation(measure) && asOf >= addDays(today, -PREPARATION_DAYS)
  const share = isRecent ? await completedShare(wanted, options) : 0
  const series = await readSeries(wanted, keys, share, options)
  const forecasts = new Map<string, Forecast>()
  for (const [key, each] of series) {
    forecasts.set(key, forecastOf(ask, each, goals.get(key) ?? null, options))
    // A hundred forecasts take a while, so other calls run in between.
    await setImmediate()
  }
  return forecasts
}

/** Forecasts by key, of every goal of the month or of a single value. */
export async function goalForecasts(
  ask: ForecastAsk,
  options: ForecastOptions,
  only?: string,
): Promise<Map<string, Forecast>> {
  const goals = await goalsOfMonth(options.store, ask, options.scope)
  const keys = [...goals.keys()].filter((key) => only === undefined || key === only).sort()
  return keys.length === 0 ? new Map() : forecastsOf(ask, keys, options)
}

const lastKnownDay = ({ month, asOf }: ForecastAsk) => {
  const { to_date } = monthBounds(month)
  return asOf < to_date ? asOf : to_date
}

const TRIED_MONTHS = 12

function forecastOf(
  ask: ForecastAsk,
  series: DaySeries,
  goal: number | null,
  options: ForecastOptions,
): Forecast {
  const { calendar, values } = series
  const monthStart = calendar.days.indexOf(`${ask.month}-01`)
  const first = Math.max(monthStart, series.opens)
  const end = calendar.days.length
  const last = calendar.days.indexOf(lastKnownDay(ask))
  const round = rounder(ask.measure)
  const tried = trialsOf(series, first, TRIED_MONTHS)
  const past_errors = pastErrors(withRanges(tried))
  // Days of the month before the first order say nothing about those after it.
  const usual = usualOf(series, first > monthStart ? 0 : first)
  if (last < monthStart || last < series.opens) {
    const outlook = outlookOf(series, { first, known: first, end }, usual)
    const span = { first, known: first, end, last, monthStart }
    const course = courseOf(
      series,
      outlook.weights,
      span,
      { rest: outlook.rest, forecast: outlook.rest, target: goal ?? outlook.rest, range: null },
      round,
    )
    const days_left = end - monthStart
    const needed_per_day = neededPerDay(goal, 0, days_left, round)
    return { ...UNBEGUN, goal, days_left, needed_per_day, course, past_errors }
  }
  const today = options.now.slice(0, 10)
  const isRunning = calendar.days[last] === today
  // A running day says little, but all there is about a shop that opened on it.
  const known = isRunning && last > series.opens ? last : last + 1
  const outlook = outlookOf(series, { first, known, end }, usual)
  const running = known === last ? runningDay(outlook, values, { first, known, end }) : NO_DAY
  const soFar = sumOf(series.completed, first, last + 1)
  const reached = sumOf(values, first, known)
  const rest = { ...outlook, rest: outlook.rest + running.above }
  const forecast = reached + rest.rest
  const range = withLeast(rangeOf(reached, rest, widthOf(tried)), Math.min(soFar, forecast))
  const preparing = sumOf(series.preparing, first, last + 1)
  const target = goal ?? forecast
  return {
    so_far: round(soFar),
    in_preparation: round(preparing),
    // As far from what is reached as the forecast is from the target, so that both say the same.
    expected_by_now: round(
      last === end - 1 && !isRunning ? target : Math.max(0, soFar + preparing - forecast + target),
    ),
    forecast: round(forecast),
    low: round(range.low),
    high: round(range.high),
    goal,
    days_left: end - 1 - last,
    needed_per_day: neededPerDay(goal, soFar + preparing, end - 1 - last, round),
    course: courseOf(
      series,
      outlook.weights,
      { first, known, end, last, monthStart },
      { rest: rest.rest, forecast, target, range },
      round,
    ),
    past_errors,
  }
}

const UNBEGUN = { so_far: 0, in_preparation: 0, expected_by_now: 0, forecast: null, low: null, high: null }
const NO_DAY = { above: 0 }

/** What is sold on the running day is certain. */
const withLeast = (range: Range, least: number): Range => ({ ...range, low: Math.max(range.low, least) })

type Round = (value: number) => number

const rounder = (measure: MeasureKey): Round => {
  const factor = 10 ** decimalsOf(measure)
  return (value) => Math.round(value * factor) / factor
}

const neededPerDay = (goal: number | null, reached: number, days: number, round: Round) =>
  goal === null || days === 0 ? null : round(Math.max(0, goal - reached) / days)

/** By how much the sales of the running day already exceed those usual for the whole day. */
function runningDay({ rest, weights }: Outlook, values: Float64Array, { known, end }: Span) {
  const left = sumOf(weights, known, end)
  const usual = left > 0 ? (rest * weights[known]!) / left : 0
  return { above: Math.max(0, values[known]! - usual) }
}

interface Shown extends Span {
  readonly last: number
  /** The first of the month, also where the first order came later. */
  readonly monthStart: number
}

interface Ends {
  /** What the rest of the month adds from the first unknown day on. */
  readonly rest: number
  readonly forecast: number
  /** The goal, or without one the forecast. */
  readonly target: number
  /** Null before the month begins. */
  readonly range: { readonly low: number; readonly high: number } | null
}

/**
 * One curve: the weights of the days that are left lead from today's point to the forecast, and the usual course to its target.
 */
function courseOf(
  { calendar, completed }: DaySeries,
  weights: Float64Array,
  { first, known, end, last, monthStart }: Shown,
  { rest, forecast, target, range }: Ends,
  round: Round,
): Forecast['course'] {
  const share = (from: number, at: number, to: number) =>
    sumOf(weights, from, at + 1) / Math.max(sumOf(weights, from, to), Number.MIN_VALUE)
  const reached = sumOf(completed, first, last + 1)
  // Where the usual course is when the unknown days begin.
  const turn = known > first ? Math.max(0, target - rest) : 0
  const usualAt = (at: number) => {
    if (at < first) return 0
    return at < known ? turn * share(first, at, known) : turn + (target - turn) * share(known, at, end)
  }
  const aheadAt = (at: number) => {
    if (at < last || range === null || last === end - 1) return { forecast: null, low: null, high: null }
    const passed = at === last ? 0 : share(last + 1, at, end)
    const expected = reached + (forecast - reached) * passed
    // Errors add up like independent ones: half way through the rest, the range has more than half its width.
    const width = Math.sqrt(passed)
    const low = Math.max(Math.min(reached, expected), expected - (forecast - range.low) * width)
    const high = expected + (range.high - forecast) * width
    return { forecast: round(expected), low: round(low), high: round(high) }
  }
  return calendar.days.slice(monthStart, end).map((day, index) => {
    const at = monthStart + index
    const actual = at <= last ? round(sumOf(completed, first, at + 1)) : null
    return { day, actual, usual: round(usualAt(at)), holiday: calendar.nameOf(day) ?? null, ...aheadAt(at) }
  })
}

function pastErrors(trials: readonly Trial[]): Forecast['past_errors'] {
  return TRIED_DAYS.flatMap((day) => {
    const ofDay = trials.filter((trial) => trial.day === day)
    const total = (value: (trial: Trial) => number) => ofDay.reduce((sum, trial) => sum + value(trial), 0)
    const reached = total(({ actual }) => Math.abs(actual))
    if (reached === 0) return []
    const percent = (value: number) => Math.round((value / reached) * 1000) / 10
    const inside = total(({ low, high, actual }) => (low <= actual && actual <= high ? 1 : 0))
    return {
      day,
      months: ofDay.length,
      error: percent(total(({ forecast, actual }) => Math.abs(forecast - actual))),
      straight_line: percent(total(({ straightLine, actual }) => Math.abs(straightLine - actual))),
      inside: Math.round((inside / ofDay.length) * 1000) / 10,
    }
  })
}
