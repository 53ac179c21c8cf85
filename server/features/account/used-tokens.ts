import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'

/** Whether this is the first use of a single-use token, which is then used up. */
export async function spendToken(tx: Queries, id: string, expires: Date, now: Date): Promise<boolean> {
  await tx.run(sql`delete from used_tokens where expires_at < ${utc(now)}`)
  const unlessUsed = tx.engine === 'postgres' ? sql` on conflict do nothing` : sql.empty
  const added = await tx.run(sql`
    insert into used_tokens (token_id, expires_at) select ${id}, cast(${utc(expires)} as timestamp)
    where not exists (select 1 from used_tokens where token_id = ${id})${unlessUsed}`)
  return added > 0
}
