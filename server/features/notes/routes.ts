// Reading notes within the scope of a role, and writing them with the permission `notes`.
import { deleteNote, notes, saveNote } from '#contract/notes.ts'
import { notesSeen } from '#server/figures/notes.ts'
import type { AdminApp } from '#server/http/app.ts'
import { audit, auditedChange } from '#server/http/audit.ts'
import { badRequest, HttpError } from '#server/http/errors.ts'
import { listRoute } from '#server/http/list-route.ts'
import { may, type Principal } from '#server/http/principal.ts'
import { type Call, route } from '#server/http/route.ts'
import { type Scope, sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import * as stored from './store.ts'

export function noteRoutes(app: AdminApp): void {
  const { store, now } = app

  listRoute(app, notes, ({ query: { from, to, dist_id }, scope, principal }) => ({
    reads: ['notes', 'accounts', 'dimensions'],
    query: notesSeen({ from, to, dist_id }, scope, may(principal, 'notes')),
  }))

  route(app, saveNote, async (call) => ({ id: await auditedChange(store, (tx) => save(tx, call, now())) }))

  route(app, deleteNote, ({ params: { id }, principal }) =>
    auditedChange(store, async (tx) => {
      const note = await editable(tx, principal, id)
      await stored.removeNote(tx, id)
      await audit(tx, principal, { action: 'note.delete', subject: note.text, before: told(note) }, now())
    }),
  )
}

async function save(
  tx: Queries,
  { body: { id, revision, ...note }, principal, scope }: Call<typeof saveNote>,
  now: Date,
): Promise<number> {
  await assertWithin(tx, note.dist_id, scope)
  if (id === undefined) {
    await audit(tx, principal, { action: 'note.create', subject: note.text, after: told(note) }, now)
    return stored.createNote(tx, principal.userId, note, now)
  }
  const before = await editable(tx, principal, id)
  await stored.changeNote(tx, { id, revision }, note, now)
  const change = {
    action: 'note.update' as const,
    subject: note.text,
    before: told(before),
    after: told(note),
  }
  await audit(tx, principal, change, now)
  return id
}

const told = ({ from_date, to_date, dist_id, text }: stored.Note) => ({ from_date, to_date, dist_id, text })

/** A note that the account may change; notes of other distributors are not found. */
async function editable(tx: Queries, { scope }: Principal, id: number): Promise<stored.Note> {
  const note = await stored.noteById(tx, id)
  if (!note || !isWithin(note.dist_id, scope)) throw new HttpError('note-not-found')
  return note
}

const isWithin = (distId: string | null, scope: Scope) =>
  scope === null || (distId !== null && scope.includes(distId))

async function assertWithin(tx: Queries, distId: string | null, scope: Scope): Promise<void> {
  if (!isWithin(distId, scope)) throw badRequest('dist_id', 'must be a distributor of the role')
  if (distId === null) return
  const known = await tx.one(sql`select 1 as known from distributors where dist_id = ${distId}`)
  if (!known) throw badRequest('dist_id', 'must be a distributor')
}
