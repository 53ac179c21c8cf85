// Texts of a query through a file that DuckDB writes: its API passes them to JavaScript one at a time, which takes far longer.
import { createReadStream, rmSync } from 'node:fs'
import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { cancellable, currentSignal } from './cancellation.ts'
import type { ShutdownGate } from './concurrency.ts'
import type { DiskGuard } from './disk-space.ts'
import { withDuckDbErrors } from './duckdb-file.ts'
import { execute } from './duckdb-queries.ts'
import { type Sql, sql } from './sql.ts'

/** DuckDB writes less than the disk's reserve in this time. */
const DISK_CHECK_MS = 100

const GROWTH_CHECK_MS = 10
const PIECE = 1 << 18

/** Far more than a response holds back for a slow reader: backpressure stops it after a few pieces. */
const RING = 16 * PIECE

/** Of the first thread that writes. */
const FIRST_FILE = 'data_0.csv'

/** Above a limit one thread writes ordered lines as they come: without it each thread writes a file. */
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

/** Writes a query's lines to a new file and reads it in pieces while it grows; the file is deleted after the last piece. */
export const lineWriter = ({ folder, gate, disk, acquire }: Deps) =>
  async function* (query: Sql): AsyncGenerator<Buffer> {
    const stopped = new AbortController()
    const left = currentSignal()
    const signal = left ? AbortSignal.any([left, stopped.signal]) : stopped.signal
    await mkdir(folder, { recursive: true })
    // Readable by its owner only.
    const own = await mkdtemp(join(folder, 'gondola-'))
    try {
      const path = join(own, FIRST_FILE)
      await writeFile(path, '')
      await using file = await open(path)
      const { connection, release } = await acquire()
      const interrupt = () => connection.interrupt()
      const copy = () => copyLines(connection, query, own, disk)
      const writing = withDuckDbErrors(() => gate.run(() => cancellable(signal, interrupt, copy)))
      const written = writing.finally(release)
      try {
        yield* piecesOf(file, written)
        // Of other threads, which write only lines of a query without an order.
        const others = (await readdir(own)).filter((name) => name !== FIRST_FILE)
        for (const name of others) yield* createReadStream(join(own, name))
      } finally {
        stopped.abort()
        await written.catch(() => undefined)
      }
    } finally {
      await rm(own, { recursive: true, force: true })
    }
  }

/**
 * The bytes of a file that grows until `written` resolves. A piece is overwritten after about RING more bytes: with a new buffer
 * for each, garbage collection would take a third of the time of a file.
 */
async function* piecesOf(file: FileHandle, written: Promise<void>): AsyncGenerator<Buffer> {
  let isWritten = false
  const end = written.then(() => {
    isWritten = true
  })
  // Thrown where it is awaited.
  end.catch(() => undefined)
  const ring = Buffer.allocUnsafe(RING)
  for (let from = 0; ; ) {
    const isWhole = isWritten
    if (from > RING - PIECE) from = 0
    const { bytesRead } = await file.read(ring, from, PIECE)
    if (bytesRead > 0) yield ring.subarray(from, from + bytesRead)
    else if (isWhole) return
    else await Promise.race([end, pause(GROWTH_CHECK_MS)])
    from += bytesRead
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
