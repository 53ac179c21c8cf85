// What an import meets that the mapping does not place: counted here, listed in its report, which names nobody.
import { withoutEmails } from '#server/domain/e-mails.ts'

export const NOTE_KINDS = ['discount', 'role', 'province', 'status', 'currency', 'clock', 'refund'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

export interface Notes {
  count(kind: NoteKind, text: string, times?: number): void
  /** Texts of a kind with how often they came, most frequent first. */
  list(kind: NoteKind): { text: string; count: number }[]
}

/** A shop with one code per customer must not fill the memory with them. */
const KEPT = 1000

export function newNotes(): Notes {
  const kinds = new Map<NoteKind, Map<string, number>>()
  return {
    count(kind, found, times = 1) {
      const text = withoutEmails(found)
      const texts = kinds.get(kind) ?? new Map<string, number>()
      kinds.set(kind, texts)
      const before = texts.get(text)
      if (before !== undefined) texts.set(text, before + times)
      else if (texts.size < KEPT) texts.set(text, times)
      else texts.set('…', (texts.get('…') ?? 0) + times)
    },
    list(kind) {
      const texts = [...(kinds.get(kind) ?? [])].map(([text, count]) => ({ text, count }))
      return texts.sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
    },
  }
}
