// Which values of a dimension changed more than their usual share and noise explain, and how much of the change they explain.
import { fitNoise, type Noise, scaled, sizeOf, sum, varianceOf, varianceRatio } from './noise.ts'
import { type Profile, profileOf, type ValueMove } from './profile.ts'

export interface StandingOut {
  /** 0…1; from 0.5 its values stand out. */
  readonly explains: number
  /** Keys of the values that carry the change, the strongest first. */
  readonly strongest: readonly string[]
}

export const STANDS_OUT = 0.5

const MOST_VALUES = 3
/** Squared deviation beyond chance from which a value stands out. */
const LEAST_SURPRISE = 12
/** A value must account for this share of the change, and this share of the total, to matter. */
const LEAST_OF_CHANGE = 0.03
const LEAST_OF_TOTAL = 0.005
/** Number of months that the common noise counts for, when combined with that of a dimension or of a value. */
const PRIOR_OF_DIMENSION = 20
const PRIOR_OF_VALUE = 12

/** Sorted by how much they explain, descending; the usual noise is that of all dimensions together. */
export function ranked<D extends { readonly values: readonly ValueMove[] }>(
  dimensions: readonly D[],
): (D & StandingOut)[] {
  const profiles = dimensions.map(({ values }) => profileOf(values))
  const noise = fitNoise(profiles.flatMap((profile) => profile?.deviations.flat() ?? []))
  return dimensions
    .map((each, index) => ({ ...each, ...standingOut(each.values, profiles[index] ?? null, noise) }))
    .sort((one, other) => other.explains - one.explains)
}

/** `noise`: that of all dimensions; null: no past is known. */
function standingOut(
  values: readonly ValueMove[],
  profile: Profile | null,
  noise: Noise | null,
): StandingOut {
  const moved = values.filter(({ before, after }) => before !== 0 || after !== 0)
  const usual = noise ?? noiseOfMoves(moved)
  if (moved.length < 2 || !usual) return { explains: 0, strongest: [] }
  const variance = varianceOfValues(profile, usual)
  const [befores, afters] = [values.map(({ before }) => before), values.map(({ after }) => after)]
  // Either period may be the unusual one, so both are tested; swapped periods give the same result.
  const sides = [surprises(afters, befores, profile, variance), surprises(befores, afters, profile, variance)]
  const [one, other] = sides.map((side) => strongest(side, values, befores, afters))
  const best = one && other && other.surprise > one.surprise ? other : one
  return best ? { explains: best.explains, strongest: best.keys } : { explains: 0, strongest: [] }
}

/** Without known months, most values are assumed to have changed as usual. */
function noiseOfMoves(moved: readonly ValueMove[]): Noise | null {
  const growth = sum(moved.map(({ after }) => after)) / sum(moved.map(({ before }) => before))
  // Assigns half of the growth to either side, so that swapped periods have the same noise.
  const root = Number.isFinite(growth) && growth > 0 ? Math.sqrt(growth) : 1
  return fitNoise(
    moved.map(({ before, after }) => {
      const [was, is] = [before * root, after / root]
      return { square: (is - was) ** 2 / 2, size: sizeOf(was, is) }
    }),
  )
}

/** Variance of the value at an index, from its expected and its actual figure. */
type Variance = (index: number, expected: number, came: number) => number

function varianceOfValues(profile: Profile | null, noise: Noise): Variance {
  const deviations = profile?.deviations ?? []
  const common = scaled(noise, varianceRatio(deviations.flat(), noise, PRIOR_OF_DIMENSION))
  const own = deviations.map((each) => Math.max(1, varianceRatio(each, common, PRIOR_OF_VALUE)))
  return (index, expected, came) => varianceOf(common, sizeOf(expected, came)) * (own[index] ?? 1)
}

interface Surprise {
  readonly excess: number
  readonly variance: number
}

