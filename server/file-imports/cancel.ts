// Cancels an import: one that is read, one that writes, and one that a stopped server left half written.
import { HttpError } from '#server/http/errors.ts'
import { laterImports } from '#server/ingest/file-import-rows.ts'
import { sql } from '#server/store/sql.ts'
import type { Note } from '../features/imports/routes.ts'
import type { ImportDeps } from './deps.ts'
import { deleteFiles } from './file-import.ts'
import { type FileImport, namesOf } from './model.ts'
import { saveImport } from './stored.ts'
import { finishTakingBack, isBeingTakenBack } from './take-back.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

export const refuseStarted = ({ preview }: FileImport): HttpError =>
  new HttpError(preview.cancelling ? 'import-cancelling' : 'import-already-started', { data: preview })

const OPEN = ['reading', 'asking', 'ready'] as const

/** Where something is written, it goes on after this returns. */
export async function cancelImport(one: FileImport, deps: ImportDeps, note: Note): Promise<void> {
  const isOpen = OPEN.some((state) => state === one.preview.state)
  if (isOpen) {
    one.abort.abort()
    await one.work.catch(() => {})
    if (!one.isBegun) return cancelPreview(one, deps)
  }
  const isHere = one.preview.state === 'importing' && !isBeingTakenBack(one.preview)
  // Taking it back failed before.
  const isLeft = one.preview.state === 'failed' && (await isCancelled(deps, one.preview.id))
  if (!isOpen && !isHere && !isLeft) throw refuseStarted(one)
  if (!isLeft) await mark(one, deps, note)
  one.preview = { ...one.preview, state: 'importing', cancelling: true, message: '' }
  if (isHere) return
  one.work = finishTakingBack(one, deps)
  one.work.catch(() => {})
}

async function cancelPreview(one: FileImport, deps: ImportDeps): Promise<void> {
  const before = one.preview
  one.preview = { ...before, state: 'cancelled', message: FILE_IMPORT_TEXT.cancelledUnwritten }
  if (!(await saveImport(deps, one, { over: [...OPEN, 'failed'] }))) {
    one.preview = before
    throw refuseStarted(one)
  }
  one.work = Promise.resolve()
  await deleteFiles(one)
}

/** Whoever writes the import sees it before the next page, on any server. */
const mark = (one: FileImport, { store }: ImportDeps, note: Note): Promise<void> =>
  store.transaction(async (tx) => {
    const { id } = one.preview
    const refuse = (message: string) => new HttpError('import-not-undoable', { message, data: one.preview })
    if ((await laterImports(tx, id)).length > 0) throw refuse(FILE_IMPORT_TEXT.later)
    const newer = await tx.one(sql`
      select 1 as found from file_imports where state in ('importing', 'cancelling')
        and place > (select place from file_imports where import_id = ${id}) limit 1`)
    if (newer) throw refuse(FILE_IMPORT_TEXT.newer)
    const marked = await tx.run(sql`
      update file_imports set state = 'cancelling'
      where import_id = ${id} and state in (${[...OPEN, 'importing']})`)
    if (marked === 0) throw refuseStarted(one)
    await note(tx, { action: 'files.cancel', subject: namesOf(one.files), before: { import: id } })
    await one.whenCancelled?.(tx)
  })

export async function isCancelled({ store }: Pick<ImportDeps, 'store'>, id: string): Promise<boolean> {
  const row = await store.one<{ state: string }>(sql`select state from file_imports where import_id = ${id}`)
  return row?.state === 'cancelling'
}
