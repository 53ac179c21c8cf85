// A backup is a DuckDB file of the whole database, of either engine, with the digests of its rows inside.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assertEqualParts, copyStore } from '#server/store/copy.ts'
import { recordBackup } from '#server/store/copy-runs.ts'
import { type Part, partsOf } from '#server/store/digests.ts'
import { StoreError } from '#server/store/errors.ts'
import { openDuckDbFile, openSnapshot, type StoreOptions } from '#server/store/open.ts'
import { tablesOf } from '#server/store/schema-tables.ts'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import { DecryptionError, decrypted, encrypted } from './encryption.ts'
import { placeText } from './place.ts'
import { type BackupStorage, inFolder, PARTIAL } from './storage.ts'

export interface BackupDeps {
  readonly store: Store
  /** The location of the store. */
  readonly place: StoreOptions
  readonly storage: BackupStorage
  /** Folder for unfinished files. */
  readonly workFolder: string
  /** GONDOLA_BACKUP_KEY; without it, backups are not encrypted. */
  readonly key: string | undefined
  readonly now: () => Date
}

export interface BackupResult {
  readonly file: string
  readonly bytes: number
  readonly rows: number
  /** Names of older backups that were removed. */
  readonly removed: readonly string[]
}

const KEPT_BACKUPS = 7

const NAME = /^gondola-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.duckdb(\.enc)?$/

/** When a backup of this name was made; undefined for other files. */
export function backupTime(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? []
  return year === undefined ? undefined : new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Oldest first. */
export const backupsIn = async (storage: BackupStorage): Promise<string[]> =>
  (await storage.list()).flatMap(({ name }) => (backupTime(name) ? [name] : [])).sort()

/**
 * Copies one consistent state, compares the copy with it, stores it and reads it back. Keeps the last seven. `prefix` names
 * a backup that does not count among the seven.
 */
export async function writeBackup(deps: BackupDeps, prefix = 'gondola'): Promise<BackupResult> {
  const { storage, workFolder, key } = deps
  await inFolder(workFolder, () => mkdir(workFolder, { recursive: true, mode: 0o700 }))
  await removePartial(workFolder)
  const time = deps.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const plain = `${prefix}-${time}.duckdb`
  const file = key === undefined ? plain : `${plain}.enc`
  const copy = join(workFolder, plain + PARTIAL)
  try {
    const rows = await copyDatabase(deps, copy)
    const digest = await digestOf(createReadStream(copy))
    const finished = join(workFolder, file + PARTIAL)
    if (key !== undefined) await writeStream(encrypted(createReadStream(copy), key), finished)
    const { size } = await stat(finished)
    await storage.write(file, finished)
    await readBack(deps, file, digest)
    return { file, bytes: size, rows, removed: prefix === 'gondola' ? await removeOld(storage) : [] }
  } finally {
    // On a full disk a partial copy would block everything else.
    await removePartial(workFolder)
  }
}

export const writeStream = (bytes: AsyncIterable<Uint8Array>, file: string): Promise<void> =>
  pipeline(Readable.from(bytes), createWriteStream(file, { mode: 0o600 }))

/** Removes the file unless it reads as it was written: it would count as the newest backup. */
async function readBack({ storage, key }: BackupDeps, file: string, digest: string): Promise<void> {
  const differs = () => new StoreError('differs', `la copia ${file} no se lee como se escribió`)
  try {
    if ((await digestOf(decrypted(storage.read(file), key))) !== digest) throw differs()
  } catch (error) {
    // The first failure says more than that of a storage that is gone.
    await storage.remove(file).catch(() => {})
    throw error instanceof DecryptionError ? differs() : error
  }
}

async function digestOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes) hash.update(piece)
  return hash.digest('hex')
}

/** Returns the number of rows. */
async function copyDatabase({ store, place }: BackupDeps, file: string): Promise<number> {
  const source = placeText(place)
  if (store.engine === 'duckdb') {
    const parts = await copyEmbedded(store, file)
    await using copy = await openDuckDbFile(file)
    await assertEqualParts(copy, await tablesOf(copy), parts)
    await recordBackup(copy, source, parts)
    return parts.reduce((sum, { rows }) => sum + rows, 0)
  }
  await using snapshot = await openSnapshot(place)
  await using copy = await openDuckDbFile(file)
  const { tables } = await copyStore(snapshot, copy, { kind: 'backup', source })
  return [...tables.values()].reduce((sum, rows) => sum + rows, 0)
}

/** Rows, sequences and functions in one transaction, so the copy is consistent. Returns what it has to hold. */
async function copyEmbedded(store: Store, file: string): Promise<Part[]> {
  const database = await store.one<{ name: string }>(sql`select current_database() as name`)
  const copy = sql.identifier('gondola_copy')
  await store.run(sql`attach ${literal(file)} as ${copy}`)
  try {
    return await store.transaction(async (tx) => {
      const parts = await partsOf(tx, await tablesOf(tx))
      await tx.run(sql`copy from database ${sql.identifier(database?.name ?? '')} to ${copy}`)
      return parts
    })
  } finally {
    await store.run(sql`detach ${copy}`)
  }
}

/** For statements that take no parameters. */
const literal = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`)

/** Removes files of an interrupted copy. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (name.includes(PARTIAL)) await rm(join(folder, name), { force: true })
}

async function removeOld(storage: BackupStorage): Promise<string[]> {
  const old = (await backupsIn(storage)).slice(0, -KEPT_BACKUPS)
  for (const name of old) await storage.remove(name)
  return old
}
