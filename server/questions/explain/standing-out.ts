// Which values of a dimension moved the total beyond their usual share and noise, and how much of the change they explain.
import { excessOf, fitNoise, growthOf, jumpiness, type Move, type Noise, varianceOf } from './noise.ts'

export interface ValueMove extends Move {
  readonly key: string
  /** Of the months before, the oldest first; empty: unknown. */
  readonly history: readonly number[]
}

export interface StandingOut {
  /** 0…1; from 0.5 its values stand out. */
  readonly explains: number
  /** Keys of the values that carry the change, the strongest first. */
  readonly keys: readonly string[]
}

export const STANDS_OUT = 0.5

const MOST_VALUES = 3
/** Of squared deviations, beyond what the number of values makes likely by chance. */
const LEAST_SURPRISE = 8
/** A value must carry this part of the change, and this part of the total, to matter. */
const LEAST_OF_CHANGE = 0.1
const LEAST_OF_TOTAL = 0.01
const USUAL_GROWTH = 0.1

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** The months of a dimension as moves from each to the next. */
export const pastMoves = (values: readonly ValueMove[]): Move[][] => {
  const months = Math.max(0, ...values.map(({ history }) => history.length))
  return Array.from({ length: Math.max(0, months - 1) }, (_, month) =>
    values.map(({ history }) => ({ before: history[month] ?? 0, after: history[month + 1] ?? 0 })),
  )
}

/**
 * The growth that values have in common: the one which the fewest of them depart from, near the usual growth of a month.
 */
function commonGrowth(values: readonly ValueMove[], noise: Noise, usual: number): number {
  const largest = values
    .toSorted((one, other) => other.before + other.after - one.before - one.after)
    .slice(0, 60)
  const candidates = [
    1,
    growthOf(values),
    ...largest.flatMap(({ before, after }) => (before > 0 && after > 0 ? after / before : [])),
  ]
  const cost = (growth: number) =>
    (Math.log(growth) / usual) ** 2 +
    sum(
      values.map((value) => {
        const { excess, size } = excessOf(value, growth)
        return Math.min(9, (excess * excess) / (varianceOf(noise, size) || 1))
      }),
    )
  return candidates
    .map((growth) => ({ growth, cost: cost(growth) }))
    .reduce((best, each) => (each.cost < best.cost ? each : best)).growth
}

function usualGrowth(months: readonly (readonly Move[])[]): number {
  const squares = months.map((moves) => Math.log(growthOf(moves)) ** 2)
  return squares.length < 2 ? USUAL_GROWTH : Math.max(0.03, Math.sqrt(sum(squares) / squares.length))
}

/** `noise`: of a like dimension, where this one has no history. */
export function standingOut(values: readonly ValueMove[], noise: Noise | null): StandingOut {
  const moved = values.filter(({ before, after }) => before !== 0 || after !== 0)
  if (moved.length < 2) return { explains: 0, keys: [] }
  const months = pastMoves(values)
  const own = fitNoise(months) ?? noise ?? fitNoise([moved])
  if (!own) return { explains: 0, keys: [] }
  const growth = commonGrowth(moved, own, usualGrowth(months))
  const growths = months.map(growthOf)
  const surprises = moved.map((value) => {
    const { excess, size } = excessOf(value, growth)
    const past = value.history
      .slice(1)
      .map((after, month) => ({ before: value.history[month] ?? 0, after, growth: growths[month] ?? 1 }))
    return { key: value.key, excess, variance: (varianceOf(own, size) || 1) * jumpiness(past, own) }
  })
  return strongest(surprises, moved)
}

interface Surprise {
  readonly key: string
  readonly excess: number
  readonly variance: number
}

/** The few values that together are least likely to be noise. */
function strongest(surprises: readonly Surprise[], moved: readonly Move[]): StandingOut {
  const deviation = ({ excess, variance }: Surprise) => Math.abs(excess) / Math.sqrt(variance)
  const first = surprises.toSorted((one, other) => deviation(other) - deviation(one)).slice(0, MOST_VALUES)
  const chance = 2 * Math.log(surprises.length)
  const sets = first.map((_, index) => {
    const set = first.slice(0, index + 1)
    const excess = sum(set.map((each) => Math.abs(each.excess)))
    const surprise =
      excess ** 2 / sum(set.map(({ variance }) => variance)) - index * (chance + LEAST_SURPRISE / 2)
    return { set, excess, surprise: Math.max(0, surprise) }
  })
  const best = sets.reduce((one, other) => (other.surprise > one.surprise ? other : one))
  const [before, after] = [sum(moved.map((move) => move.before)), sum(moved.map((move) => move.after))]
  const least = Math.max(
    LEAST_OF_CHANGE * Math.abs(after - before),
    LEAST_OF_TOTAL * Math.max(before, after),
    1,
  )
  const explains =
    (best.surprise / (best.surprise + chance + LEAST_SURPRISE)) * Math.min(1, best.excess / least)
  return { explains, keys: best.set.map(({ key }) => key) }
}
