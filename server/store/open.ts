import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fencedStore } from './fence.ts'
import { migrate } from './migrate.ts'
import type { Store } from './store.ts'

export interface StoreOptions {
  /** postgres://user:password@host:port/database; without it, the embedded DuckDB is used. */
  databaseUrl?: string
  /** Folder of `gondola.duckdb`; without it the embedded database lives in memory. */
  dataDir?: string
  /** Of the embedded engine, for example '1GB'. */
  memoryLimit?: string
  /** Of the embedded engine. */
  threads?: number
}

/** Opens and migrates the store. */
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

/** Imports only the engine in use. */
async function openEngine({ databaseUrl, dataDir, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts')
    return fencedStore(await openPostgres({ url: databaseUrl }))
  }
  const { openDuckDb } = await import('./duckdb.ts')
  const engine = {
    ...(options.memoryLimit === undefined ? {} : { memoryLimit: options.memoryLimit }),
    ...(options.threads === undefined ? {} : { threads: options.threads }),
  }
  if (dataDir === undefined) return openDuckDb(engine)
  // The data contains personal names and addresses.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return openDuckDb({ ...engine, file: join(dataDir, 'gondola.duckdb'), tempDirectory: join(dataDir, 'tmp') })
}
