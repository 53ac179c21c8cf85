import { type Sql, sql } from './sql.ts'

/** Longer lists become one parameter, to keep the SQL text short. */
const MAX_WRITTEN = 100

/**
 * Rows with these keys. The bounds let an engine without an index skip blocks without them. They are literals: with
 * parameters, DuckDB would plan each statement twice, because numbers get their type only with their values.
 */
export function among(key: string, ids: readonly number[]): Sql {
  if (ids.length === 0) return sql`false`
  const column = sql.identifier(key)
  const least = ids.reduce((left, right) => Math.min(left, right))
  const most = ids.reduce((left, right) => Math.max(left, right))
  const list = ids.length > MAX_WRITTEN ? ids : sql.join(ids.map(sql.whole))
  return sql`${column} between ${sql.whole(least)} and ${sql.whole(most)} and ${column} in (${list})`
}
