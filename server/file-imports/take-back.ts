// Takes back what imports wrote: cancelled ones and ones that a person undoes. It happens under the job `import`, so that no other
// import writes meanwhile; what a stopped server left half taken back is finished by the next.
import type { ImportPreview } from '#contract/imports.ts'
import { undoOrders, undoRecords } from '#server/ingest/file-import-rows.ts'
import { claimImportWhile, holdImport } from '#server/ingest/jobs/hold-import.ts'
import type { Outcome } from '#server/ingest/jobs/job.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { restoreAround } from './around.ts'
import type { ImportDeps } from './deps.ts'
import { deleteFiles } from './file-import.ts'
import type { FileImport } from './model.ts'
import { forgetRecipesOf } from './recipes.ts'
import { appliedOf, loadImport, saveImport, TAKEN_BACK } from './stored.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** How the job `import` ends: nothing new was read. */
export const endOf = (message: string): Outcome => ({ state: 'waiting', message, processed: 0 })

const PAGE = 500
const ALL = 2 ** 31 - 1

/** Brings every record that the import wrote back to what it was; `last` runs in the last transaction. */
async function takeBack(store: Store, id: string, last: (tx: Queries) => Promise<void>): Promise<void> {
  while ((await store.transaction((tx) => undoOrders(tx, id, PAGE))) > 0);
  // At once, as they were written: only together do products tell that their class has a new name.
  await store.transaction((tx) => undoRecords(tx, id, 'products', ALL))
  while ((await store.transaction((tx) => undoRecords(tx, id, 'customers', PAGE))) > 0);
  await store.transaction(async (tx) => {
    await last(tx)
    await forgetRecipesOf(tx, id)
    await bumpVersions(tx, ['dimensions'])
  })
  await rebuildDirtyMonths(store)
}

/** The newest first: each brings back what was there before it. */
export const takenBackIds = async ({ store }: Pick<ImportDeps, 'store'>): Promise<string[]> =>
  (
    await store.all<{ import_id: string }>(sql`
      select import_id from file_imports where state in (${TAKEN_BACK})
      order by coalesce(place, 0) desc, import_id`)
  ).map(({ import_id }) => import_id)

/** For the process that holds the job `import`. */
export async function settleTakenBack(deps: ImportDeps): Promise<void> {
  const { store } = deps
  for (const id of await takenBackIds(deps)) {
    const { applied, state } = await appliedOf(deps, id)
    if (applied) await takeBack(store, id, (tx) => restoreAround(tx, id, applied))
    const one = (await loadImport(deps, id))!
    one.preview = {
      ...one.preview,
      ...NOT_TAKEN_BACK,
      ...endedAs(state === 'undoing', applied !== undefined),
    }
    await deleteFiles(one)
    await saveImport(deps, one, { over: TAKEN_BACK })
  }
}

function endedAs(isUndone: boolean, isWritten: boolean) {
  if (isUndone) return { state: 'undone', message: '' } as const
  const message = isWritten ? FILE_IMPORT_TEXT.cancelled : FILE_IMPORT_TEXT.cancelledUnwritten
  return { state: 'cancelled', message } as const
}

async function isTakenBack({ store }: Pick<ImportDeps, 'store'>, id: string): Promise<boolean> {
  const found = await store.one(sql`
    select 1 as found from file_imports where import_id = ${id} and state in (${TAKEN_BACK})`)
  return found !== undefined
}

/** Also where another server takes it back: then its end is waited for. */
export const finishTakingBack = (one: FileImport, deps: ImportDeps): Promise<void> =>
  toldIfCut(one, deps, async () => {
    const { store, now } = deps
    const message = one.preview.cancelling ? FILE_IMPORT_TEXT.cancelled : FILE_IMPORT_TEXT.undone
    const isNeeded = () => isTakenBack(deps, one.preview.id)
    const runId = await claimImportWhile(store, isNeeded, { now: now(), onWait: () => {} })
    if (runId !== undefined)
      await holdImport(store, runId, { progress: silentProgress, now }, async () => ({
        result: await settleTakenBack(deps),
        ending: endOf(message),
      }))
  })

const NOT_TAKEN_BACK = { cancelling: false, undoing: false }

export const isBeingTakenBack = ({ cancelling, undoing }: ImportPreview): boolean => cancelling || undoing

/** Shows how the work of taking back ended. */
export async function toldIfCut(one: FileImport, deps: ImportDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work()
    one.preview = (await loadImport(deps, one.preview.id))!.preview
  } catch (error) {
    if (isBeingTakenBack(one.preview))
      one.preview = {
        ...one.preview,
        ...{ state: 'failed', ...NOT_TAKEN_BACK, message: FILE_IMPORT_TEXT.takingBackCut },
      }
    throw error
  }
}
