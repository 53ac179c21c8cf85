// Records that could not be stored as facts, with the reason; the crons screen lists them.
import { sql, utcText } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { RejectedRecord } from './source.ts'
import { insertFacts } from './write-rows.ts'

const REJECTS = { table: 'rejects', columns: ['source', 'record_id', 'reason', 'rejected_at'] } as const

/** One reason per record, the latest; a record rejected again for the same reason keeps its date. */
export async function writeRejects(
  tx: Queries,
  source: string,
  rejects: readonly RejectedRecord[],
  now = new Date(),
): Promise<void> {
  if (rejects.length === 0) return
  const reasons = new Map(rejects.map(({ id, reason }) => [id, reason]))
  const stored = await tx.all<{ record_id: string; reason: string }>(
    sql`select record_id, reason from rejects where source = ${source} and record_id in (${[...reasons.keys()]})`,
  )
  for (const { record_id, reason } of stored) if (reasons.get(record_id) === reason) reasons.delete(record_id)
  if (reasons.size === 0) return
  await clearRejects(tx, source, [...reasons.keys()])
  const rejected_at = utcText(now)
  const rows = [...reasons].map(([record_id, reason]) => ({ source, record_id, reason, rejected_at }))
  await insertFacts(tx, REJECTS, rows)
}

/** Makes these the only rejects of a collection. */
export async function replaceRejects(
  tx: Queries,
  source: string,
  rejects: readonly RejectedRecord[],
): Promise<void> {
  await writeRejects(tx, source, rejects)
  await clearRejectsExcept(tx, source, new Set(rejects.map(({ id }) => id)))
}

/** Deletes the rejects of records that were stored or removed since. */
export async function clearRejects(tx: Queries, source: string, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return
  await tx.run(sql`delete from rejects where source = ${source} and record_id in (${recordIds})`)
}

/** Also in what imports of files keep for their undo. */
export async function forgetRejects(
  tx: Queries,
  source: string,
  recordIds: readonly string[],
): Promise<void> {
  await clearRejects(tx, source, recordIds)
  await tx.run(sql`delete from file_import_rejects where source = ${source} and record_id in (${recordIds})`)
}

export async function clearRejectsExcept(
  tx: Queries,
  source: string,
  kept: ReadonlySet<string>,
): Promise<void> {
  const stored = await tx.all<{ record_id: string }>(
    sql`select record_id from rejects where source = ${source}`,
  )
  const outdated = stored.map(({ record_id }) => record_id).filter((id) => !kept.has(id))
  await clearRejects(tx, source, outdated)
}