/** Deviation of each value in one period from what its share in all other months, and in the other period, predicts. */
function surprises(
  came: readonly number[],
  other: readonly number[],
  profile: Profile | null,
  variance: Variance,
): Surprise[] {
  const months = profile ? profile.months + 1 : 1
  const shares = profile ? withPeriod(profile, other, variance) : other
  // Adds the uncertainty of the share.
  const wider: Variance = (...of) => variance(...of) * (1 + 1 / months)
  const level = levelOf(shares, came, wider)
  return came.map((each, index) => {
    const expected = level * (shares[index] ?? 0)
    return { excess: each - expected, variance: wider(index, expected, each) || 1 }
  })
}

function withPeriod({ months, shares }: Profile, period: readonly number[], variance: Variance): number[] {
  const level = levelOf(shares, period, variance)
  return shares.map((share, index) =>
    level > 0 ? (months * share + (period[index] ?? 0) / level) / (months + 1) : share,
  )
}

/** Usual difference between the growth that most values have in common and that of the total, as a logarithm. */
const USUAL_GROWTH = 0.07
const MOST_CANDIDATES = 60
const MOST_COMPARED = 300
const OUTLIER = 9

/** The growth that the values have in common: the one from which the fewest of them deviate, near that of their total. */
function levelOf(shares: readonly number[], came: readonly number[], variance: Variance): number {
  const total = sum(came) / sum(shares)
  if (!(total > 0) || !Number.isFinite(total)) return 0
  const sizes = shares.map((share, index) => share * total + (came[index] ?? 0))
  const largest = sizes
    .map((_, index) => index)
    .sort((one, other) => (sizes[other] ?? 0) - (sizes[one] ?? 0))
    .slice(0, MOST_COMPARED)
  const candidates = largest
    .slice(0, MOST_CANDIDATES)
    .map((index) => (came[index] ?? 0) / (shares[index] || Number.NaN))
    .filter((level) => level > 0 && Number.isFinite(level))
  const cost = (level: number) =>
    (Math.log(level / total) / USUAL_GROWTH) ** 2 +
    sum(
      largest.map((index) => {
        const [expected, each] = [level * (shares[index] ?? 0), came[index] ?? 0]
        return Math.min(OUTLIER, (each - expected) ** 2 / (variance(index, expected, each) || 1))
      }),
    )
  return [total, ...candidates]
    .map((level) => ({ level, cost: cost(level) }))
    .reduce((best, each) => (each.cost < best.cost ? each : best)).level
}

/** The few values that together are least likely to be noise. */
function strongest(
  surprises: readonly Surprise[],
  values: readonly ValueMove[],
  befores: readonly number[],
  afters: readonly number[],
) {
  const deviation = ({ excess, variance }: Surprise) => Math.abs(excess) / Math.sqrt(variance)
  const first = surprises
    .map((each, index) => ({ ...each, key: values[index]?.key ?? '' }))
    .sort((one, other) => deviation(other) - deviation(one))
    .slice(0, MOST_VALUES)
  const chance = 2 * Math.log(surprises.length)
  const sets = first.map((_, index) => {
    const set = first.slice(0, index + 1)
    const excess = sum(set.map((each) => Math.abs(each.excess)))
    const surprise =
      excess ** 2 / sum(set.map(({ variance }) => variance)) - index * (chance + LEAST_SURPRISE / 2)
    return { set, excess, surprise: Math.max(0, surprise - chance) }
  })
  const best = sets.reduce((one, other) => (other.surprise > one.surprise ? other : one))
  const [before, after] = [sum(befores), sum(afters)]
  const least = Math.max(
    LEAST_OF_CHANGE * Math.abs(after - before),
    LEAST_OF_TOTAL * Math.max(before, after),
    1,
  )
  return {
    surprise: best.surprise,
    explains: (best.surprise / (best.surprise + LEAST_SURPRISE)) * Math.min(1, best.excess / least),
    keys: best.set.map(({ key }) => key),
  }
}
