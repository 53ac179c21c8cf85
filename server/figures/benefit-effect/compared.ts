// Which orders of the month are compared: first uses of the benefit, with orders in the same days of buyers who had not used it.
import type { Placed } from './placed.ts'
import type { Trial } from './trials.ts'
import type { Uses } from './uses.ts'

export interface Compared {
  readonly users: readonly Trial[]
  readonly controls: readonly Trial[]
  /** Buyers of the controls who are no users. */
  readonly others: number
  /** Users of a company or province in which nobody is compared with. */
  readonly leftOut: number
  /** Last day with a first use, from the first of the month; null: there are none. */
  readonly lastDay: number | null
}

/** Fewer are nobody to be compared with. */
const FEWEST_ALIKE = 5

/** Numbers of trials by a text: equal ones have the same. */
interface Numbered {
  readonly of: Int32Array
  readonly numbers: ReadonlyMap<string, number>
}

/** Trials of a month, with numbers in place of the texts that every benefit compares anew. */
export interface Pool<T extends Trial = Trial> {
  readonly trials: readonly T[]
  readonly buyers: Numbered
  readonly kinds: readonly {
    readonly of: Numbered
    /** Of the kind and buyer. */
    readonly pairs: Numbered
  }[]
}

function numbered<T>(items: readonly T[], textOf: (item: T) => string): Numbered {
  const numbers = new Map<string, number>()
  const of = Int32Array.from(items, (item) => {
    const text = textOf(item)
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  })
  return { of, numbers }
}

/** `trials`: in a fixed order. */
export const poolOf = <T extends Trial>(trials: readonly T[]): Pool<T> => ({
  trials,
  buyers: numbered(trials, ({ buyer }) => buyer),
  kinds: (['company', 'province'] as const).map((kind) => ({
    of: numbered(trials, (trial) => trial[kind]),
    pairs: numbered(trials, (trial) => `${trial[kind]}\0${trial.buyer}`),
  })),
})

/** `pool`: orders of the month as if none used the benefit. */
export function comparedOf(pool: Pool<Placed>, { firsts, earlier, later }: Uses): Compared {
  const { trials, buyers } = pool
  /** Place of the first use of each buyer. */
  const places = new Int32Array(buyers.numbers.size).fill(NEVER)
  const setPlace = (buyer: string, place: number) => {
    const number = buyers.numbers.get(buyer)
    if (number !== undefined) places[number] = place
  }
  for (const buyer of earlier) setPlace(buyer, 0)
  for (const { buyer, place } of firsts) setPlace(buyer, place)
  const [using, others]: [number[], number[]] = [[], []]
  trials.forEach(({ place }, at) => {
    const first = places[buyers.of[at] ?? 0] ?? NEVER
    if (place === first) using.push(at)
    else if (place < first) others.push(at)
  })
  const trialAt = (at: number, uses: boolean): Trial => {
    const order = trials[at]!
    const netLater = later.get(order.order_id) ?? 0
    return uses || netLater !== 0 ? { ...order, uses, netLater } : order
  }
  return comparedIn(pool, using, others, trialAt)
}

/** After every order of a buyer. */
const NEVER = 2 ** 31 - 1

/** Orders that used the benefit first, and those that could have. */
export function chosen(trials: readonly Trial[]): Compared {
  const all = [...trials.keys()]
  const using = all.filter((at) => trials[at]?.uses)
  const others = all.filter((at) => !trials[at]?.uses)
  return comparedIn(poolOf(trials), using, others, (at) => trials[at]!)
}

/** `using` and `others`: where they are among the trials. */
function comparedIn(
  pool: Pool,
  using: readonly number[],
  others: readonly number[],
  trialAt: (at: number, uses: boolean) => Trial,
): Compared {
  const dayOf = (at: number) => pool.trials[at]?.day ?? 0
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of using) [first, last] = [Math.min(first, dayOf(at)), Math.max(last, dayOf(at))]
  const controls = others.filter((at) => dayOf(at) >= first && dayOf(at) <= last)
  const hasAlike = alikeIn(pool, controls)
  const users = using.filter(hasAlike)
  return {
    ...{ users: users.map((at) => trialAt(at, true)), controls: controls.map((at) => trialAt(at, false)) },
    ...{ others: otherBuyers(pool, controls, users), leftOut: using.length - users.length },
    lastDay: using.length === 0 ? null : last,
  }
}

/** Whether enough buyers of the controls are of the company and province of a trial. */
function alikeIn({ kinds }: Pool, controls: readonly number[]): (at: number) => boolean {
  const counted = kinds.map(({ of, pairs }) => {
    const seen = new Uint8Array(pairs.numbers.size)
    const buyers = new Int32Array(of.numbers.size)
    for (const at of controls) {
      const pair = pairs.of[at] ?? 0
      if (seen[pair]) continue
      seen[pair] = 1
      const kind = of.of[at] ?? 0
      buyers[kind] = (buyers[kind] ?? 0) + 1
    }
    return (at: number) => buyers[of.of[at] ?? 0] ?? 0
  })
  return (at) => counted.every((buyersOf) => buyersOf(at) >= FEWEST_ALIKE)
}

function otherBuyers({ buyers }: Pool, controls: readonly number[], users: readonly number[]): number {
  const seen = new Uint8Array(buyers.numbers.size)
  for (const at of users) seen[buyers.of[at] ?? 0] = 1
  let count = 0
  for (const at of controls) {
    const buyer = buyers.of[at] ?? 0
    if (!seen[buyer]) count++
    seen[buyer] = 1
  }
  return count
}

export const buyersOf = (trials: readonly Trial[]): Set<string> => new Set(trials.map(({ buyer }) => buyer))
