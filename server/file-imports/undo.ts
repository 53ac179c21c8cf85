import type { ImportPreview } from '#contract/imports.ts'
import { HttpError } from '#server/http/errors.ts'
import { laterImports, UNDOABLE_DAYS, undoOrders, undoRecords } from '#server/ingest/file-import-rows.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import type { Note } from '../features/imports/routes.ts'
import type { ImportDeps } from './deps.ts'
import { type FileImport, namesOf } from './model.ts'
import { forgetRecipesOf } from './recipes.ts'
import { type Applied, appliedOf, saveImport } from './stored.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

const PAGE = 500

/** Brings every order of the import back to what it was. A stopped undo is finished by the next one. */
export async function undoImport(one: FileImport, deps: ImportDeps, note: Note): Promise<ImportPreview> {
  const { store, now } = deps
  const { id, state } = one.preview
  const refuse = (message: string) => new HttpError('import-not-undoable', { message, data: one.preview })
  const { applied, at } = await appliedOf(deps, id)
  if (!applied || at === undefined || !['done', 'warning'].includes(state))
    throw refuse(FILE_IMPORT_TEXT.notApplied)
  const age = now().getTime() - Date.parse(`${String(at).replace(' ', 'T')}Z`)
  if (age > UNDOABLE_DAYS * 86_400_000) throw refuse(FILE_IMPORT_TEXT.tooOld)
  const later = await store.transaction((tx) => laterImports(tx, id))
  if (later.length > 0) throw refuse(FILE_IMPORT_TEXT.later)
  await takeBack(store, id, async (tx) => {
    await removeDistributors(tx, applied)
    const left = await tx.one(sql`select 1 as found from orders limit 1`)
    if (!left) await restoreSettings(tx, applied)
    const subject = namesOf(one.files)
    await note(tx, { action: 'files.undo', subject, before: { import: id } })
  })
  one.preview = { ...one.preview, state: 'undone', message: '' }
  await saveImport(deps, one)
  return one.preview
}

/** Brings every record that the import wrote back to what it was; `last` runs in the last transaction. */
export async function takeBack(
  store: Store,
  id: string,
  last: (tx: Queries) => Promise<void>,
): Promise<void> {
  while ((await store.transaction((tx) => undoOrders(tx, id, PAGE))) > 0);
  for (const collection of ['products', 'customers'] as const)
    while ((await store.transaction((tx) => undoRecords(tx, id, collection, PAGE))) > 0);
  await store.transaction(async (tx) => {
    await last(tx)
    await forgetRecipesOf(tx, id)
    await bumpVersions(tx, ['dimensions'])
  })
  await rebuildDirtyMonths(store)
}

export const removeDistributors = (tx: Queries, { distributors }: Applied): Promise<unknown> =>
  tx.run(sql`
    delete from distributors where not (dist_id in (${['', ...distributors]}))
      and dist_id not in (select dist_id from orders)`)

/** Null stands for one that was not set. */
export async function restoreSettings(tx: Queries, { settings }: Applied): Promise<void> {
  for (const [name, value] of Object.entries(settings)) await writeSetting(tx, name, value ?? undefined)
}
