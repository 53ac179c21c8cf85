// Where backups are kept.
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'

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

export function folderStorage(folder: string): BackupStorage {
  const pathOf = (name: string) => join(folder, name)
  return {
    place: resolve(folder),
    async list() {
      const names = (await readdir(folder).catch(ifMissing)) ?? []
      const files = await Promise.all(
        names.map(async (name) => {
          // A link may lead nowhere, and a file be removed meanwhile.
          const found = await stat(pathOf(name)).catch(ifMissing)
          return found?.isFile() ? [{ name, bytes: found.size }] : []
        }),
      )
      return files.flat()
    },
    async write(name, file) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Only a complete copy gets the name of a backup.
      const partial = pathOf(name + PARTIAL)
      // Those of killed processes would fill the disk.
      for (const other of await readdir(folder))
        if (UNFINISHED.test(other) && pathOf(other) !== partial) await rm(pathOf(other), { force: true })
      if (!(await isSame(file, partial))) {
        await copyFile(file, partial)
        await rm(file)
      }
      await flush(partial)
      await rename(partial, pathOf(name))
    },
    read: (name) => createReadStream(pathOf(name)),
    remove: (name) => rm(pathOf(name)),
  }
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
