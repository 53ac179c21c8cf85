// What a reconciliation could not place, kind by kind. Pure; may import contract's types.
import type { ReconciliationRun } from '#contract/reconciliation.ts'
import { unplacedText } from './text.ts'

interface Named {
  readonly name: string
  readonly count: number
}

export interface UnplacedKind {
  readonly key: keyof typeof unplacedText.kinds
  readonly count: number
  /** The most frequent of them, where they have names. */
  readonly named: readonly Named[]
}

const KINDS = Object.keys(unplacedText.kinds) as UnplacedKind['key'][]

/** The kinds of which there are some. */
export function unplacedKinds(unplaced: NonNullable<ReconciliationRun['unplaced']>): UnplacedKind[] {
  return KINDS.map((key) => {
    const value = unplaced[key]
    if (typeof value === 'number') return { key, count: value, named: [] }
    return { key, count: value.reduce((sum, one) => sum + one.count, 0), named: value }
  }).filter(({ count }) => count > 0)
}
