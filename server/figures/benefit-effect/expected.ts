// What buyers would have bought without the benefit, learned from orders without it (a quasi-Poisson regression with a logarithm): a
// growing month, a province or a larger basket counts as a factor, and a few large orders do not decide.
import { pacer } from '#server/store/pace.ts'
import { dot, inverseOf } from '../linear-algebra.ts'
import { type Features, featuresOf, type Known } from './features.ts'
import type { Trial } from './trials.ts'

const ROUNDS = 20
const LONGEST_STEP = 2
const CLOSE = 1e-7
/** Of a logarithm. */
const LIMIT = 12
/** How much of its own expectation an order may be. */
const MOST_OWN = 0.9

export interface Expected {
  /** Of each user without the benefit, and of each control. */
  readonly users: Float64Array
  readonly controls: Float64Array
  /** How far the sum over the users moves with the rest of each control. */
  readonly pulls: Float64Array
  /** How much of its own expectation a control is. */
  readonly own: (control: number) => number
}

export interface Regression {
  /** Net of an order of each user and control, in parts of the usual one. */
  readonly tickets: { readonly users: Float64Array; readonly controls: Float64Array }
  /** Fits to outcomes of the controls; each fit begins where the one before ended. */
  readonly fit: (outcomes: Float64Array) => Promise<Expected>
}

export function regressionOf(controls: readonly Trial[], users: readonly Trial[]): Regression {
  const features = featuresOf(controls, users)
  const [known, knownUsers] = [controls.map(features.of), users.map(features.of)]
  const weights = new Float64Array(features.penalties.length)
  const ticket = (each: Known) => each.ticket
  return {
    tickets: {
      users: Float64Array.from(knownUsers, ticket),
      controls: Float64Array.from(known, ticket),
    },
    fit: async (outcomes) => {
      const usual = Math.max(1e-9, outcomes.reduce((sum, value) => sum + value, 0) / outcomes.length)
      const inverse = await fitted(
        weights,
        known,
        outcomes.map((value) => value / usual),
        features,
      )
      const ofUsers = expectedOf(knownUsers, weights)
      const ofControls = expectedOf(known, weights)
      const pull = new Float64Array(weights.length)
      for (const [index, { row }] of knownUsers.entries()) addScaled(pull, row, ofUsers[index] ?? 0)
      const along = Float64Array.from(inverse, (line) => dot(line, pull))
      return {
        users: ofUsers.map((value) => value * usual),
        controls: ofControls.map((value) => value * usual),
        pulls: Float64Array.from(known, ({ row }) => dot(row, along)),
        own: (control) => {
          const row = known[control]?.row ?? pull
          const value = ofControls[control] ?? 0
          return Math.min(
            MOST_OWN,
            value *
              dot(
                row,
                Float64Array.from(inverse, (line) => dot(line, row)),
              ),
          )
        },
      }
    },
  }
}

const expectedOf = (known: readonly Known[], weights: Float64Array): Float64Array =>
  Float64Array.from(known, ({ row, usual }) =>
    Math.exp(Math.min(LIMIT, Math.max(-LIMIT, usual + dot(row, weights)))),
  )

/** Moves the weights to the best ones, by Newton's steps, and returns the inverse of the last system. */
async function fitted(
  weights: Float64Array,
  known: readonly Known[],
  outcomes: Float64Array,
  { penalties }: Features,
): Promise<Float64Array[]> {
  const pace = pacer()
  let inverse: Float64Array[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const expected = expectedOf(known, weights)
    const slope = weights.map((weight, index) => -(penalties[index] ?? 0) * weight)
    const system = Array.from(penalties, (penalty, index) => {
      const line = new Float64Array(penalties.length)
      line[index] = penalty
      return line
    })
    for (const [at, { row }] of known.entries()) {
      const value = expected[at] ?? 0
      addScaled(slope, row, (outcomes[at] ?? 0) - value)
      // Without iterators, which take as long as the sums.
      for (let index = 0; index < system.length; index++) {
        const part = row[index] ?? 0
        const line = system[index]
        if (part !== 0 && line) addScaled(line, row, value * part)
      }
      await pace(penalties.length)
    }
    inverse = inverseOf(system)
    const step = Float64Array.from(inverse, (line) => dot(line, slope))
    const longest = Math.max(...step.map(Math.abs))
    addScaled(weights, step, longest > LONGEST_STEP ? LONGEST_STEP / longest : 1)
    if (longest < CLOSE) break
  }
  return inverse
}

function addScaled(sum: Float64Array, row: Float64Array, factor: number): void {
  for (let index = 0; index < row.length; index++) sum[index] = (sum[index] ?? 0) + factor * (row[index] ?? 0)
}
