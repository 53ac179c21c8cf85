import { type Sql, sql } from './sql.ts'

/** Ids of the distributors that a role is limited to; null means all of them. */
export type Scope = readonly string[] | null

/** Limits a query to the distributors in `scope`. */
export const inScope = (scope: Scope, column: Sql = sql`dist_id`): Sql =>
  scope === null ? sql`true` : sql`${column} in (${scope})`
