// Records that could not be kept as facts, with the reason; the crons screen lists them. Room ingest: may import domain and store.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utcText } from '#server/store/utc.ts'
import { insertFacts } from './write-rows.ts'

export interface Reject {
  /** Collection of the record: orders, refunds, customers … */
  source: string
  record_id: string
  reason: string
}

const REJECTS = { table: 'rejects', columns: ['source', 'record_id', 'reason', 'rejected_at'] } as const

/** One reason per record, the latest; a record rejected again for the same reason keeps its date. */
export async function writeRejects(tx: Queries, rejects: readonly Reject[], now = new Date()): Promise<void> {
  const rejected_at = utcText(now)
  for (const [source, told] of Map.groupBy(rejects, (reject) => reject.source)) {
    const latest = new Map(told.map((reject) => [reject.record_id, { ...reject, rejected_at }]))
    const stored = await tx.all<Reject>(
      sql`select source, record_id, reason from rejects where source = ${source} and record_id in (${[...latest.keys()]})`,
    )
    for (const { record_id, reason } of stored)
      if (latest.get(record_id)?.reason === reason) latest.delete(record_id)
    if (latest.size === 0) continue
    await clearRejects(tx, source, [...latest.keys()])
    await insertFacts(tx, REJECTS, latest.values())
  }
}

/** Forgets rejects whose records have been kept since, or are gone. */
export async function clearRejects(tx: Queries, source: string, recordIds: readonly string[]): Promise<void> {
  if (recordIds.length === 0) return
  await tx.run(sql`delete from rejects where source = ${source} and record_id in (${recordIds})`)
}
