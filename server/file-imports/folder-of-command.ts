// The folder in which a command unpacks files.
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const PREFIX = 'import-'
/** No command runs longer. */
const OLDEST_MS = 24 * 3600_000

/** A new folder. Removes those of commands that were killed. */
export async function newWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o700 })
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue
    const found = await stat(join(parent, name)).catch(() => undefined)
    if (found && found.mtimeMs < Date.now() - OLDEST_MS)
      await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, PREFIX))
}
