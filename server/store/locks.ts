// PostgreSQL advisory locks that last until the transaction ends.
import { sql } from './sql.ts'
import type { Queries } from './store.ts'

/** Arbitrary numbers, unique within the database. */
const LOCKS = {
  migration: 7233091,
  sync: 7233093,
  dimensions: 7233094,
  served: 7233095,
  forgotten: 7233096,
  copy: 7233097,
  rows: 7233098,
} as const

/** Does nothing on DuckDB, which has one writer at a time. */
export async function acquireLock(tx: Queries, lock: keyof typeof LOCKS, mode: 'exclusive' | 'shared') {
  if (tx.engine === 'duckdb') return
  const acquire = sql.raw(mode === 'exclusive' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await tx.all(sql`select ${acquire}(${LOCKS[lock]})::text`)
}

/** Statements that take the lock outside a transaction and give it back; it also ends with the connection. */
export const sessionLock = (lock: keyof typeof LOCKS) => ({
  acquire: sql`select pg_advisory_lock(${LOCKS[lock]})::text`,
  release: sql`select pg_advisory_unlock(${LOCKS[lock]})::text`,
})
