// Corrections of special days: notes about the whole shop that mark their days as holiday, sale event or neither.
import { fold } from '#contract/row-order.ts'
import { sql, wholeShop } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { Correction } from './special-days.ts'

/** The data version of notes. */
export const NOTES_VERSION = 'notes'

/** 'Feriado provincial' is one, 'sin feriado' says that the day is none. */
export function correctionKind(text: string): Correction['kind'] | undefined {
  const [, denied, word] =
    /(?:^|[^\p{L}])((?:sin|no hay|no es|no fue)\s+)?(feriado|evento)(?![\p{L}])/u.exec(fold(text)) ?? []
  if (word === undefined) return undefined
  return denied ? 'neither' : word === 'feriado' ? 'holiday' : 'event'
}

/** Oldest first; the name is the note. */
export async function correctionsOf(store: Reads): Promise<Correction[]> {
  const notes = await store.all<{ from: string; to: string; text: string }>(
    wholeShop(
      'everybody reads these notes',
      sql`select from_date as "from", to_date as "to", text from notes where dist_id is null order by note_id`,
    ),
  )
  return notes.flatMap(({ from, to, text }) => {
    const kind = correctionKind(text)
    return kind ? [{ from, to, kind, name: text }] : []
  })
}
