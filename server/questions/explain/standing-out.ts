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
/** Squared deviations beyond chance at which a value stands out. */
const LEAST_SURPRISE = 9.5
/** A value must carry this part of the change, and this part of the total, to matter. */
const LEAST_OF_CHANGE = 0.03
const LEAST_OF_TOTAL = 0.005
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

/** `noise`: of all dimensions; null: no past is known. */
export function standingOut(values: readonly ValueMove[], noise: Noise | null): StandingOut {
  const moved = values.filter(({ before, after }) => before !== 0 || after !== 0)
  if (moved.length < 2) return { explains: 0, keys: [] }
  const months = pastMoves(values)
  const own = noise ?? fitNoise([moved])
  if (!own) return { explains: 0, keys: [] }
  const growth = commonGrowth(moved, own, usualGrowth(months))
  const growths = months.map(growthOf)
  const pasts = values.map(({ history }) => pastOf(history, growths))
  const common = jumpiness(pasts.flat(), own, PRIOR_OF_DIMENSION)
  const scaled = { perPeso: own.perPeso * common, relative: own.relative * common }
  const surprises = moved.map((value) => {
    const { excess, size } = excessOf(value, growth)
    const past = pastOf(value.history, growths)
    return {
      key: value.key,
      excess,
      variance: (varianceOf(own, size) || 1) * common * jumpiness(past, scaled, PRIOR_OF_VALUE),
    }
  })
  return strongest(surprises, moved)
}

const pastOf = (history: readonly number[], growths: readonly number[]) =>
  history
    .slice(1)
    .map((after, month) => ({ before: history[month] ?? 0, after, growth: growths[month] ?? 1 }))

/** Moves that the common model counts for against those of a dimension, and of a value. */
const PRIOR_OF_DIMENSION = 20
const PRIOR_OF_VALUE = 6

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
    return { set, excess, surprise: Math.max(0, surprise - chance) }
  })
  const best = sets.reduce((one, other) => (other.surprise > one.surprise ? other : one))
  const [before, after] = [sum(moved.map((move) => move.before)), sum(moved.map((move) => move.after))]
  const least = Math.max(
    LEAST_OF_CHANGE * Math.abs(after - before),
    LEAST_OF_TOTAL * Math.max(before, after),
    1,
  )
  const explains = (best.surprise / (best.surprise + LEAST_SURPRISE)) * Math.min(1, best.excess / least)
  return { explains, keys: best.set.map(({ key }) => key) }
}
