// What an import read, wrote, turned away and could not place; kept as a setting, shown on the terminal and the crons screen.
import type { NoteKind, Notes } from '#server/ingest/notes.ts'

export interface CollectionCounts {
  read: number
  written: number
  unchanged: number
  removed: number
  rejected: number
}

export interface ImportReport {
  readonly origin: string
  readonly resumed: boolean
  readonly started_at: string
  readonly finished_at: string
  readonly collections: Readonly<Record<string, CollectionCounts>>
  /** Why records were turned away, most frequent first. */
  readonly rejects: readonly { source: string; reason: string; count: number }[]
  /** Values that the mapping does not place, with how often they came. */
  readonly unmapped: Readonly<Record<NoteKind, readonly { text: string; count: number }[]>>
  /** Months whose rollups were rebuilt. */
  readonly months: readonly string[]
}

export interface ImportStats {
  readonly notes: Notes
  of(collection: string): CollectionCounts
  reject(source: string, reason: string): void
  report(head: Omit<ImportReport, 'collections' | 'rejects' | 'unmapped'>): ImportReport
}

export function createStats(notes: Notes): ImportStats {
  const collections: Record<string, CollectionCounts> = {}
  const rejects = new Map<string, { source: string; reason: string; count: number }>()
  return {
    notes,
    of(collection) {
      collections[collection] ??= { read: 0, written: 0, unchanged: 0, removed: 0, rejected: 0 }
      return collections[collection]
    },
    reject(source, reason) {
      const general = reason.replace(/\.\d+\b/g, '')
      const key = `${source} ${general}`
      const known = rejects.get(key) ?? { source, reason: general, count: 0 }
      rejects.set(key, { ...known, count: known.count + 1 })
    },
    report: (head) => ({
      ...head,
      collections,
      rejects: [...rejects.values()].sort((one, other) => other.count - one.count),
      unmapped: {
        discount: notes.list('discount'),
        role: notes.list('role'),
        province: notes.list('province'),
        status: notes.list('status'),
        currency: notes.list('currency'),
        clock: notes.list('clock'),
        refund: notes.list('refund'),
      },
    }),
  }
}
