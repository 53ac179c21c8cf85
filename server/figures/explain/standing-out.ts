// Which values of a dimension changed more than their usual share and noise explain, and how much of the change they explain.
import type { DimensionKey } from '#contract/questions/dimensions.ts'
import { fitNoise, type Noise, scaled, sizeOf, sum, varianceOf, varianceRatio } from './noise.ts'
import { type Profile, predicted, profileOf, spreadOf, type ValueMove } from './profile.ts'

export interface StandingOut {
  /** 0…1; from 0.5 its values stand out. */
  readonly explains: number
  /** Keys of the values that carry the change, the strongest first. */
  readonly strongest: readonly string[]
}

export const STANDS_OUT = 0.5

const MOST_VALUES = 3
/** Squared deviation beyond chance from which a value stands out. */
const LEAST_SURPRISE = 10
/** A value must account for this share of the change, and this share of the total, to matter. */
const LEAST_OF_CHANGE = 0.03
const LEAST_OF_TOTAL = 0.005
/**
 * Number of deviations that the common noise counts for, when combined with that of a dimension or of a value: dimensions of one
 * shop differ little in their noise, but single values a lot.
 */
const PRIOR_OF_DIMENSION = 100
const PRIOR_OF_VALUE = 4

interface Found extends StandingOut {
  /** Squared deviation of the strongest beyond chance, and what they deviate by. */
  readonly surprise: number
  readonly excess: number
}

const NOTHING: Found = { explains: 0, strongest: [], surprise: 0, excess: 0 }

interface Dimension {
  readonly dimension: DimensionKey
  readonly values: readonly ValueMove[]
}

/** Those that stand out and carry the change with the fewest values first; the usual noise is that of all together. */
export function ranked<D extends Dimension>(dimensions: readonly D[]): (D & StandingOut)[] {
  const profiles = dimensions.map(({ values }) => profileOf(values))
  const noise = fitNoise(profiles.flatMap((profile) => profile?.deviations.flat() ?? []))
  const found = dimensions.map(({ values }, index) => standingOut(values, profiles[index] ?? null, noise))
  const most = Math.max(...found.map(({ explains, excess }) => (explains >= STANDS_OUT ? excess : 0)))
  return apart(
    dimensions
      .map((each, index) => ({ each, found: found[index] ?? NOTHING }))
      .map(({ each, found }) => ({ each, found, weight: weightOf(found, most) }))
      .sort(
        (one, other) =>
          other.weight - one.weight || shownPart(other.found.explains) - shownPart(one.found.explains),
      )
      .map(({ each, found: { explains, strongest } }) => ({ ...each, explains, strongest })),
  )
}

/** As answers tell it: what differs beyond that is a trace of binary fractions. */
export const shownPart = (explains: number): number => Math.round(explains * 1000) / 1000

/** A dimension whose values deviate by this part of the largest deviation carries the change as well. */
const CARRIES = 0.6

/** 0 unless it stands out. Three products of a segment carry less than the segment, and are more to name. */
function weightOf({ explains, strongest, surprise, excess }: Found, most: number): number {
  if (explains < STANDS_OUT) return 0
  return (surprise * Math.min(1, excess / (CARRIES * most))) / strongest.length
}

/** Dimensions that see the same change from near and from far. */
const FAMILIES: readonly (readonly DimensionKey[])[] = [
  ['product', 'segment', 'business'],
  ['distributor', 'province'],
]

/** Puts the first of each family that stands out before the others of it, which tell the same cause again. */
function apart<D extends Dimension & StandingOut>(sorted: readonly D[]): D[] {
  const told = new Set<unknown>()
  const [first, again, rest]: [D[], D[], D[]] = [[], [], []]
  for (const each of sorted) {
    const family = FAMILIES.find((keys) => keys.includes(each.dimension)) ?? each.dimension
    if (each.explains < STANDS_OUT) rest.push(each)
    else (told.has(family) ? again : first).push(each)
    told.add(family)
  }
  return [...first, ...again, ...rest]
}

