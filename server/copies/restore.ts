// Puts a backup in the place of the configured database. Nothing is deleted: the old data stays beside it.
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { copyStore } from '#server/store/copy.ts'
import { copyRun, isEmpty } from '#server/store/copy-runs.ts'
import { StoreError } from '#server/store/errors.ts'
import {
  databaseFile,
  openDuckDbFile,
  openSnapshot,
  openStore,
  type StoreOptions,
} from '#server/store/open.ts'
import { removedAfter } from '#server/store/removed-after.ts'
import { type BackupDeps, writeBackup } from './backup.ts'
import { type FetchedBackup, fetchBackup } from './fetch-backup.ts'
import { assertUnused } from './move.ts'
import type { CopyEvents } from './progress.ts'

export interface RestoreDeps extends Omit<BackupDeps, 'store'>, CopyEvents {
  /** The data folder of the configuration, also with PostgreSQL. */
  readonly dataDir: string
}

export interface Restored extends FetchedBackup {
  /** Where the replaced data is; undefined where there was none. */
  readonly aside: string | undefined
}

interface RestoreOptions {
  /** Name or file; by default the newest backup. */
  readonly wanted?: string | undefined
  /** Replaces other data. */
  readonly force: boolean
}

/** Throws 'occupied' for a database with data unless forced, and 'locked' or 'busy' while a server uses it. */
export async function restoreBackup(deps: RestoreDeps, { wanted, force }: RestoreOptions): Promise<Restored> {
  const folder = join(deps.dataDir, 'restoring')
  const restore = deps.place.databaseUrl === undefined ? restoreFile : restoreTables
  return removedAfter(folder, async () => {
    if (deps.place.databaseUrl === undefined) await assertReplaceable(deps.place, force)
    const backup = await fetchBackup(deps, wanted, folder)
    return { ...backup, aside: await restore(deps, backup, folder, force) }
  })
}

const occupied = (place: string) =>
  new StoreError(
    'occupied',
    `${place} ya tiene datos: con --force se reemplazan por los de la copia, y los de ahora quedan aparte`,
  )

/** A damaged file counts as data: somebody may still want to examine it. */
async function assertReplaceable(place: StoreOptions, force: boolean): Promise<void> {
  const file = databaseFile(place.dataDir ?? '.')
  if (!existsSync(file)) return
  const snapshot = await openSnapshot(place).catch((error: unknown) => {
    const isUnreadable =
      error instanceof StoreError && ['broken', 'older', 'newer', 'no-database'].includes(error.code)
    if (!isUnreadable) throw error
  })
  await snapshot?.close()
  if (!force) throw occupied(file)
}

async function restoreFile(deps: RestoreDeps, _backup: FetchedBackup, folder: string, force: boolean) {
  const { place, now } = deps
  // While the backup was fetched, a server may have started, whose changes would be lost.
  await assertReplaceable(place, force)
  const dataDir = place.dataDir ?? '.'
  const aside = join(dataDir, `replaced-${now().toISOString().slice(0, 23).replaceAll(/[-:.]/g, '')}`)
  const file = databaseFile(dataDir)
  const found = [file, `${file}.wal`].filter((path) => existsSync(path))
  if (found.length > 0) await mkdir(aside, { mode: 0o700 })
  // Removes the log first: it is useless without its file, and beside another file it would be replayed into that one.
  for (const path of found.reverse()) await rename(path, join(aside, path.slice(dataDir.length + 1)))
  await rename(databaseFile(folder), file)
  return found.length > 0 ? aside : undefined
}

/** The old data becomes a backup of its own. An interrupted restore resumes. */
async function restoreTables(deps: RestoreDeps, backup: FetchedBackup, folder: string, force: boolean) {
  const unused = await openSnapshot(deps.place).catch(ifOther)
  if (unused) await assertUnused(unused).finally(() => unused.close())
  // Backups of earlier versions are migrated; the copy needs equal tables.
  await (await openDuckDbFile(databaseFile(folder))).close()
  await using source = await openSnapshot({ dataDir: folder, memoryLimit: '256MiB', threads: 1 })
  await using target = await openStore(deps.place)
  const run = await copyRun(target)
  const isResumed = run?.kind === 'restore' && run.finished_at === null
  const hasData = !isResumed && !(await isEmpty(target))
  if (hasData && !force) throw occupied('la base')
  const aside = hasData ? await writeBackup({ ...deps, store: target }, 'replaced') : undefined
  const { onStep, onRows } = deps
  const events = { ...(onStep && { onStep }), ...(onRows && { onRows }) }
  await copyStore(source, target, { kind: 'restore', source: backup.name, replace: force, ...events })
  return aside && `${deps.storage.place}: ${aside.file}`
}

/** A database of another version, or an empty one, has no server on it that this version knows. */
function ifOther(error: unknown): undefined {
  const isOther = error instanceof StoreError && ['older', 'changed', 'no-database'].includes(error.code)
  if (!isOther) throw error
}
