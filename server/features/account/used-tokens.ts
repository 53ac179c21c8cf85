import { insertUnless } from '#server/store/rows.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Whether this is the first use of a single-use token, which is then used up. */
export async function spendToken(tx: Queries, id: string, expires: Date, now: Date): Promise<boolean> {
  await tx.run(sql`delete from used_tokens where expires_at < ${utc(now)}`)
  return insertUnless(tx, 'used_tokens', { token_id: id, expires_at: expires }, sql`token_id = ${id}`)
}
