// What is known of orders before them, as rows of numbers whose sum is the logarithm of the net expected from an order on.
// Plain loops: a month has dozens of benefits with thousands of orders each.
import { EFFECT_DAYS } from '#contract/lists/benefit-effect.ts'
import { segmentOf, type Trial } from './trials.ts'
import { type Usual, usualOf } from './usual.ts'

const FREE = 1e-4
/** As many orders as say that something counts. */
const DRAWN = 3
const CLASSES = [segmentOf, ({ province }: Trial) => province, ({ company }: Trial) => company] as const
/** Of a trial, in its first places, beside the classes that it belongs to. */
export const NUMBERS = 7
/** Numbers of a row that may differ from 0: every order belongs to few of many classes. */
export const WIDTH = NUMBERS + CLASSES.length

/** A row per trial. */
export interface Rows {
  readonly count: number
  /** `WIDTH` places of each row in ascending order, and the numbers there. */
  readonly places: Int32Array
  readonly values: Float64Array
  /** Logarithm of what the buyer's past lets expect. */
  readonly usual: Float64Array
  /** Net an order, in parts of the usual one. */
  readonly tickets: Float64Array
}

interface Features {
  readonly controls: Rows
  readonly users: Rows
  /** How strongly each weight is drawn to none. */
  readonly penalties: Float64Array
}

export function featuresOf(controls: readonly Trial[], users: readonly Trial[]): Features {
  const usual = usualOf(controls, users)
  const places = CLASSES.map(() => new Map<string, number>())
  let size = NUMBERS
  for (const trial of controls)
    for (const [index, classOf] of CLASSES.entries()) {
      const name = classOf(trial)
      if (!places[index]?.has(name)) places[index]?.set(name, size++)
    }
  const [known, knownUsers] = [rowsOf(controls, usual, places), rowsOf(users, usual, places)]
  limit(knownUsers, known)
  return {
    ...{ controls: known, users: knownUsers },
    penalties: Float64Array.from({ length: size }, (_, index) => (index === 0 ? FREE : DRAWN)),
  }
}

function rowsOf(
  trials: readonly Trial[],
  usual: ReturnType<typeof usualOf>,
  classes: readonly ReadonlyMap<string, number>[],
): Rows {
  const count = trials.length
  const [places, values] = [new Int32Array(count * WIDTH), new Float64Array(count * WIDTH)]
  const rows = {
    ...{ count, places, values },
    ...{ usual: new Float64Array(count), tickets: new Float64Array(count) },
  }
  trials.forEach((trial, row) => {
    const start = row * WIDTH
    const ofKind = usual(trial, false)
    const own = trial.uses ? usual(trial, true) : ofKind
    rows.usual[row] = logOf(own)
    rows.tickets[row] = own.ticket
    values[start] = 1
    values[start + 1] = Math.log(ofKind.ticket)
    values[start + 2] = Math.log1p(ofKind.rate * EFFECT_DAYS)
    values[start + 3] = Math.log1p(trial.ordersBefore)
    values[start + 4] = Math.log1p(trial.ordersYear)
    values[start + 5] = Math.log1p((trial.recency ?? 0) / 30)
    values[start + 6] = trial.day / 30
    for (let index = 0; index < NUMBERS; index++) places[start + index] = index
    for (const [index, classOf] of CLASSES.entries())
      setClass(rows, start + NUMBERS, start + NUMBERS + index, classes[index]?.get(classOf(trial)))
  })
  return rows
}

/** Inserts a class among those before it. One of no control teaches nothing: place 0, and no number. */
function setClass({ places, values }: Rows, first: number, last: number, place = 0): void {
  let at = last
  for (; at > first && (places[at - 1] ?? 0) > place; at--) {
    places[at] = places[at - 1] ?? 0
    values[at] = values[at - 1] ?? 0
  }
  places[at] = place
  values[at] = place === 0 ? 0 : 1
}

const logOf = ({ ticket, rate }: Usual): number => Math.log(ticket) + Math.log1p(rate * EFFECT_DAYS)

/** What nobody among the controls is like teaches nothing: a user beyond them counts as the last of them. */
function limit(users: Rows, controls: Rows): void {
  for (let index = 0; index < NUMBERS; index++) {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (let at = index; at < controls.values.length; at += WIDTH) {
      const value = controls.values[at] ?? 0
      if (value < least) least = value
      if (value > most) most = value
    }
    for (let at = index; at < users.values.length; at += WIDTH)
      users.values[at] = Math.min(most, Math.max(least, users.values[at] ?? 0))
  }
}
