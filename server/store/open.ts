// A migrated store from the product's settings: PostgreSQL where an address is given, else the embedded file.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from './migrate.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** postgres://user:password@host:port/database; without it the embedded DuckDB. */
  databaseUrl?: string
  /** Folder of the embedded file (`gondola.duckdb`); without it the embedded database lives in memory. */
  dataDir?: string
  /** Most memory of the embedded engine, e.g. '1GB'. */
  memoryLimit?: string
  /** Threads of the embedded engine. */
  threads?: number
}

export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const store = await openEngine(options)
  try {
    await migrate(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Loads the engine that is asked for alone. */
async function openEngine({ databaseUrl, dataDir, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres({ url: databaseUrl })
  }
  const { openDuckDb } = await import('./duckdb.ts')
  const engine = {
    ...(options.memoryLimit === undefined ? {} : { memoryLimit: options.memoryLimit }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
  }
  if (dataDir === undefined) return openDuckDb(engine)
  // It holds names and addresses of people.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openDuckDb({ ...engine, file: join(dataDir, 'gondola.duckdb'), tempDirectory: join(dataDir, 'tmp') })
}
