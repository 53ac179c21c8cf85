// Files of lines in pages of whole lines, read straight into memory that another thread reads without a copy.
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { blockMemory, releaseBlock, retainBlock } from './block-memory.ts'
import { SourceError } from './errors.ts'
import type { LinePage } from './shop.ts'
import { FILES_TEXT } from './text.ts'

export const NEWLINE = 10
const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

/** Most memory that is read at a time, and so a page's most, unless a single line is longer. */
export const BLOCK_BYTES = 32 << 20

export interface PageSizes {
  /** Most lines of a page. */
  readonly pageLines: number
  readonly blockBytes: number
}

interface Position {
  file: number
  line: number
}

export const position = (cursor: string | undefined): Position =>
  cursor === undefined ? { file: 0, line: 0 } : JSON.parse(cursor)

/** One that is let go leaves its memory to a later one. */
export async function* linePages(
  folder: string,
  files: readonly string[],
  sizes: PageSizes,
  cursor?: string,
): AsyncGenerator<LinePage, void> {
  const from = position(cursor)
  for (const [file, name] of files.entries()) {
    if (file < from.file) continue
    let line = file === from.file ? from.line : 0
    for await (const { bytes, count } of piecesOf(join(folder, name), name, line, sizes)) {
      const first = line
      line += count
      yield { bytes, name, line: first, cursor: JSON.stringify({ file, line } satisfies Position) }
    }
  }
}

const ALL: PageSizes = { pageLines: Number.MAX_SAFE_INTEGER, blockBytes: BLOCK_BYTES }

/** How many lines a file has. */
export async function linesOf(path: string): Promise<number> {
  let lines = 0
  for await (const { count } of piecesOf(path, path, 0, ALL)) lines += count
  return lines
}

interface Piece {
  readonly bytes: Uint8Array
  /** Lines in it. */
  readonly count: number
}

/** Whole lines after the first `skip`. */
async function* piecesOf(
  path: string,
  name: string,
  skip: number,
  { pageLines, blockBytes }: PageSizes,
): AsyncGenerator<Piece, void> {
  const source = await sourceOf(path, name)
  const take = blockMemory()
  const piece = (bytes: Uint8Array, count: number): Piece => {
    retainBlock(bytes)
    return { bytes, count }
  }
  let toSkip = skip
  let rest: Buffer = Buffer.alloc(0)
  try {
    for (let size = source.size, isStart = true; ; size *= 4, isStart = false) {
      const block = take(Math.max(Math.min(size, blockBytes), rest.length * 2))
      block.set(rest)
      releaseBlock(rest)
      const { end, isEnd, error } = await filled(block, rest.length, source)
      const bytes = block.subarray(0, end)
      const whole = isEnd && !error ? end : bytes.lastIndexOf(NEWLINE) + 1
      let start = isStart && bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0
      let count = 0
      let isGiven = false
      for (let at = start; at < whole; ) {
        const newline = bytes.indexOf(NEWLINE, at)
        at = newline < 0 ? whole : newline + 1
        if (toSkip > 0) {
          toSkip--
          start = at
        } else if (++count === pageLines) {
          yield piece(bytes.subarray(start, at), count)
          isGiven = true
          start = at
          count = 0
        }
      }
      // Lines behind a full page begin the next one, as far as they fit in a block with what comes.
      if (count > 0 && (isEnd || (!isGiven && block.length >= blockBytes))) {
        yield piece(bytes.subarray(start, whole), count)
        start = whole
      }
      // What was read before the file broke off is kept; the error shows after it.
      if (error) throw error
      if (isEnd) return
      rest = bytes.subarray(start)
    }
  } finally {
    await source.close()
  }
}

/** Fills a block from a place on; `end` is behind what came. */
async function filled(block: Buffer, from: number, source: Source) {
  let end = from
  try {
    while (end < block.length) {
      const more = await source.read(block.subarray(end))
      if (more === 0) return { end, isEnd: true }
      end += more
    }
    return { end, isEnd: false }
  } catch (error) {
    return { end, isEnd: true, error }
  }
}

interface Source {
  /** What it holds, roughly. */
  readonly size: number
  /** Reads as much as there is room and something there; 0 at its end. */
  read(into: Uint8Array): Promise<number>
  close(): Promise<unknown>
}

async function sourceOf(path: string, name: string): Promise<Source> {
  const told = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
    try {
      return await work
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SourceError('files', FILES_TEXT.unreadable(name, reason))
    }
  }
  const source = await told(path.endsWith('.gz') ? gzipSource(path) : plainSource(path))
  return { ...source, read: (into) => told(source.read(into)) }
}

async function plainSource(path: string): Promise<Source> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    // One more, so that the end shows within the first block.
    size: size + 1,
    read: async (into) => (await file.read(into, 0, into.length, null)).bytesRead,
    close: () => file.close(),
  }
}

async function gzipSource(path: string): Promise<Source> {
  const { size } = await stat(path)
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  const bytes = file.pipe(createGunzip({ chunkSize: 1 << 20 }))
  file.on('error', (error) => bytes.destroy(error))
  const chunks: AsyncIterator<Buffer> = bytes[Symbol.asyncIterator]()
  let left: Buffer = Buffer.alloc(0)
  return {
    // Records of a shop shrink to a tenth.
    size: size * 16,
    async read(into) {
      if (left.length === 0) {
        const step = await chunks.next()
        if (step.done) return 0
        left = step.value
      }
      const piece = left.subarray(0, into.length)
      into.set(piece)
      left = left.subarray(piece.length)
      return piece.length
    },
    async close() {
      await chunks.return?.()
      file.destroy()
    },
  }
}
