// Notes in the store. Every change raises the version 'notes'.
import type { NoteRow, notes } from '#contract/notes.ts'
import { changeRevised } from '#server/http/revisions.ts'
import type { Call } from '#server/http/route.ts'
import { insertNumbered } from '#server/store/rows.ts'
import { inScope, type Scope, type ScopedSql, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'

export type Note = Pick<NoteRow, 'from_date' | 'to_date' | 'dist_id' | 'text'>

type NotesFilter = Pick<Call<typeof notes>['query'], 'from' | 'to' | 'dist_id'>

/** Notes about all distributors and about those in the scope; `mayWrite`: some of them can be changed. */
export const notesSeen = (
  { from, to, dist_id }: NotesFilter,
  scope: Scope,
  mayWrite: boolean,
): ScopedSql => sql`
  select n.note_id as id, n.revision, n.from_date, n.to_date, n.text, coalesce(d.name, n.dist_id, '') as distributor,
    n.dist_id, coalesce(u.name, '') as author, n.changed_at,
    ${mayWrite} and (n.dist_id is not null or ${scope === null}) as editable
  from notes n
  left join distributors d on d.dist_id = n.dist_id
  left join users u on u.user_id = n.user_id and u.deleted_at is null
  where (n.dist_id is null or ${inScope(scope, sql`n.dist_id`)})
    and ${from === undefined ? sql`true` : sql`n.to_date >= cast(${from} as date)`}
    and ${to === undefined ? sql`true` : sql`n.from_date <= cast(${to} as date)`}
    and ${dist_id === undefined ? sql`true` : sql`(n.dist_id is null or n.dist_id = ${dist_id})`}`

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
