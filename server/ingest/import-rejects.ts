// Keeps the list of rejects to what the last whole reading of a collection turned away. Room ingest.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { clearRejects } from './write-rejects.ts'

/** Forgets rejects of a collection that was read whole without meeting them again. */
export async function forgetOtherRejects(
  tx: Queries,
  source: string,
  met: ReadonlySet<string>,
): Promise<void> {
  const stored = await tx.all<{ record_id: string }>(
    sql`select record_id from rejects where source = ${source}`,
  )
  const mended = stored.map(({ record_id }) => record_id).filter((id) => !met.has(id))
  await clearRejects(tx, source, mended)
}
