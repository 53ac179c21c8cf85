// The usual course of days: the effect of weekday, part of the month, holidays and season on a day, and the level of each
// month without them. Depends only on the given days, so that later days change nothing.
import type { Calendar } from './days.ts'
import { SPECIAL } from './special-days.ts'

export interface Course {
  /** Weight of each day of the calendar, relative to the level of its month. */
  readonly weights: Float64Array
  /** Levels of the months of the given days, oldest first, per unit of weight, with outliers capped. */
  readonly levels: Float64Array
  /** Days above this multiple of the usual are outliers. */
  readonly cap: number
  /** Factor by which outliers raise the mean; at least 1. */
  readonly outliers: number
  /** Variance of a day of weight 1, relative to the square of its level. */
  readonly noise: number
  /** Factor of the days of a sale event. */
  readonly event: number
}

/**
 * Number of usual days by which a factor is shrunk towards 1, per unit of noise: a noisy series needs more days to show a
 * difference.
 */
const PULL = { weekday: 5, part: 300, special: 10, season: 10 } as const
const ROUNDS = 3
/** Finite, so that its product with zero is zero. */
const NO_CAP = 1e9
/** Quantile above which days are outliers, and the number of days needed to estimate it. */
const USUAL_SHARE = 0.995
const LEAST_DAYS = 28
const LEAST_CAP = 1.5
/** Days around the same day of an earlier year, and the largest multiple of its neighbours that one of them may reach. */
const REACH = 2
const ISOLATED = 4
const LEAST_NEIGHBOUR = 0.6

/** Fits the first `known` values. */
export function courseOf(values: Float64Array, known: number, calendar: Calendar): Course {
  const fit: Fit = {
    calendar,
    values: values.slice(0, known),
    capped: values.slice(0, known),
    base: new Float64Array(calendar.days.length),
    weights: new Float64Array(calendar.days.length).fill(1),
    levels: new Float64Array(0),
    noise: 1,
  }
  fit.levels = levelsOf(fit)
  let cap = NO_CAP
  let event = 1
  for (let round = 0; round < ROUNDS; round++) {
    cap = capOf(fit)
    // A single order is never an outlier.
    fit.capped = fit.values.map((value, i) => Math.min(value, Math.max(1, cap * usual(fit, i))))
    fit.base.fill(1)
    applyFactor(fit, calendar.weekday, PULL.weekday)
    applyFactor(fit, calendar.part, PULL.part)
    event = applyFactor(fit, calendar.special, PULL.special)[SPECIAL.event] ?? 1
    applySeason(fit)
    fit.levels = levelsOf(fit)
    fit.noise = noiseOf(fit)
  }
  const kept = sumOf(fit.capped)
  const { weights, levels, noise } = fit
  return { weights, levels, cap, outliers: kept > 0 ? sumOf(fit.values) / kept : 1, noise, event }
}

interface Fit {
  readonly calendar: Calendar
  readonly values: Float64Array
  /** Without outliers. */
  capped: Float64Array
  /** Weights without the time of the year. */
  readonly base: Float64Array
  readonly weights: Float64Array
  levels: Float64Array
  noise: number
}

export const sumOf = (values: Float64Array, from = 0, to = values.length): number => {
  let total = 0
  for (let i = from; i < to; i++) total += values[i]!
  return total
}

const usual = ({ weights, levels, calendar }: Fit, day: number) =>
  weights[day]! * levels[calendar.month[day]!]!

function levelsOf({ capped, weights, calendar: { month } }: Fit): Float64Array {
  const count = capped.length === 0 ? 0 : month[capped.length - 1]! + 1
  const sums = new Float64Array(count)
  const parts = new Float64Array(count)
  for (let i = 0; i < capped.length; i++) {
    sums[month[i]!]! += capped[i]!
    parts[month[i]!]! += weights[i]!
  }
  return sums.map((value, at) => (parts[at]! > 0 ? value / parts[at]! : 0))
}

function capOf(fit: Fit): number {
  const ratios: number[] = []
  for (let i = 0; i < fit.values.length; i++)
    if (usual(fit, i) > 0) ratios.push(fit.values[i]! / usual(fit, i))
  if (ratios.length < LEAST_DAYS) return NO_CAP
  ratios.sort((one, other) => one - other)
  return Math.max(LEAST_CAP, ratios[Math.floor(ratios.length * USUAL_SHARE)]!)
}

/** Multiplies the weights by the factor of each group of days, and returns the factors. */
function applyFactor(
  { base, capped, levels, noise, calendar: { month } }: Fit,
  groups: Int32Array,
  pull: number,
): Float64Array {
  const count = Math.max(...groups) + 1
  const sums = new Float64Array(count)
  const expected = new Float64Array(count)
  for (let i = 0; i < capped.length; i++) {
    sums[groups[i]!]! += capped[i]!
    expected[groups[i]!]! += base[i]! * levels[month[i]!]!
  }
  const total = sumOf(expected)
  const pulled = (pull * noise * total) / Math.max(1, capped.length)
  const factors = sums.map((sum, group) => (total > 0 ? (sum + pulled) / (expected[group]! + pulled) : 1))
  for (let i = 0; i < base.length; i++) base[i]! *= factors[groups[i]!]!
  return factors
}

/**
 * The same days of earlier years and the days around them, so that campaigns repeat. A single high day between low ones does not.
 */
function applySeason({ base, weights, values, levels, noise, calendar: { month, earlier } }: Fit): void {
  const ratio = values.map((value, i) => {
    const expected = base[i]! * levels[month[i]!]!
    return expected > 0 ? value / expected : 1
  })
  const pull = PULL.season * noise
  for (let i = 0; i < weights.length; i++) {
    let [sum, part] = [pull, pull]
    for (const days of earlier)
      for (let step = -REACH; step <= REACH; step++) {
        const at = days[i]! + step
        if (days[i]! < 0 || at < 0 || at >= ratio.length) continue
        const beside = Math.max(ratio[at - 1] ?? 0, ratio[at + 1] ?? 0, LEAST_NEIGHBOUR)
        const share = 1 / (1 + step * step)
        sum += share * Math.min(ratio[at]!, ISOLATED * beside)
        part += share
      }
    weights[i] = base[i]! * (sum / part)
  }
}

/** Months without sales are ignored; a short history is treated as usual. */
const USUAL_NOISE = { value: 1, days: 3 } as const

function noiseOf(fit: Fit): number {
  let [squares, days] = [USUAL_NOISE.value * USUAL_NOISE.days, USUAL_NOISE.days as number]
  for (let i = 0; i < fit.capped.length; i++) {
    const expected = usual(fit, i)
    if (expected <= 0) continue
    squares += (fit.capped[i]! / expected - 1) ** 2 * fit.weights[i]!
    days++
  }
  return squares / days
}
