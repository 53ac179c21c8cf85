// The result of an import, stored as a setting and shown on the terminal and the crons screen.
import { NOTE_KINDS, type NoteKind, type Notes } from './notes.ts'
import type { RejectedRecord } from './source.ts'

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
  /** Reasons of rejects, most frequent first. */
  readonly rejects: readonly { source: string; reason: string; count: number }[]
  /** Values that the rules do not classify. */
  readonly unmapped: Readonly<Record<NoteKind, readonly { text: string; count: number }[]>>
  /** Months whose rollups were rebuilt. */
  readonly months: readonly string[]
  /** Records whose removal waits for a person. A report of an earlier version has neither this nor `remarks`. */
  readonly waiting?: number
  /** What was odd about the source, in Spanish. */
  readonly remarks?: readonly string[]
}

/** `failed`: no record of the collection that matters most was usable. */
export function verdict({
  collections,
  waiting = 0,
  remarks = [],
}: Pick<ImportReport, 'collections' | 'waiting' | 'remarks'>): 'success' | 'warning' | 'failed' {
  const all = Object.values(collections)
  const isLost = ({ written, unchanged, rejected }: CollectionCounts) =>
    rejected > 0 && written + unchanged === 0
  if (collections.orders ? isLost(collections.orders) : all.length > 0 && all.every(isLost)) return 'failed'
  return waiting > 0 || remarks.length > 0 || all.some(({ rejected }) => rejected > 0) ? 'warning' : 'success'
}

/** Of an import of a whole shop, which is no success if it found nothing. */
export const importVerdict = (report: Pick<ImportReport, 'collections' | 'waiting' | 'remarks'>) =>
  Object.values(report.collections).every(({ read }) => read === 0) ? 'failed' : verdict(report)

/** Saved with a collection's cursor, so that the report of a resumed import is complete. */
export interface SavedStats {
  readonly counts: CollectionCounts
  readonly rejects: ImportReport['rejects']
  /** Of all collections so far. */
  readonly unmapped: ImportReport['unmapped']
}

/** Counts of a run in progress. */
export interface ImportStats {
  readonly notes: Notes
  saved(collection: string): SavedStats
  of(collection: string): Readonly<CollectionCounts>
  add(collection: string, counts: Partial<CollectionCounts>): void
  addRejects(collection: string, rejects: readonly RejectedRecord[]): void
  report(): Pick<ImportReport, 'collections' | 'rejects' | 'unmapped'>
}

/** The part of a report that a job's log keeps. */
export type JobDetail = Pick<
  ImportReport,
  'collections' | 'rejects' | 'unmapped' | 'months' | 'waiting' | 'remarks'
>

/** Values of a kind kept in a job's log. */
const LOGGED_VALUES = 20

export function jobDetail({
  collections,
  rejects,
  unmapped,
  months,
  waiting,
  remarks = [],
}: JobDetail): Record<string, unknown> {
  const limited = Object.entries(unmapped).map(([kind, values]) => [kind, values.slice(0, LOGGED_VALUES)])
  return {
    collections,
    rejects: rejects.slice(0, LOGGED_VALUES),
    unmapped: Object.fromEntries(limited),
    months,
    ...(waiting ? { waiting } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
  }
}

/** `former`: counts of the part before the interruption, by collection. */
export function createStats(notes: Notes, former: ReadonlyMap<string, SavedStats> = new Map()): ImportStats {
  const collections = new Map<string, CollectionCounts>()
  const rejects = new Map<string, { source: string; reason: string; count: number }>()
  for (const [collection, saved] of former) {
    collections.set(collection, { ...saved.counts })
    for (const one of saved.rejects) rejects.set(`${one.source} ${one.reason}`, { ...one })
  }
  const notesBefore = (former.get('orders') ?? former.get('customers'))?.unmapped
  for (const kind of NOTE_KINDS)
    for (const { text, count } of notesBefore?.[kind] ?? []) notes.count(kind, text, count)
  const countsOf = (collection: string): CollectionCounts => {
    const counts = collections.get(collection) ?? {
      read: 0,
      written: 0,
      unchanged: 0,
      removed: 0,
      rejected: 0,
    }
    collections.set(collection, counts)
    return counts
  }
  const unmapped = () => ({
    discount: notes.list('discount'),
    role: notes.list('role'),
    province: notes.list('province'),
    status: notes.list('status'),
    currency: notes.list('currency'),
    clock: notes.list('clock'),
    refund: notes.list('refund'),
    long: notes.list('long'),
    column: notes.list('column'),
    total: notes.list('total'),
    doubt: notes.list('doubt'),
    quantity: notes.list('quantity'),
  })
  return {
    notes,
    of: countsOf,
    saved: (collection) => ({
      counts: countsOf(collection),
      rejects: [...rejects.values()].filter(({ source }) => source === collection),
      unmapped: unmapped(),
    }),
    add(collection, { read = 0, written = 0, unchanged = 0, removed = 0, rejected = 0 }) {
      const counts = countsOf(collection)
      counts.read += read
      counts.written += written
      counts.unchanged += unchanged
      counts.removed += removed
      counts.rejected += rejected
    },
    addRejects(source, records) {
      for (const { reason: exact } of records) {
        // 'line_items.3.total' and 'line_items.0.total' are one reason.
        const reason = exact.replace(/\.\d+(?=[. ])/g, '')
        const key = `${source} ${reason}`
        rejects.set(key, { source, reason, count: (rejects.get(key)?.count ?? 0) + 1 })
      }
    },
    report: () => ({
      collections: Object.fromEntries(collections),
      rejects: [...rejects.values()].sort((one, other) => other.count - one.count),
      unmapped: unmapped(),
    }),
  }
}
