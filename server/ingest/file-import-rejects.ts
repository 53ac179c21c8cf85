// The list of rejects as it was before an import of files, which replaces it.
import { type Sql, sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Before the import writes: once it has ended, it has replaced the list. */
export async function keepRejects(tx: Queries, importId: string): Promise<void> {
  await tx.run(sql`
    insert into file_import_rejects (import_id, source, record_id, reason, rejected_at)
    select ${importId}, source, record_id, reason, rejected_at from rejects`)
}

/**
 * Takes out what the import rejected from `since` to `until` and brings back what it replaced. Where a later import stays, the list is
 * that one's by now: then the list that its undo brings back is mended instead.
 */
export async function undoRejects(
  tx: Queries,
  importId: string,
  since: Date,
  until: Date | undefined,
): Promise<void> {
  const next = await nextImport(tx, importId)
  const list = next === undefined ? sql`rejects` : sql`file_import_rejects`
  const isListed = next === undefined ? sql`true` : sql`import_id = ${next}`
  const kept = sql`select * from file_import_rejects before where before.import_id = ${importId}`
  await tx.run(sql`
    delete from ${list} where ${isListed} and rejected_at >= ${utc(since)}
      ${until === undefined ? sql.empty : sql`and rejected_at <= ${utc(until)}`}
      and not exists (${kept} and before.source = ${list}.source and before.record_id = ${list}.record_id
        and before.reason = ${list}.reason and before.rejected_at = ${list}.rejected_at)`)
  const columns = sql`source, record_id, reason, rejected_at`
  const owner = (value: Sql): Sql => (next === undefined ? sql.empty : value)
  await tx.run(sql`
    insert into ${list} (${owner(sql`import_id, `)}${columns})
    select ${owner(sql`${next ?? ''}, `)}${columns} from (${kept}) before
    where not exists (
      select 1 from ${list} now where ${owner(sql`now.import_id = ${next ?? ''} and `)}
        now.source = before.source and now.record_id = before.record_id)`)
  await tx.run(sql`delete from file_import_rejects where import_id = ${importId}`)
}

async function nextImport(tx: Queries, importId: string): Promise<string | undefined> {
  const next = await tx.one<{ import_id: string }>(sql`
    select import_id from file_imports
    where place > (select place from file_imports where import_id = ${importId}) and state in ('done', 'warning')
    order by place limit 1`)
  return next?.import_id
}
