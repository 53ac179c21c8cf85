// Texts of a query through a file that DuckDB writes: its API passes them to JavaScript one at a time, which takes far longer.
import { randomUUID } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cancellable, currentSignal } from './cancellation.ts'
import type { ShutdownGate } from './concurrency.ts'
import type { DiskGuard } from './disk-space.ts'
import { withDuckDbErrors } from './duckdb-file.ts'
import { execute } from './duckdb-queries.ts'
import { type Sql, sql } from './sql.ts'

/** DuckDB writes less than the disk's reserve in this time. */
const DISK_CHECK_MS = 100

/** A limit makes DuckDB write lines as they come; otherwise each thread collects 122,880 of them first. */
const ALL = Number.MAX_SAFE_INTEGER

/** Folder of the files that are being downloaded, without what a crash left in it. */
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

/** Writes a query's lines to a new file, then reads them in pieces; the file is deleted after the last piece. */
export const lineWriter = ({ folder, gate, disk, acquire }: Deps) =>
  async function* (query: Sql): AsyncGenerator<Buffer> {
    const signal = currentSignal()
    await mkdir(folder, { recursive: true })
    const path = join(folder, `gondola-${randomUUID()}.csv`)
    try {
      await writeFile(path, '', { flag: 'wx', mode: 0o600 })
      const { connection, release } = await acquire()
      const interrupt = () => connection.interrupt()
      const copy = () => copyLines(connection, query, path, disk)
      await withDuckDbErrors(() => gate.run(() => cancellable(signal, interrupt, copy))).finally(release)
      yield* createReadStream(path, { highWaterMark: 1 << 18 })
    } finally {
      await rm(path, { force: true })
    }
  }

/** Writes the texts unchanged and in order. Throws 'full' before the disk is full. */
async function copyLines(
  connection: DuckDBConnection,
  query: Sql,
  path: string,
  disk: DiskGuard | undefined,
): Promise<void> {
  disk?.assertSpace()
  const watch = setInterval(() => disk?.isFull() && connection.interrupt(), DISK_CHECK_MS)
  try {
    await execute(
      connection,
      sql`copy (select * from (${query}) as lines limit ${ALL}) to ${path}
        (format csv, header false, quote '', escape '', new_line '\\r\\n', use_tmp_file false)`,
    )
  } catch (error) {
    disk?.assertSpace()
    throw error
  } finally {
    clearInterval(watch)
  }
}
