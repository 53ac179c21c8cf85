// Which orders of the month are compared: first uses of the benefit, with orders in the same days of buyers who had not used it.
import type { Placed, PlacedPool } from './placed.ts'
import { kindOf, numbered, type Pool } from './pool.ts'
import type { Trial } from './trials.ts'
import type { Uses } from './uses.ts'

export interface Compared<T extends Trial = Trial> {
  readonly users: readonly T[]
  readonly controls: Controls<T>
  /** Buyers of the controls who are no users. */
  readonly others: number
  /** Users of a company or province in which nobody is compared with. */
  readonly leftOut: number
  /** Last day with a first use, from the first of the month; null: there are none. */
  readonly lastDay: number | null
}

export interface Controls<T extends Trial> {
  readonly count: number
  /** One of so many; 1: all. */
  readonly every: (step: number) => T[]
}

/** Fewer are nobody to be compared with. */
const FEWEST_ALIKE = 5

/** `trials`: in a fixed order. */
function poolOf(trials: readonly Trial[]): Pool {
  const trialAt = (at: number) => trials[at]!
  const buyers = numbered(trials.length, (at) => trialAt(at).buyer)
  return {
    ...{ trialAt, buyers, days: Int32Array.from(trials, ({ day }) => day) },
    companies: kindOf(buyers, (at) => trialAt(at).company),
    provinces: kindOf(buyers, (at) => trialAt(at).province),
  }
}

/** After every order of a buyer. */
const NEVER = 2 ** 31 - 1

/** What an order is beside the benefit. */
const [AFTER, BEFORE, USE] = [0, 1, 2]

/** `pool`: orders of the month as if none used the benefit. */
export function comparedOf(pool: PlacedPool, { firsts, earlier, later }: Uses): Compared<Placed> {
  const { buyers, places, numbers } = pool
  /** Place of the first use of each buyer. */
  const firstPlaces = new Int32Array(buyers.names.length).fill(NEVER)
  const setPlace = (buyer: string, place: number) => {
    const number = numbers.get(buyer)
    if (number !== undefined) firstPlaces[number] = place
  }
  for (const buyer of earlier) setPlace(buyer, 0)
  for (const { buyer, place } of firsts) setPlace(buyer, place)
  const states = new Uint8Array(places.length)
  for (let at = 0; at < places.length; at++) {
    const [place, first] = [places[at] ?? 0, firstPlaces[buyers.of[at] ?? 0] ?? NEVER]
    states[at] = place === first ? USE : place < first ? BEFORE : AFTER
  }
  const trialAt = (at: number): Placed => {
    const order = pool.trialAt(at)
    const [uses, netLater] = [states[at] === USE, later.get(order.order_id) ?? 0]
    return uses || netLater !== 0 ? { ...order, uses, netLater } : order
  }
  return comparedIn(pool, states, trialAt)
}

/** Orders that used the benefit first, and those that could have. */
export function chosen(trials: readonly Trial[]) {
  const states = Uint8Array.from(trials, ({ uses }) => (uses ? USE : BEFORE))
  const compared = comparedIn(poolOf(trials), states, (at) => trials[at]!)
  return { ...compared, controls: compared.controls.every(1) }
}

function comparedIn<T extends Trial>(
  pool: Pool<T>,
  states: Uint8Array,
  trialAt: (at: number) => T,
): Compared<T> {
  const { days } = pool
  const using: number[] = []
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (let at = 0; at < states.length; at++) {
    if (states[at] !== USE) continue
    using.push(at)
    const day = days[at] ?? 0
    if (day < first) first = day
    if (day > last) last = day
  }
  const found = new Int32Array(states.length)
  let count = 0
  for (let at = 0; at < states.length; at++) {
    const day = days[at] ?? 0
    if (states[at] === BEFORE && day >= first && day <= last) found[count++] = at
  }
  const controls = found.subarray(0, count)
  const users = using.filter(alikeIn(pool, controls))
  return {
    users: users.map(trialAt),
    controls: {
      count,
      every(step) {
        const trials: T[] = []
        for (let index = 0; index < count; index += step) trials.push(trialAt(controls[index] ?? 0))
        return trials
      },
    },
    ...{ others: otherBuyers(pool, controls, users), leftOut: using.length - users.length },
    lastDay: using.length === 0 ? null : last,
  }
}

/** Whether enough buyers of the controls are of the company and province of a trial. */
function alikeIn({ companies, provinces }: Pool, controls: Int32Array): (at: number) => boolean {
  const counted = [companies, provinces].map(({ of, names, pairs }) => {
    const seen = new Uint8Array(pairs.size)
    const found = new Int32Array(names.length)
    for (let index = 0; index < controls.length; index++) {
      const at = controls[index] ?? 0
      const kind = of[at] ?? 0
      const pair = pairs.of[at] ?? 0
      if (seen[pair]) continue
      seen[pair] = 1
      found[kind] = (found[kind] ?? 0) + 1
    }
    return { of, found }
  })
  return (at) => counted.every(({ of, found }) => (found[of[at] ?? 0] ?? 0) >= FEWEST_ALIKE)
}

function otherBuyers({ buyers }: Pool, controls: Int32Array, users: readonly number[]): number {
  const seen = new Uint8Array(buyers.names.length)
  for (const at of users) seen[buyers.of[at] ?? 0] = 1
  let count = 0
  for (let index = 0; index < controls.length; index++) {
    const buyer = buyers.of[controls[index] ?? 0] ?? 0
    if (!seen[buyer]) count++
    seen[buyer] = 1
  }
  return count
}

export const buyersOf = (trials: readonly Trial[]): Set<string> => new Set(trials.map(({ buyer }) => buyer))
