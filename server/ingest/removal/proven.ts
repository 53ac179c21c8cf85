// The evidence that a run finds about absent records; decided about at its end, when the extent of the loss is known.
import type { RemovableCollection } from '../source.ts'
import type { Evidence, Proven } from './rule.ts'

export interface ProvenRecords {
  add(collection: RemovableCollection, records: Iterable<readonly [id: number, evidence: Evidence]>): void
  /** Returns what was added since the last call. */
  take(): (readonly [RemovableCollection, readonly Proven[]])[]
}

export function provenRecords(): ProvenRecords {
  const found = new Map<RemovableCollection, Map<number, Evidence>>()
  return {
    add(collection, records) {
      const known = found.get(collection) ?? new Map<number, Evidence>()
      for (const [id, evidence] of records) known.set(id, evidence)
      found.set(collection, known)
    },
    take() {
      const all = [...found].map(
        ([collection, some]) => [collection, [...some].map(([id, evidence]) => ({ id, evidence }))] as const,
      )
      found.clear()
      return all
    },
  }
}
