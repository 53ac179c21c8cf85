import type { ImportPreview } from '#contract/imports.ts'
import { HttpError } from '#server/http/errors.ts'
import { laterImports, UNDOABLE_DAYS } from '#server/ingest/file-import-rows.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { claimImport, holdImport } from '#server/ingest/jobs/hold-import.ts'
import type { Outcome } from '#server/ingest/jobs/job.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import type { Note } from '../features/imports/routes.ts'
import { restoreAround } from './around.ts'
import { settleCancelled } from './cancel.ts'
import type { ImportDeps } from './deps.ts'
import { type FileImport, namesOf } from './model.ts'
import { type Applied, appliedOf, saveImport } from './stored.ts'
import { takeBack } from './take-back.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** How the job `import` ends: nothing new was read. */
const UNDONE: Outcome = { state: 'waiting', message: FILE_IMPORT_TEXT.undone, processed: 0 }

/** Brings every order of the import back to what it was. A stopped undo is finished by the next one. */
export async function undoImport(one: FileImport, deps: ImportDeps, note: Note): Promise<ImportPreview> {
  const { store, now } = deps
  const refuse = (message: string) => new HttpError('import-not-undoable', { message, data: one.preview })
  const early = await undoable(one, deps)
  if (typeof early === 'string') throw refuse(early)
  const runId = await claimImport(store, { now: now() })
  if (runId === undefined) throw refuse(IMPORT_TEXT.already)
  const reason = await holdImport(store, runId, { progress: silentProgress, now }, async () => {
    // Left by a server that was stopped.
    await settleCancelled(deps)
    // Another call may have undone it, or imported more, meanwhile.
    const found = await undoable(one, deps)
    if (typeof found === 'string') return { result: found, ending: UNDONE }
    await undo(one, found, deps, note)
    return { result: undefined, ending: UNDONE }
  })
  if (reason !== undefined) throw refuse(reason)
  return one.preview
}

/** What the undo needs, or why there is none. */
async function undoable({ preview: { id } }: FileImport, deps: ImportDeps): Promise<Applied | string> {
  const { store, now } = deps
  const { applied, at, state = '' } = await appliedOf(deps, id)
  if (!applied || at === undefined || !['done', 'warning'].includes(state)) return FILE_IMPORT_TEXT.notApplied
  const age = now().getTime() - Date.parse(`${String(at).replace(' ', 'T')}Z`)
  if (age > UNDOABLE_DAYS * 86_400_000) return FILE_IMPORT_TEXT.tooOld
  const later = await store.transaction((tx) => laterImports(tx, id))
  return later.length > 0 ? FILE_IMPORT_TEXT.later : applied
}

async function undo(one: FileImport, applied: Applied, deps: ImportDeps, note: Note): Promise<void> {
  const { id } = one.preview
  await takeBack(deps.store, id, async (tx) => {
    await restoreAround(tx, id, applied)
    await note(tx, { action: 'files.undo', subject: namesOf(one.files), before: { import: id } })
  })
  one.preview = { ...one.preview, state: 'undone', message: '' }
  await saveImport(deps, one)
}
