import { HttpError } from '#server/http/errors.ts'
import { laterImports, UNDOABLE_DAYS } from '#server/ingest/file-import-rows.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { claimImport, holdImport } from '#server/ingest/jobs/hold-import.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { sql } from '#server/store/sql.ts'
import type { Note } from '../features/imports/routes.ts'
import type { ImportDeps } from './deps.ts'
import { type FileImport, namesOf } from './model.ts'
import { appliedOf } from './stored.ts'
import { endOf, finishTakingBack, settleTakenBack, toldIfCut } from './take-back.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** Returns once nothing can refuse it any more; every order is then brought back to what it was, here or by the next server. */
export async function undoImport(one: FileImport, deps: ImportDeps, note: Note): Promise<void> {
  const { store, now } = deps
  const refuse = (message: string) => new HttpError('import-not-undoable', { message, data: one.preview })
  // Asked again while it runs, or after it was cut.
  if ((await appliedOf(deps, one.preview.id)).state === 'undoing') return resume(one, deps)
  const early = await whyNot(one, deps)
  if (early !== undefined) throw refuse(early)
  const runId = await claimImport(store, { now: now() })
  if (runId === undefined) throw refuse(IMPORT_TEXT.already)
  await new Promise<void>((resolve, reject) => {
    const held = async () => {
      // Left by a server that was stopped.
      await settleTakenBack(deps)
      // Another call may have undone it, or imported more, meanwhile.
      const reason = await whyNot(one, deps)
      if (reason !== undefined) {
        reject(refuse(reason))
        return { result: undefined, ending: endOf(reason) }
      }
      await begin(one, deps, note)
      resolve()
      return { result: await settleTakenBack(deps), ending: endOf(FILE_IMPORT_TEXT.undone) }
    }
    const work = holdImport(store, runId, { progress: silentProgress, now }, held)
    // Before it has begun.
    work.catch(reject)
    undone(
      one,
      toldIfCut(one, deps, () => work),
    )
  })
}

function resume(one: FileImport, deps: ImportDeps): void {
  if (one.preview.undoing) return
  one.preview = { ...one.preview, state: 'importing', undoing: true, message: '' }
  undone(one, finishTakingBack(one, deps))
}

/** A failure is thrown where a call waits for it. */
function undone(one: FileImport, work: Promise<void>): void {
  one.work = work
  work.catch(() => {})
}

const begin = (one: FileImport, { store }: ImportDeps, note: Note): Promise<void> =>
  store.transaction(async (tx) => {
    const { id } = one.preview
    await tx.run(sql`update file_imports set state = 'undoing' where import_id = ${id}`)
    await note(tx, { action: 'files.undo', subject: namesOf(one.files), before: { import: id } })
    one.preview = { ...one.preview, state: 'importing', undoing: true, message: '' }
  })

/** Undefined where it can be undone. */
async function whyNot({ preview: { id } }: FileImport, deps: ImportDeps): Promise<string | undefined> {
  const { store, now } = deps
  const { applied, at, state = '' } = await appliedOf(deps, id)
  if (!applied || at === undefined || !['done', 'warning'].includes(state)) return FILE_IMPORT_TEXT.notApplied
  const age = now().getTime() - Date.parse(`${String(at).replace(' ', 'T')}Z`)
  if (age > UNDOABLE_DAYS * 86_400_000) return FILE_IMPORT_TEXT.tooOld
  const later = await store.transaction((tx) => laterImports(tx, id))
  return later.length > 0 ? FILE_IMPORT_TEXT.later : undefined
}
