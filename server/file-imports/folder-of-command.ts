// Folders in which a command holds rows of customers while it runs.
import { rmSync } from 'node:fs'
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

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Removes the folder when the work ends, also by a signal, which then ends the process as usual. */
export async function removedAfter<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const end = (signal: NodeJS.Signals) => {
    unhear()
    rmSync(folder, { recursive: true, force: true })
    process.kill(process.pid, signal)
  }
  const unhear = () => {
    for (const signal of SIGNALS) process.off(signal, end)
  }
  for (const signal of SIGNALS) process.on(signal, end)
  try {
    return await work()
  } finally {
    unhear()
    await rm(folder, { recursive: true, force: true })
  }
}
