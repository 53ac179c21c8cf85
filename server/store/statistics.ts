// What the planner of PostgreSQL knows of tables that have just been filled; its own round comes minutes later.
import { sql } from './sql.ts'
import type { Store } from './store.ts'

/** Reads a sample of each table, so it costs about the same whatever their size. DuckDB knows as it writes. */
export async function refreshStatistics(store: Store, tables: readonly string[]): Promise<void> {
  if (store.engine === 'duckdb') return
  await store.run(sql`analyze ${sql.join(tables.map((table) => sql.identifier(table)))}`)
}
