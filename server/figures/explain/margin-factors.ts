// Splits the change of a margin over the products that have a cost: their prices, their costs, how many and which were sold.
import type { FactorKey } from '#contract/questions/explain-question.ts'
import { sum } from './noise.ts'

export interface Pair<T> {
  readonly before: T
  readonly after: T
}

/** Of one product in one period: whole cents, thousandths of units; null without a cost. */
export interface MarginSales {
  readonly net: number
  readonly units: number
  readonly cost: number | null
  readonly margin: number | null
}

/** What has a cost: its units are in proportion to its net sale. */
interface Costed {
  readonly net: number
  readonly units: number
  readonly cost: number
  readonly margin: number
}

function costed({ net, units, cost, margin }: MarginSales): Costed | null {
  if (cost === null || margin === null) return null
  const covered = cost + margin
  return { net: covered, units: net === 0 ? units : (units * covered) / net, cost, margin }
}

type Split = Partial<Record<FactorKey, number>>

/** Averages of both periods weigh each change, so swapped periods give opposite parts. */
export function marginSplit(products: readonly Pair<MarginSales>[]): Split {
  const all = products.map(({ before, after }) => ({ before: costed(before), after: costed(after) }))
  const both = all.filter((one): one is Pair<Costed> => isSold(one.before) && isSold(one.after))
  const rest = all.filter((one) => !both.includes(one as Pair<Costed>))
  // Sold in both, yet without units in one: what changed of it is no matter of a unit.
  const unsized = rest.filter(
    (one): one is Pair<Costed> =>
      one.before !== null && one.after !== null && isMoved(one.before) && isMoved(one.after),
  )
  const only = (side: 'before' | 'after') =>
    rest.filter((one) => !unsized.includes(one as Pair<Costed>)).map((one) => one[side]?.margin ?? 0)
  const perUnit = ({ units }: Costed, amount: number) => amount / units
  const units = (side: 'before' | 'after') => sum(both.map((one) => one[side].units))
  const margins = (side: 'before' | 'after') => sum(both.map((one) => one[side].margin))
  const change = (of: (one: Costed) => number) =>
    sum(
      both.map(
        ({ before, after }) =>
          ((before.units + after.units) / 2) * (perUnit(after, of(after)) - perUnit(before, of(before))),
      ),
    )
  const sold = sum(
    both.map(
      ({ before, after }) =>
        ((perUnit(before, before.margin) + perUnit(after, after.margin)) / 2) * (after.units - before.units),
    ),
  )
  const average =
    units('before') > 0 && units('after') > 0
      ? (margins('before') / units('before') + margins('after') / units('after')) / 2
      : 0
  const volume = average * (units('after') - units('before'))
  return {
    volume,
    mix: sold - volume + sum(unsized.map(({ before, after }) => after.margin - before.margin)),
    net_price: change(({ net }) => net),
    cost: -change(({ cost }) => cost),
    new_products: sum(only('after')),
    dropped_products: -sum(only('before')),
  }
}

const isSold = (one: Costed | null): one is Costed => one !== null && one.units > 0
const isMoved = ({ net, units, cost }: Costed): boolean => net !== 0 || units !== 0 || cost !== 0
