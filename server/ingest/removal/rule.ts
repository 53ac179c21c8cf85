// Which removals take effect at once. An absence is never a deletion: each record needs evidence of its own, and a loss that is
// large for a day waits for a person (docs/decisions/sync.md).

import type { Fate } from '../source.ts'

/**
 * `trashed`: the record itself says so; `gone`: the source does not know its id; `unlisted`: missing from a list that a person
 * declared complete.
 */
export type Evidence = Exclude<Fate, 'there'> | 'unlisted'

export interface Proven {
  readonly id: number
  readonly evidence: Evidence
}

export interface Candidate extends Proven {
  /** '' for records without one. */
  readonly month: string
}

export interface Circumstances {
  /** Stored records by month. */
  readonly stored: ReadonlyMap<string, number>
  /** Losses of the last 24 hours by month; trashed records are none. */
  readonly recent: ReadonlyMap<string, number>
}

const MOST_A_DAY = 20
const MOST_OF_A_MONTH = 0.02

export function decide<One extends Candidate>(
  candidates: readonly One[],
  { stored, recent }: Circumstances,
): { readonly remove: readonly One[]; readonly wait: readonly One[] } {
  const losses = candidates.filter(({ evidence }) => evidence !== 'trashed')
  const lost = (month: string) => recent.get(month) ?? 0
  const total = [...recent.values()].reduce((sum, count) => sum + count, losses.length)
  const byMonth = Map.groupBy(losses, ({ month }) => month)
  const isLarge = ({ month, evidence }: Candidate): boolean => {
    if (evidence === 'trashed') return false
    const most = Math.max(1, Math.floor(((stored.get(month) ?? 0) + lost(month)) * MOST_OF_A_MONTH))
    return total > MOST_A_DAY || (byMonth.get(month)?.length ?? 0) + lost(month) > most
  }
  return {
    remove: candidates.filter((one) => !isLarge(one)),
    wait: candidates.filter(isLarge),
  }
}
