// Which orders of the month are compared: first uses of the benefit, with orders in the same days of buyers who had not used it.
import type { Placed, Uses } from './read.ts'
import type { Trial } from './trials.ts'

export interface Compared {
  readonly users: readonly Trial[]
  readonly controls: readonly Trial[]
  /** Users of a company or province in which nobody is compared with. */
  readonly leftOut: number
  /** Last day with a first use, from the first of the month; null: there are none. */
  readonly lastDay: number | null
}

/** Fewer are nobody to be compared with. */
const FEWEST_ALIKE = 5

/** `placed`: in a fixed order. */
export function comparedOf(placed: readonly Placed[], { firsts, later }: Uses): Compared {
  const firstOf = new Map(firsts.map((first) => [first.buyer, first]))
  const trials = placed.flatMap((order): Trial[] => {
    const first = firstOf.get(order.buyer)
    const uses = first?.order_id === order.order_id
    if (first && !uses && isAfter(order, first)) return []
    return [{ ...order, uses, netLater: later.get(order.order_id) ?? 0 }]
  })
  return chosen(trials)
}

const isAfter = (one: Pick<Placed, 'at' | 'order_id'>, other: Pick<Placed, 'at' | 'order_id'>): boolean =>
  one.at > other.at || (one.at === other.at && one.order_id > other.order_id)

/** Orders that used the benefit first, and those that could have. */
export function chosen(trials: readonly Trial[]): Compared {
  const users = trials.filter(({ uses }) => uses)
  const days = users.map(({ day }) => day)
  const [first, last] = [Math.min(...days), Math.max(...days)]
  const controls = trials.filter(({ uses, day }) => !uses && day >= first && day <= last)
  const hasAlike = alikeIn(controls)
  const compared = users.filter(hasAlike)
  return {
    ...{ users: compared, controls, leftOut: users.length - compared.length },
    lastDay: users.length === 0 ? null : last,
  }
}

function alikeIn(controls: readonly Trial[]): (trial: Trial) => boolean {
  const buyers = (of: 'company' | 'province') =>
    new Map(
      [...Map.groupBy(controls, (trial) => trial[of])].map(([value, own]) => [value, buyersOf(own).size]),
    )
  const [companies, provinces] = [buyers('company'), buyers('province')]
  return ({ company, province }) =>
    Math.min(companies.get(company) ?? 0, provinces.get(province) ?? 0) >= FEWEST_ALIKE
}

export const buyersOf = (trials: readonly Trial[]): Set<string> => new Set(trials.map(({ buyer }) => buyer))
