// Texts of a query through a file that DuckDB writes: its API passes them to JavaScript one at a time, which takes far longer.
import { rmSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cancellable, currentSignal } from './cancellation.ts'
import type { ShutdownGate } from './concurrency.ts'
import type { DiskGuard } from './disk-space.ts'
import { withDuckDbErrors } from './duckdb-file.ts'
import { execute } from './duckdb-queries.ts'
import { type Sql, sql } from './sql.ts'
import { piecesOf, type WholeFile } from './whole-file.ts'

/** DuckDB writes less than the disk's reserve in this time. */
const DISK_CHECK_MS = 100

/** Above a limit one thread writes ordered lines as they come: without it each thread writes a file. */
const ALL = Number.MAX_SAFE_INTEGER

/** Folder of the files to download, without what a crash left in it. */
export function exportFolder(tempDirectory: string | undefined, readOnly = false): string {
  if (tempDirectory === undefined) return tmpdir()
  const folder = join(tempDirectory, 'exports')
  if (!readOnly) rmSync(folder, { recursive: true, force: true })
  return folder
}

interface Deps {
  readonly folder: string
  readonly gate: ShutdownGate
  readonly disk: DiskGuard | undefined
  acquire(): Promise<{ connection: DuckDBConnection; release(): void }>
}

/** Writes a query's lines to new files, which the reader sees as one. */
export const lineWriter =
  ({ folder, gate, disk, acquire }: Deps) =>
  async (query: Sql): Promise<WholeFile> => {
    const signal = currentSignal()
    await mkdir(folder, { recursive: true })
    // Readable by its owner only.
    const own = await mkdtemp(join(folder, 'gondola-'))
    const files: FileHandle[] = []
    const remove = async () => void (await Promise.all(files.map((file) => file.close())))
    try {
      const { connection, release } = await acquire()
      const interrupt = () => connection.interrupt()
      const copy = () => copyLines(connection, query, own, disk)
      await withDuckDbErrors(() => gate.run(() => cancellable(signal, interrupt, copy))).finally(release)
      // Ordered lines are in the file of the first thread.
      for (const name of (await readdir(own)).sort()) files.push(await open(join(own, name)))
      const sizes = await Promise.all(files.map(async (file) => (await file.stat()).size))
      return { bytes: sizes.reduce((sum, size) => sum + size, 0), read: () => piecesOf(files), remove }
    } catch (error) {
      await remove()
      throw error
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }

/**
 * Writes the texts unchanged to the folder, ordered ones in order to the first file. A file per thread makes DuckDB write lines as they
 * come; for a single file it collects tens of megabytes first. Throws 'full' before the disk is full.
 */
async function copyLines(
  connection: DuckDBConnection,
  query: Sql,
  folder: string,
  disk: DiskGuard | undefined,
): Promise<void> {
  disk?.assertSpace()
  const watch = setInterval(() => disk?.isFull() && connection.interrupt(), DISK_CHECK_MS)
  try {
    await execute(
      connection,
      sql`copy (select * from (${query}) as lines limit ${ALL}) to ${folder}
        (format csv, header false, quote '', escape '', new_line '\\r\\n', per_thread_output true, overwrite_or_ignore true)`,
    )
  } catch (error) {
    disk?.assertSpace()
    throw error
  } finally {
    clearInterval(watch)
  }
}
