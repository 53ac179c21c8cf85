import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { distributeTables } from './citus.ts'
import { StoreError } from './errors.ts'
import { fencedStore } from './fence.ts'
import { isMigrated, migrate } from './migrate.ts'
import { placeOf } from './postgres-errors.ts'
import { hasTable } from './schema-tables.ts'
import type { Snapshot, Store } from './store.ts'

export interface StoreOptions {
  /** postgres://user:password@host:port/database; without it, the embedded DuckDB is used. */
  databaseUrl?: string
  /** Throws 'no-database' instead of making a new one. */
  mustExist?: boolean
  /** Most connections to it. */
  connections?: number | undefined
  /** Folder of `gondola.duckdb`; without it the embedded database lives in memory. */
  dataDir?: string
  /** Of the embedded engine, for example '1GB'. */
  memoryLimit?: string
  /** Of the embedded engine. */
  threads?: number
}

/** Opens and migrates the store. */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { mustExist = false, ...place } = options
  if (mustExist && place.databaseUrl === undefined && place.dataDir !== undefined) assertFile(place)
  return migrated(await openEngine(place), mustExist ? placeOfDatabase(place) : undefined)
}

const noDatabase = (place: string) =>
  new StoreError(
    'no-database',
    `no hay una base de Góndola en ${place}. Revisar GONDOLA_DATA_DIR y GONDOLA_DATABASE_URL: se leen del entorno y del .env de esta carpeta, no del archivo de entorno del servicio. Una base nueva la hacen start, demo, import y restore.`,
  )

const placeOfDatabase = ({ databaseUrl, dataDir = '.' }: StoreOptions): string =>
  databaseUrl === undefined ? databaseFile(resolve(dataDir)) : `PostgreSQL (${placeOf(databaseUrl)})`

/** Throws 'no-database' for a place without one; a server may hold it. */
export async function assertDatabase(place: StoreOptions): Promise<void> {
  if (place.databaseUrl === undefined) return assertFile(place)
  await using snapshot = await openReadOnly(place)
  if (!(await hasTable(snapshot, 'migrations'))) throw noDatabase(placeOfDatabase(place))
}

function assertFile(place: StoreOptions): void {
  if (!existsSync(databaseFile(place.dataDir ?? '.'))) throw noDatabase(placeOfDatabase(place))
}

/** Throws if a store that has to be at `known` is empty. */
async function migrated(store: Store, known?: string): Promise<Store> {
  try {
    if (known !== undefined && !(await hasTable(store, 'migrations'))) throw noDatabase(known)
    await migrate(store)
    await distributeTables(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Opens a store to be copied and changes nothing in it. While an embedded database is open, no server can start on it. Throws
 * 'older' if this version has not migrated the store, 'no-database' if there is none.
 */
export async function openSnapshot(options: StoreOptions): Promise<Snapshot> {
  const snapshot = await openReadOnly(options)
  try {
    if (!(await hasTable(snapshot, 'migrations'))) throw noDatabase(placeOfDatabase(options))
    if (!(await isMigrated(snapshot)))
      throw new StoreError(
        'older',
        'la base es de una versión anterior de Góndola: iniciar una vez el servidor de esta versión con ella, detenerlo y repetir',
      )
    return snapshot
  } catch (error) {
    await snapshot.close()
    throw error
  }
}

async function openReadOnly({ databaseUrl, dataDir = '.', ...options }: StoreOptions): Promise<Snapshot> {
  if (databaseUrl !== undefined) {
    const { openPostgresSnapshot } = await import('./postgres-snapshot.ts')
    return openPostgresSnapshot({ url: databaseUrl })
  }
  assertFile({ dataDir })
  const file = databaseFile(dataDir)
  const { openDuckDb } = await import('./duckdb.ts')
  return openDuckDb({ ...options, file, readOnly: true, tempDirectory: join(dataDir, 'tmp') })
}

/** Memory of files that are opened beside a server. */
const BESIDE = { memoryLimit: '256MiB', threads: 1 }

/** Opens and migrates any file of the embedded engine, such as a new copy. */
export async function openDuckDbFile(file: string): Promise<Store> {
  const { openDuckDb } = await import('./duckdb.ts')
  return migrated(await openDuckDb({ ...BESIDE, file }))
}

/** Opens a file of any version of the product and changes nothing in it. */
export async function openDuckDbFileReadOnly(file: string): Promise<Snapshot> {
  const { openDuckDb } = await import('./duckdb.ts')
  return openDuckDb({ ...BESIDE, file, readOnly: true })
}

/** A file that was copied here may be open to every user of the machine. */
function closeToOthers(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || (found.mode & 0o077) === 0 || found.uid !== process.getuid?.()) return
  chmodSync(file, 0o600)
}

/** Of the embedded database. */
export const databaseFile = (dataDir: string): string => join(dataDir, 'gondola.duckdb')

/** Imports only the engine in use. */
async function openEngine({ databaseUrl, connections, dataDir, ...options }: StoreOptions): Promise<Store> {
  if (databaseUrl !== undefined) {
    const { openPostgres } = await import('./postgres.ts')
    return fencedStore(await openPostgres({ url: databaseUrl, connections }))
  }
  const { openDuckDb } = await import('./duckdb.ts')
  if (dataDir === undefined) return openDuckDb(options)
  // The data contains personal names and addresses.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const file of [databaseFile(dataDir), `${databaseFile(dataDir)}.wal`]) closeToOthers(file)
  return openDuckDb({ ...options, file: databaseFile(dataDir), tempDirectory: join(dataDir, 'tmp') })
}
