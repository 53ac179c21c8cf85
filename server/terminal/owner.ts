// A command that root runs writes as the user of the service, who could not open files of root afterwards.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile } from '#server/store/open.ts'

/** Goes on as the owner of the data, if this process may. */
export function becomeOwner(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const owner = [databaseFile(dataDir), join(dataDir, 'secret.key'), dataDir]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .find((found) => found !== undefined)
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
}
