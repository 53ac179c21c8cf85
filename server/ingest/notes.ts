// Counts values that no rule classifies, for the import report. E-mails in them are masked.
import { withoutEmails } from '#server/domain/e-mails.ts'
import { storable } from '#server/domain/folded.ts'

export const NOTE_KINDS = [
  'discount',
  'role',
  'province',
  'status',
  'currency',
  'clock',
  'refund',
  'long',
  'column',
  'total',
  'doubt',
  'quantity',
] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export interface Notes {
  count(kind: NoteKind, text: string, times?: number): void
  /** Texts of a kind with their counts, most frequent first. */
  list(kind: NoteKind): { text: string; count: number }[]
}

/** Limits memory: shops with one coupon per customer have millions of texts. The rest is counted under '…'. */
const MAX_TEXTS = 1000

export function newNotes(): Notes {
  const kinds = new Map<NoteKind, Map<string, number>>()
  return {
    count(kind, found, times = 1) {
      const text = withoutEmails(found)
      const texts = kinds.get(kind) ?? new Map<string, number>()
      kinds.set(kind, texts)
      const key = texts.has(text) || texts.size < MAX_TEXTS ? text : '…'
      texts.set(key, (texts.get(key) ?? 0) + times)
    },
    list(kind) {
      const texts = [...(kinds.get(kind) ?? [])].map(([text, count]) => ({ text, count }))
      return texts.sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
    },
  }
}

const encoder = new TextEncoder()
/** The most bytes of an e-mail address; an index of PostgreSQL refuses texts of some thousand. */
const indexed = new Uint8Array(254)

/** Text that an index takes; what is cut is counted under the name of its field. */
export function indexable(text: string, field: string, notes: Notes): string {
  const whole = storable(text)
  // Most texts are short, and a unit of UTF-16 takes at most three bytes.
  if (whole.length * 3 <= indexed.length) return whole
  const { read } = encoder.encodeInto(whole, indexed)
  if (read < whole.length) notes.count('long', field)
  return whole.slice(0, read)
}
