// Looks for evidence about absent records during a run, and removes what was proven at its end.
import type { Rollups } from '#server/rollups/difference.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { ImportJob } from '../import-job.ts'
import type { RecordId, RemovableCollection } from '../source.ts'
import type { ProvenRecords } from './proven.ts'
import { applyRemovals, type Removed } from './removals.ts'

/** Looks for evidence about records that a listing left out. `isSure`: every record of the listing had a usable id. */
export async function proveAbsences(
  { store, reader: { absences }, proven }: Pick<ImportJob, 'store' | 'reader' | 'proven'>,
  collection: RemovableCollection,
  absent: readonly number[],
  isSure: boolean,
): Promise<void> {
  if (absent.length === 0 || absences === undefined) return
  if (absences.kind === 'stated') {
    if (isSure)
      proven.add(
        collection,
        absent.map((id) => [id, 'unlisted'] as const),
      )
    return
  }
  const parents = collection === 'products' ? await parentsOf(store, absent) : new Map<number, number>()
  const ids = absent.map((id): RecordId => ({ id, parent: parents.get(id) ?? 0 }))
  for (const [id, fate] of await absences.fates(collection, ids))
    if (fate !== 'there') proven.add(collection, [[id, fate]])
}

async function parentsOf(queries: Queries, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await queries.all<{ product_id: number; parent_id: number }>(
    sql`select product_id, parent_id from products where product_id in (${ids})`,
  )
  return new Map(rows.map((row) => [row.product_id, row.parent_id]))
}

/** Removes what was proven; counts it in the job's report. */
export async function settleRemovals(
  tx: Queries,
  { stats, now }: Pick<ImportJob, 'stats' | 'now'>,
  records: ReturnType<ProvenRecords['take']>,
  rollups: Rollups,
): Promise<ReadonlyMap<RemovableCollection, Removed>> {
  const results = new Map<RemovableCollection, Removed>()
  for (const [collection, proven] of records) {
    const removed = await applyRemovals(tx, collection, proven, { now: now(), rollups })
    stats.add(collection, { removed: removed.ids.length })
    results.set(collection, removed)
  }
  return results
}
