// Brings a backup to this machine: decrypted, and compared with the digests inside it.
import { createReadStream, statSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { assertEqualParts } from '#server/store/copy.ts'
import { copiedParts, copyRun } from '#server/store/copy-runs.ts'
import { StoreError } from '#server/store/errors.ts'
import { isMigrated } from '#server/store/migrate.ts'
import { databaseFile, openDuckDbFileReadOnly } from '#server/store/open.ts'
import { hasTable, tablesOf } from '#server/store/schema-tables.ts'
import { backupsIn, writeStream } from './backup.ts'
import { DecryptionError, decrypted } from './encryption.ts'
import { type SalesFigure, salesFigures } from './figures.ts'
import type { BackupStorage } from './storage.ts'

export interface FetchDeps {
  readonly storage: BackupStorage
  readonly key: string | undefined
}

export interface FetchedBackup {
  readonly name: string
  readonly figures: readonly SalesFigure[]
  /** False for backups of versions that stored no digests. */
  readonly isCompared: boolean
}

/**
 * Writes the backup of this name or file, by default the newest, as the database of a new folder. Throws a StoreError with a
 * Spanish message if there is none, or if it is encrypted with another key, damaged or not equal to what it should hold.
 */
export async function fetchBackup(
  { storage, key }: FetchDeps,
  wanted: string | undefined,
  folder: string,
): Promise<FetchedBackup> {
  const { name, bytes } = await find(storage, wanted)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = databaseFile(folder)
  await writeStream(decrypted(bytes, key), file).catch((error: unknown) => {
    throw error instanceof DecryptionError ? new StoreError('sealed', `${name}: ${error.message}`) : error
  })
  return { name, ...(await verify(file, name)) }
}

async function find(storage: BackupStorage, wanted: string | undefined) {
  if (wanted !== undefined && statSync(wanted, { throwIfNoEntry: false })?.isDirectory() === false)
    return { name: basename(wanted), bytes: createReadStream(wanted) }
  const names = await backupsIn(storage)
  const name = wanted ?? names.at(-1)
  const all = wanted === undefined ? names : (await storage.list()).map((file) => file.name)
  if (name === undefined || !all.includes(name))
    throw new StoreError(
      'no-database',
      `no hay ${name === undefined ? 'copias' : `una copia ${name}`} en ${storage.place}${names.length > 0 ? `; hay ${names.join(', ')}` : ''}`,
    )
  return { name, bytes: storage.read(name) }
}

const isNewer = (error: unknown) => error instanceof StoreError && error.code === 'newer'

const newer = (name: string, cause: unknown) =>
  new StoreError(
    'newer',
    `la copia ${name} es de una versión más nueva de Góndola, y no está dañada: actualizar Góndola, o nombrar una anterior`,
    cause,
  )

async function verify(file: string, name: string) {
  await using copy = await openDuckDbFileReadOnly(file).catch((error: unknown) => {
    if (isNewer(error)) throw newer(name, error)
    throw new StoreError('broken', `la copia ${name} está dañada: no se abre como base`, error)
  })
  // No server of this version would start on it.
  await isMigrated(copy).catch((error: unknown) => {
    throw isNewer(error) ? newer(name, error) : error
  })
  // Versions without this table stored no digests.
  const isCompared = await hasTable(copy, 'copy_runs')
  if (isCompared) {
    const run = await copyRun(copy)
    if (run?.kind !== 'backup' || run.finished_at === null)
      throw new StoreError('incomplete', `${name} no es una copia terminada (${dirname(file)})`)
    await assertEqualParts(copy, await tablesOf(copy), [...(await copiedParts(copy)).values()])
  }
  return { figures: await salesFigures(copy), isCompared }
}
