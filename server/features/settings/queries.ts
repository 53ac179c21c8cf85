import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'

/** Options by name; callers list the names, so that secrets are never read with them. */
export async function optionsOf(queries: Queries, names: readonly string[]): Promise<Map<string, unknown>> {
  const rows = await queries.all<{ option: string; value: string }>(
    sql`select option, value from settings where option in (${names})`,
  )
  return new Map(rows.map(({ option, value }) => [option, JSON.parse(value)]))
}
