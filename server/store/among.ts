import { type Sql, sql } from './sql.ts'

/** Rows with these keys. The bounds let an engine without an index skip blocks without them. */
export function among(key: string, ids: readonly number[]): Sql {
  if (ids.length === 0) return sql`false`
  const column = sql.identifier(key)
  const least = ids.reduce((left, right) => Math.min(left, right))
  const most = ids.reduce((left, right) => Math.max(left, right))
  return sql`${column} between ${least} and ${most} and ${column} in (${ids})`
}