/** `noise`: that of all dimensions; null: no past is known. */
function standingOut(values: readonly ValueMove[], profile: Profile | null, noise: Noise | null): Found {
  const moved = values.filter(({ before, after }) => before !== 0 || after !== 0)
  const usual = noise ?? noiseOfMoves(moved)
  if (moved.length < 2 || !usual) return NOTHING
  const variance = varianceOfValues(profile, usual)
  const [befores, afters] = [values.map(({ before }) => before), values.map(({ after }) => after)]
  // Either period may be the unusual one, so both are tested; swapped periods give the same result.
  const sides = [surprises(afters, befores, profile, variance), surprises(befores, afters, profile, variance)]
  const [one, other] = sides.map((side) => strongest(side, values, befores, afters))
  const best = one && other && isStronger(other, one) ? other : one
  return best ? { ...best, strongest: namedOf(best.strongest, moved) } : NOTHING
}

/** Of binary fractions that came about differently. */
const isAlike = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(one, other)

/** Of equal surprise, as of a value that is new and one that is gone, the larger deviation, so that swapped periods say the same. */
function isStronger(one: Found, other: Found): boolean {
  if (!isAlike(one.surprise, other.surprise)) return one.surprise > other.surprise
  if (!isAlike(one.excess, other.excess)) return one.excess > other.excess
  return one.strongest.join() < other.strongest.join()
}

/** Of two values either may be the unusual one, so the one that changed most for its size is named. */
function namedOf(strongest: readonly string[], moved: readonly ValueMove[]): readonly string[] {
  const [one, other] = moved
  if (moved.length !== 2 || !one || !other) return strongest
  const change = ({ before, after }: ValueMove) =>
    (after - before) ** 2 / (Math.abs(before) + Math.abs(after))
  return [change(other) > change(one) ? other.key : one.key]
}

/** Without known months, most values are assumed to have changed as usual. */
function noiseOfMoves(moved: readonly ValueMove[]): Noise | null {
  const growth = sum(moved.map(({ after }) => after)) / sum(moved.map(({ before }) => before))
  // Assigns half of the growth to either side, so that swapped periods have the same noise.
  const root = Number.isFinite(growth) && growth > 0 ? Math.sqrt(growth) : 1
  return fitNoise(
    moved.map(({ before, after }) => {
      const [was, is] = [before * root, after / root]
      return { square: (is - was) ** 2 / 2, size: (Math.abs(was) + Math.abs(is)) / 2 }
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

/** Deviation of each value in one period from what its share in the months before, and in the other period, predicts. */
function surprises(
  came: readonly number[],
  other: readonly number[],
  profile: Profile | null,
  variance: Variance,
): Surprise[] {
  const shares = profile ? withPeriod(profile, other, variance) : other
  const spread = spreadOf((profile?.shares[0]?.length ?? 0) + 1)
  // Adds the uncertainty of the share.
  const wider: Variance = (...of) => variance(...of) * (1 + spread)
  const level = levelOf(shares, came, wider)
  return came.map((each, index) => {
    const expected = level * (shares[index] ?? 0)
    return { excess: each - expected, variance: wider(index, expected, each) || 1 }
  })
}

/** The predicted share of each value, with the other period as the latest month. */
function withPeriod({ shares }: Profile, period: readonly number[], variance: Variance): number[] {
  const before = shares.map(predicted)
  const level = levelOf(before, period, variance)
  if (level <= 0) return before
  return shares.map((each, index) => predicted([(period[index] ?? 0) / level, ...each]))
}

/** Usual difference between the growth that most values have in common and that of the total, as a logarithm. */
const USUAL_GROWTH = 0.07
const MOST_CANDIDATES = 60
const MOST_COMPARED = 300
const OUTLIER = 16

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
): Found {
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
    excess: best.excess,
    explains: (best.surprise / (best.surprise + LEAST_SURPRISE)) * Math.min(1, best.excess / least),
    strongest: best.set.map(({ key }) => key),
  }
}
