// What transactions of several PostgreSQL processes wait for one another at, beside their rows, until they end.
import { sql } from './sql.ts'
import type { Queries } from './store.ts'

/** Numbers that are this product's own in its database. */
const LOCKS = {
  migration: 7233091,
  sync: 7233093,
  dimensions: 7233094,
  served: 7233095,
  forgotten: 7233096,
} as const

/** First of the two numbers of a lock with a name, as `exclusively` takes them; pairs of numbers are a space of their own. */
export const NAMED_LOCKS = 7233095

/** Waits for whoever holds it alone and, unless `together`, for whoever holds it at all. DuckDB has one writer at a time. */
export async function acquireLock(
  tx: Queries,
  lock: keyof typeof LOCKS,
  how: 'alone' | 'together',
): Promise<void> {
  if (tx.engine === 'duckdb') return
  const take = sql.raw(how === 'alone' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.all(sql`select ${take}(${LOCKS[lock]})::text`)
}
