import { type Sql, sql } from './sql.ts'

/** Limits a query to the distributors in `scope`; null means all of them. */
export const inScope = (scope: readonly string[] | null, column: Sql = sql`dist_id`): Sql =>
  scope === null ? sql`true` : sql`${column} in (${scope})`
