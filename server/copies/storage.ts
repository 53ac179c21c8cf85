// Where backups are kept.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StoreError } from '#server/store/errors.ts'

export interface StoredFile {
  readonly name: string
  readonly bytes: number
}

export interface BackupStorage {
  /** For operators; never a password. */
  readonly place: string
  list(): Promise<StoredFile[]>
  /** Moves or copies a complete file of this machine into the storage. */
  write(name: string, file: string): Promise<void>
  read(name: string): AsyncIterable<Uint8Array>
  remove(name: string): Promise<void>
}

export const PARTIAL = '.partial'

/** The folder may hold files of others. */
const UNFINISHED = /^[a-z]+-\d{8}-\d{6}\.duckdb(\.enc)?\.partial$/

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'no da permiso a este usuario'],
  ['EPERM', 'no da permiso a este usuario'],
  ['EROFS', 'sólo se puede leer'],
  ['ENOSPC', 'no tiene lugar libre'],
  ['EDQUOT', 'no tiene lugar libre'],
  ['ENOENT', 'no está'],
  ['EEXIST', 'no es una carpeta'],
  ['ENOTDIR', 'no es una carpeta'],
])

/** Explains errors of the system about a folder of backups, which jobs show as they are. */
export async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : ''
    if (code === '') throw error
    throw new StoreError(
      'unreachable',
      `la carpeta de copias ${resolve(folder)} ${REASONS.get(code) ?? 'no responde como debería'} (${code}); corregirla, o elegir otra con GONDOLA_BACKUP_TO`,
      error,
    )
  }
}

export function folderStorage(folder: string): BackupStorage {
  const pathOf = (name: string) => join(folder, name)
  return {
    place: resolve(folder),
    list: () => inFolder(folder, () => filesIn(folder)),
    write: (name, file) => inFolder(folder, () => moveInto(folder, name, file)),
    read: (name) => createReadStream(pathOf(name)),
    remove: (name) => inFolder(folder, () => rm(pathOf(name))),
  }
}

async function filesIn(folder: string): Promise<StoredFile[]> {
  const names = (await readdir(folder).catch(ifMissing)) ?? []
  const files = await Promise.all(
    names.map(async (name) => {
      // A link may lead nowhere, and a file be removed meanwhile.
      const found = await stat(join(folder, name)).catch(ifMissing)
      return found?.isFile() ? [{ name, bytes: found.size }] : []
    }),
  )
  return files.flat()
}

async function moveInto(folder: string, name: string, file: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Only a complete copy gets the name of a backup.
  const partial = join(folder, name + PARTIAL)
  // Those of killed processes would fill the disk.
  for (const other of await readdir(folder))
    if (UNFINISHED.test(other) && join(folder, other) !== partial)
      await rm(join(folder, other), { force: true })
  if (!(await isSame(file, partial))) {
    await copyFile(file, partial)
    await rm(file)
  }
  await flush(partial)
  await rename(partial, join(folder, name))
}

/** Also by another name of its folder, such as a link. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [left, right] = [await stat(one), await stat(other).catch(ifMissing)]
  return left.ino === right?.ino && left.dev === right.dev
}

async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.sync()
}
