// A command that root runs writes as the user of the service, who could not open files of root afterwards.
import { existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { databaseFile } from '#server/store/open.ts'

/** Goes on as the owner of the data, or of the folder in which it will be, if this process may. */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const known = [databaseFile(dataDir), join(dataDir, 'secret.key')].find((path) => existsSync(path))
  const owner = statSync(known ?? existingFolder(resolve(dataDir)))
  if (owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}

/** The folder, or the nearest one above that exists. */
const existingFolder = (path: string): string => (existsSync(path) ? path : existingFolder(dirname(path)))
