import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** The body of `POST /api/users` with the revision that a dialog opened now would send. */
export async function withUserRevision<T extends { readonly id?: number | undefined }>(
  queries: Queries,
  body: T,
) {
  const row = await queries.one<{ revision: number }>(sql`
    select revision from users where user_id = ${body.id ?? 0}`)
  return { ...(row && { revision: row.revision }), ...body }
}
