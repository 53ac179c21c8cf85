// What buyers would have bought without the benefit, learned from orders without it (a quasi-Poisson regression with a logarithm): a
// growing month, a province or a larger basket counts as a factor, and a few large orders do not decide.
import { pacer } from '#server/store/pace.ts'
import { inverseOf, type Square, solved, times } from '../linear-algebra.ts'
import { featuresOf, type Rows, WIDTH } from './features.ts'
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
  readonly pulls: () => Float64Array
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
  const { controls: known, users: knownUsers, penalties } = featuresOf(controls, users)
  const weights = new Float64Array(penalties.length)
  return {
    tickets: { users: knownUsers.tickets, controls: known.tickets },
    fit: async (outcomes) => {
      const usual = Math.max(1e-9, outcomes.reduce((sum, value) => sum + value, 0) / outcomes.length)
      const parts = outcomes.map((value) => value / usual)
      const system = await fitted(weights, known, parts, penalties)
      const ofUsers = expectedOf(knownUsers, weights)
      const ofControls = expectedOf(known, weights)
      const inverse = once(() => inverseOf(system, weights.length))
      return {
        users: ofUsers.map((value) => value * usual),
        controls: ofControls.map((value) => value * usual),
        pulls: () => {
          const pull = new Float64Array(weights.length)
          for (let user = 0; user < knownUsers.count; user++)
            addRow(pull, knownUsers, user, ofUsers[user] ?? 0)
          const along = times(inverse(), pull)
          return ofControls.map((_, control) => rowDot(known, control, along))
        },
        own: (control) =>
          Math.min(
            MOST_OWN,
            (ofControls[control] ?? 0) * lengthIn(inverse(), weights.length, known, control),
          ),
      }
    },
  }
}

/** Not every fit is asked for its errors. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function rowDot({ places, values }: Rows, row: number, vector: Float64Array, from = 0): number {
  let sum = 0
  for (let at = row * WIDTH, end = at + WIDTH; at < end; at++)
    sum += (values[at] ?? 0) * (vector[from + (places[at] ?? 0)] ?? 0)
  return sum
}

function addRow(sum: Float64Array, { places, values }: Rows, row: number, factor: number): void {
  for (let at = row * WIDTH, end = at + WIDTH; at < end; at++) {
    const place = places[at] ?? 0
    sum[place] = (sum[place] ?? 0) + factor * (values[at] ?? 0)
  }
}

/** A row times a matrix times the row. */
function lengthIn(matrix: Square, size: number, rows: Rows, row: number): number {
  let sum = 0
  for (let at = row * WIDTH, end = at + WIDTH; at < end; at++)
    sum += (rows.values[at] ?? 0) * rowDot(rows, row, matrix, size * (rows.places[at] ?? 0))
  return sum
}

function expectedOf(rows: Rows, weights: Float64Array): Float64Array {
  const expected = new Float64Array(rows.count)
  for (let row = 0; row < rows.count; row++) {
    const logarithm = (rows.usual[row] ?? 0) + rowDot(rows, row, weights)
    expected[row] = Math.exp(Math.min(LIMIT, Math.max(-LIMIT, logarithm)))
  }
  return expected
}

/** Moves the weights to the best ones, by Newton's steps, and returns the last system. */
async function fitted(
  weights: Float64Array,
  known: Rows,
  outcomes: Float64Array,
  penalties: Float64Array,
): Promise<Square> {
  const pace = pacer()
  const system = new Float64Array(penalties.length ** 2)
  for (let round = 0; round < ROUNDS; round++) {
    const expected = expectedOf(known, weights)
    setSystem(system, known, expected, penalties)
    const slope = weights.map((weight, index) => -(penalties[index] ?? 0) * weight)
    for (let row = 0; row < known.count; row++)
      addRow(slope, known, row, (outcomes[row] ?? 0) - (expected[row] ?? 0))
    await pace(known.count * WIDTH)
    const step = solved(system, slope)
    const longest = step.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
    const part = longest > LONGEST_STEP ? LONGEST_STEP / longest : 1
    step.forEach((each, index) => {
      weights[index] = (weights[index] ?? 0) + part * each
    })
    if (longest < CLOSE) break
  }
  return system
}

/** Each row times itself and what is expected from it, added up. */
function setSystem(system: Square, rows: Rows, expected: Float64Array, penalties: Float64Array): void {
  const { count, places, values } = rows
  const size = penalties.length
  system.fill(0)
  penalties.forEach((penalty, index) => {
    system[index * size + index] = penalty
  })
  for (let row = 0; row < count; row++) {
    const [start, factor] = [row * WIDTH, expected[row] ?? 0]
    for (let one = start; one < start + WIDTH; one++) {
      const line = size * (places[one] ?? 0)
      const scaled = factor * (values[one] ?? 0)
      // On and below the diagonal, since places ascend.
      for (let other = start; other <= one; other++) {
        const place = line + (places[other] ?? 0)
        system[place] = (system[place] ?? 0) + scaled * (values[other] ?? 0)
      }
    }
  }
  for (let one = 0; one < size; one++)
    for (let other = one + 1; other < size; other++)
      system[one * size + other] = system[other * size + one] ?? 0
}
