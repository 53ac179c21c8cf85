// What a benefit brought: what its users bought from their first use on, less what they would have bought without it.
import type { EffectVerdict } from '#contract/lists/benefit-effect.ts'
import { roundAmount } from '#server/domain/money.ts'
import { sumOf } from '../linear-algebra.ts'
import { type Regression, regressionOf } from './expected.ts'
import type { Trial } from './trials.ts'

export interface Effect {
  readonly verdict: EffectVerdict
  /** Null: too few to say. */
  readonly estimate: number | null
  readonly low: number | null
  readonly high: number | null
  /** What each user would have bought without the benefit; null: too few. */
  readonly expected: Float64Array | null
}

/** Fewer say nothing. */
const FEWEST_USERS = 15
const FEWEST_CONTROLS = 30

/** Of a normal distribution: 80 of 100 lie within the range, and a verdict is wrong in 5 of 100. */
const RANGE = 1.2816
const SURE = 1.96

const TOO_FEW: Effect = { verdict: 'muy pocos casos', estimate: null, low: null, high: null, expected: null }

/** `users` and `controls`: in a fixed order, which decides the last digits. */
export async function effectOf(controls: readonly Trial[], users: readonly Trial[]): Promise<Effect> {
  const buyers = new Set(controls.map(({ buyer }) => buyer))
  if (users.length < FEWEST_USERS || buyers.size < FEWEST_CONTROLS) return TOO_FEW
  const bought = sumOf(users.map(({ netAfter }) => netAfter))
  const { expected: exact, error, certainty } = await withoutBenefit(controls, users, bought)
  // In cents, so that parts add up to the whole.
  const expected = exact.map(roundAmount)
  const estimate = bought - sumOf(expected)
  const isSure = Math.abs(certainty) >= SURE && certainty * estimate > 0 && Math.abs(estimate) > RANGE * error
  return {
    verdict: isSure ? (estimate > 0 ? 'rindió' : 'no rindió') : 'no se nota',
    estimate,
    ...{ low: estimate - RANGE * error, high: estimate + RANGE * error, expected },
  }
}

/** Limits of what a benefit changes, as a part of what would have been bought. */
const [LEAST, MOST] = [-0.85, 3]
const PASSES = 8
const CLOSE = 1e-3

/**
 * Some controls use the benefit later, after the order and within its 60 days: that part counts as if it had brought them what it
 * brought the users, which is not known before, so several passes find it. `certainty`: of the first pass, which is right if the
 * benefit brings nothing, in errors.
 */
async function withoutBenefit(controls: readonly Trial[], users: readonly Trial[], bought: number) {
  const regression = regressionOf(controls, users)
  const outcomesAt = (change: number) => {
    const outcomes = new Float64Array(controls.length)
    controls.forEach(({ netAfter, netLater }, index) => {
      outcomes[index] = netAfter - netLater + netLater / (1 + change)
    })
    return outcomes
  }
  const fitAt = async (change: number) => {
    const outcomes = outcomesAt(change)
    return { outcomes, fit: await regression.fit(outcomes), change }
  }
  const changeOf = ({ fit }: Fit) =>
    Math.min(MOST, Math.max(LEAST, bought / Math.max(1e-9, sumOf(fit.users)) - 1))
  const errorAt = (fit: Fit) => errorOf(controls, users, regression, { ...fit, change: changeOf(fit) })
  const none = await fitAt(0)
  const certainty = (bought - sumOf(none.fit.users)) / Math.max(1e-9, errorAt(none))
  let last = none
  if (controls.some(({ netLater }) => netLater !== 0))
    for (let pass = 0; pass < PASSES; pass++) {
      const change = changeOf(last)
      if (Math.abs(change - last.change) < CLOSE) break
      last = await fitAt(change)
    }
  const error = errorAt(last)
  const amplified =
    last.change === 0
      ? 1
      : await amplification(last, async (change) => sumOf((await fitAt(change)).fit.users))
  return { expected: last.fit.users, error: error * amplified, certainty }
}

interface Fit {
  readonly outcomes: Float64Array
  readonly fit: Awaited<ReturnType<Regression['fit']>>
  readonly change: number
}

const STEP = 0.05
const MOST_AMPLIFIED = 5

/** An error of the estimate moves what later uses of controls count as, and that the estimate: by how much in all. */
async function amplification(
  { fit, change }: Fit,
  totalAt: (change: number) => Promise<number>,
): Promise<number> {
  const total = sumOf(fit.users)
  const falls = Math.max(0, (total - (await totalAt(change + STEP))) / STEP / Math.max(1e-9, total))
  return (1 - change * falls) / Math.max(1 / MOST_AMPLIFIED, 1 - (1 + change) * falls)
}

/** How much of the users' variance is read off the users themselves: effects differ among them, and few large orders decide it. */
const OWN_SHARE = 0.3

/** The standard error of the sum over the users: their own chance, and that of the controls from which their expectation was learned. */
function errorOf(
  controls: readonly Trial[],
  users: readonly Trial[],
  { tickets }: Regression,
  { outcomes, fit, change }: Fit,
): number {
  const rest = outcomes.map((outcome, index) => outcome - (fit.controls[index] ?? 0))
  const free = rest.map((value, index) => value / (1 - fit.own(index)))
  // Orders of one buyer share days.
  const byBuyer = new Map<string, number>()
  const pulls = fit.pulls()
  controls.forEach(({ buyer }, index) => {
    byBuyer.set(buyer, (byBuyer.get(buyer) ?? 0) + (free[index] ?? 0) * (pulls[index] ?? 0))
  })
  const learned = sumOf([...byBuyer.values()].map((value) => value ** 2))
  const spread = (expected: Float64Array, ofTickets: Float64Array) =>
    sumOf(expected.map((value, index) => value * (ofTickets[index] ?? 0)))
  const dispersion =
    sumOf(free.map((value, index) => value * (rest[index] ?? 0))) /
    Math.max(1e-9, spread(fit.controls, tickets.controls))
  const likeControls = dispersion * spread(fit.users, tickets.users)
  const ofUsers = sumOf(
    users.map(({ netAfter }, index) => (netAfter - (1 + change) * (fit.users[index] ?? 0)) ** 2),
  )
  return Math.sqrt(learned + (1 - OWN_SHARE) * likeControls + OWN_SHARE * ofUsers)
}
