// Brings the records of an import back to what they were before it.
import { undoOrders, undoRecords } from '#server/ingest/file-import-rows.ts'
import { rebuildDirtyMonths } from '#server/rollups/rebuild.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { bumpVersions } from '#server/store/versions.ts'
import { forgetRecipesOf } from './recipes.ts'

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
