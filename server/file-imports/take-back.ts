// Brings records, distributors and settings back to what they were before an import.
import { undoOrders, undoRecords } from '#server/ingest/file-import-rows.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import { writeSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { forgetRecipesOf } from './recipes.ts'
import type { Applied } from './stored.ts'

const PAGE = 500

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
