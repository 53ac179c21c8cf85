import { sql } from './sql.ts'
import type { Store } from './store.ts'

/** Updates PostgreSQL's planner statistics after a bulk load, minutes before autovacuum would. Samples, so size hardly matters. */
export async function refreshStatistics(store: Store, tables: readonly string[]): Promise<void> {
  if (store.engine === 'duckdb') return
  await store.run(sql`analyze ${sql.join(tables.map((table) => sql.identifier(table)))}`)
}
