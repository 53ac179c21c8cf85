// What a reconciliation could not classify, by kind.
import type { ReconciliationRun } from '#contract/reconciliation.ts'
import { unplacedText } from './reconciliation-text.ts'

export interface UnplacedKind {
  readonly key: keyof typeof unplacedText.kinds
  readonly count: number
  /** Of all of them, where they have one. */
  readonly amount?: number
  /** The most frequent ones; empty for kinds without names. */
  readonly named: readonly { readonly name: string; readonly count: number }[]
}

const KINDS = Object.keys(unplacedText.kinds) as UnplacedKind['key'][]

/** The kinds with at least one record. */
export function unplacedKinds(unplaced: NonNullable<ReconciliationRun['unplaced']>): UnplacedKind[] {
  return KINDS.map((key): UnplacedKind => {
    const value = unplaced[key]
    if (typeof value === 'number') return { key, count: value, named: [] }
    if ('orders' in value)
      return {
        ...{ key, count: value.count, amount: value.amount },
        named: value.orders.map((name) => ({ name, count: 1 })),
      }
    return { key, count: value.reduce((sum, one) => sum + one.count, 0), named: value }
  }).filter(({ count }) => count > 0)
}
