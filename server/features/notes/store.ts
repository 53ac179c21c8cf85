// Notes in the store. Every change raises the version 'notes'.
import type { NoteRow } from '#contract/notes.ts'
import { changeRevised } from '#server/http/revisions.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

export type Note = Pick<NoteRow, 'from_date' | 'to_date' | 'dist_id' | 'text'>

export const noteById = (queries: Queries, id: number): Promise<Note | undefined> =>
  queries.one<Note>(sql`select from_date, to_date, dist_id, text from notes where note_id = ${id}`)

/** Returns the id. */
export async function createNote(tx: Queries, userId: number, note: Note, now: Date): Promise<number> {
  await bumpVersions(tx, ['notes'])
  const row = { user_id: userId, ...columnsOf(note), created_at: now, changed_at: now }
  return insertNumbered(tx, 'notes', ['note_id', 'note_ids'], row)
}

export async function changeNote(
  tx: Queries,
  { id, revision }: { id: number; revision: number | undefined },
  note: Note,
  now: Date,
): Promise<void> {
  const row = { key: { note_id: id }, revision }
  await changeRevised(tx, 'note', row, { ...columnsOf(note), changed_at: now })
  await bumpVersions(tx, ['notes'])
}

const columnsOf = ({ from_date, to_date, dist_id, text }: Note) => ({
  from_date: sql`cast(${from_date} as date)`,
  to_date: sql`cast(${to_date} as date)`,
  ...{ dist_id, text },
})

export async function removeNote(tx: Queries, id: number): Promise<void> {
  await tx.run(sql`delete from notes where note_id = ${id}`)
  await bumpVersions(tx, ['notes'])
}
