// Purchases of the affected buyers, before and after a change. Distinct buyers, first months and cohorts follow from them.
import { type Group, type Groups, keyOf } from './contributions.ts'
import { added, type Delta } from './fold.ts'

export interface Purchase {
  readonly month: string
  readonly dist_id: string
  /** '' for guests without e-mail. */
  readonly buyer: string
  readonly employee: boolean
  readonly orders: number
  /** In thousandths. */
  readonly net: bigint
}

/** Purchases of buyers in every month, of guests without e-mail in the changed months. */
export interface Purchases {
  readonly before: readonly Purchase[]
  readonly after: readonly Purchase[]
}

/** `stored`: the rows of `rollup_month_buyers` before the change. */
export function purchasesOf(stored: Groups, changes: readonly Delta[]): Purchases {
  const after = new Map(stored)
  for (const change of changes) after.set(keyOf(change), added(change, stored.get(keyOf(change))))
  return {
    before: [...stored.values()].map(purchaseOf),
    after: [...after.values()].map(purchaseOf).filter(({ orders }) => orders !== 0),
  }
}

function purchaseOf({ keys, sums }: Group): Purchase {
  const [month = '', dist_id = '', buyer = '', employee] = keys
  const [orders = 0n, net = 0n] = sums
  return { month, dist_id, buyer, employee: employee === 'true', orders: Number(orders / 1000n), net }
}
