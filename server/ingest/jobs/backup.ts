// A consistent copy of the embedded database while it is in use.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'
import type { Job } from './job.ts'
import { JOB_TEXT } from './text.ts'

export const KEPT_BACKUPS = 7

const PARTIAL = '.partial'
const NAME = /^gondola-\d{8}-\d{6}\.duckdb$/

export const backup: Job = {
  key: 'backup',
  schedule: '30 3 * * *',
  needsShop: false,
  async run({ store, dataDir, progress, now }) {
    if (store.engine === 'postgres') return { state: 'warning', message: JOB_TEXT.pgDump, processed: 0 }
    if (dataDir === undefined) return { state: 'warning', message: JOB_TEXT.noFile, processed: 0 }
    progress.start(JOB_TEXT.copying)
    const folder = join(dataDir, 'backups')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await forgetPartial(folder)
    const file = `gondola-${now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.duckdb`
    const partial = join(folder, file + PARTIAL)
    try {
      await copyInto(store, partial)
      await flush(partial)
      // Only a complete copy gets the name of a backup.
      await rename(partial, join(folder, file))
    } catch (error) {
      // On a full disk a partial copy would block everything else.
      await forgetPartial(folder).catch(() => {})
      throw error
    }
    const { size } = await stat(join(folder, file))
    const removed = await forgetOld(folder)
    return {
      state: 'success',
      message: JOB_TEXT.copied(file, size),
      processed: size,
      detail: { file, bytes: size, removed },
    }
  },
}

/** A single statement, so the copy is consistent; includes sequences and functions. */
async function copyInto(store: Store, file: string): Promise<void> {
  const database = await store.one<{ name: string }>(sql`select current_database() as name`)
  const copy = sql.identifier('gondola_copy')
  await store.run(sql`attach ${literal(file)} as ${copy}`)
  try {
    await store.run(sql`copy from database ${sql.identifier(database?.name ?? '')} to ${copy}`)
  } finally {
    await store.run(sql`detach ${copy}`)
  }
}

/** For statements that take no parameters. */
const literal = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`)

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes what an interrupted copy left. */
async function forgetPartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.includes(PARTIAL)) await rm(join(folder, name))
}

async function forgetOld(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  const old = names.slice(0, -KEPT_BACKUPS)
  for (const name of old) await rm(join(folder, name))
  return old
}
