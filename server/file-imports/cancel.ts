// Cancels an import: one that is read, one that writes, and one that a stopped server left half written. What was written is taken
// back under the job `import`, so that no other import writes meanwhile.
import { HttpError } from '#server/http/errors.ts'
import { laterImports } from '#server/ingest/file-import-rows.ts'
import { claimImportWhile, holdImport } from '#server/ingest/jobs/hold-import.ts'
import type { Outcome } from '#server/ingest/jobs/job.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { sql } from '#server/store/sql.ts'
import type { Note } from '../features/imports/routes.ts'
import { restoreAround } from './around.ts'
import type { ImportDeps } from './deps.ts'
import { deleteFiles } from './file-import.ts'
import { type FileImport, namesOf } from './model.ts'
import { appliedOf, loadImport, saveImport } from './stored.ts'
import { takeBack } from './take-back.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** How the job `import` ends: nothing new was read. */
export const CANCELLED: Outcome = { state: 'waiting', message: FILE_IMPORT_TEXT.cancelled, processed: 0 }

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
  const isHere = one.preview.state === 'importing' && !one.preview.cancelling
  // Taking it back failed before.
  const isLeft = one.preview.state === 'failed' && (await isCancelled(deps, one.preview.id))
  if (!isOpen && !isHere && !isLeft) throw refuseStarted(one)
  if (!isLeft) await mark(one, deps, note)
  one.preview = { ...one.preview, state: 'importing', cancelling: true, message: '' }
  if (isHere) return
  one.work = finishCancelled(one, deps)
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

/** Also where another server takes it back: then its end is waited for. */
export async function finishCancelled(one: FileImport, deps: ImportDeps): Promise<void> {
  const { store, now } = deps
  const { id } = one.preview
  try {
    const isNeeded = () => isCancelled(deps, id)
    const runId = await claimImportWhile(store, isNeeded, { now: now(), onWait: () => {} })
    if (runId !== undefined)
      await holdImport(store, runId, { progress: silentProgress, now }, async () => ({
        result: await settleCancelled(deps),
        ending: CANCELLED,
      }))
    one.preview = (await loadImport(deps, id))!.preview
  } catch (error) {
    one.preview = {
      ...one.preview,
      ...{ state: 'failed', cancelling: false, message: FILE_IMPORT_TEXT.cancelCut },
    }
    throw error
  }
}

export const cancelledIds = async ({ store }: Pick<ImportDeps, 'store'>): Promise<string[]> =>
  (
    await store.all<{ import_id: string }>(sql`
      select import_id from file_imports where state = 'cancelling'
      order by coalesce(place, 0) desc, import_id`)
  ).map(({ import_id }) => import_id)

/** For the process that holds the job `import`: takes back what cancelled imports wrote, the newest first. */
export async function settleCancelled(deps: ImportDeps): Promise<void> {
  const { store } = deps
  for (const id of await cancelledIds(deps)) {
    const { applied } = await appliedOf(deps, id)
    if (applied) await takeBack(store, id, (tx) => restoreAround(tx, id, applied))
    const one = (await loadImport(deps, id))!
    const message = applied ? FILE_IMPORT_TEXT.cancelled : FILE_IMPORT_TEXT.cancelledUnwritten
    one.preview = { ...one.preview, state: 'cancelled', cancelling: false, message }
    await deleteFiles(one)
    await saveImport(deps, one, { over: ['cancelling'] })
  }
}
