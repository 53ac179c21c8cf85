// Every query of a route states whose data it reads: the types of `Reads` accept only SQL that these functions created.
import { ScopedSql, type Sql, sql } from './sql.ts'

/** Ids of the distributors that a role is limited to; null means all of them. */
export type Scope = readonly string[] | null

const scoped = ({ texts, values }: Sql): ScopedSql => new ScopedSql(texts, values)

/** Limits a query to the distributors in `scope`. */
export const inScope = (scope: Scope, column: Sql = sql`dist_id`): ScopedSql =>
  scoped(scope === null ? sql`true` : sql`${column} in (${scope})`)

/** `whole` for the whole shop, if a smaller table answers it; else `limited`. */
export const byScope = (scope: Scope, whole: Sql, limited: ScopedSql): ScopedSql =>
  scope === null ? scoped(whole) : limited

/** Data that every role may see, whatever its distributors; the reason is documentation. */
export const wholeShop = (_reason: string, query: Sql): ScopedSql => scoped(query)
