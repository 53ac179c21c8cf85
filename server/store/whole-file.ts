// Bytes that are all known before the first of them is read: small ones in memory, others in a file.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { currentSignal } from './cancellation.ts'
import { DISK_RESERVE, diskGuard } from './disk-space.ts'
import { cancelled, noRoom } from './errors.ts'

export interface WholeFile {
  readonly bytes: number
  /** In pieces of a buffer that is reused: a piece holds its bytes until RING more are read. */
  read(): AsyncIterable<Buffer>
  remove(): Promise<void>
}

/** Up to this size, a full disk hinders no download. */
const IN_MEMORY = 1 << 20

const PIECE = 1 << 18

/** Far more than a response holds back for a slow reader: backpressure stops it after a few pieces. */
const RING = 16 * PIECE

/** Throws 'no-room' before the file takes the disk's reserve. */
export async function wholeFile(folder: string, source: AsyncIterable<Buffer>): Promise<WholeFile> {
  const signal = currentSignal()
  const held: Buffer[] = []
  let heldBytes = 0
  let bytes = 0
  let file: FileHandle | undefined
  const flush = async () => {
    await mkdir(folder, { recursive: true })
    if (disk(folder).isFull()) throw noRoom()
    file ??= await unnamedFile(folder)
    await file.appendFile(Buffer.concat(held.splice(0)))
    heldBytes = 0
  }
  try {
    for await (const piece of source) {
      if (signal?.aborted) throw cancelled()
      bytes += piece.length
      heldBytes += piece.length
      held.push(piece)
      if (heldBytes >= (file ? PIECE : IN_MEMORY)) await flush()
    }
    if (!file) return { bytes, read: () => Readable.from(held), remove: async () => {} }
    await flush()
  } catch (error) {
    await file?.close()
    throw error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? noRoom(error) : error
  }
  const opened = file
  return { bytes, read: () => piecesOf([opened]), remove: () => opened.close() }
}

const disk = (folder: string) => diskGuard(folder, () => DISK_RESERVE)

/** Without a name, no crash leaves it behind. Readable by its owner only. */
async function unnamedFile(folder: string): Promise<FileHandle> {
  const path = join(folder, `gondola-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await rm(path)
  return file
}

/** With a new buffer for each piece, garbage collection would take a third of the time of a file. */
export async function* piecesOf(files: readonly FileHandle[]): AsyncGenerator<Buffer> {
  const ring = Buffer.allocUnsafe(RING)
  let from = 0
  for (const file of files)
    for (let position = 0; ; ) {
      if (from > RING - PIECE) from = 0
      const { bytesRead } = await file.read(ring, from, PIECE, position)
      if (bytesRead === 0) break
      yield ring.subarray(from, from + bytesRead)
      from += bytesRead
      position += bytesRead
    }
}
