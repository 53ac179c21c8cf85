// A shop exported to files: one JSON object per line, plain or gzipped, read in constant memory.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createGunzip } from 'node:zlib'
import { type Collection, SourceError } from '#server/ingest/source.ts'
import type { BrokenRecord, RecordPage, Shop } from './records.ts'
import { FILES_TEXT, RECORD_TEXT } from './text.ts'

/** Records of one transaction of the import: half as many take an eighth longer. */
const PAGE_RECORDS = 8000
/** Number of lines parsed at a time: few, so that the records are garbage collected young. */
const BATCH_LINES = 250

const NAMES: Record<Collection, readonly string[]> = {
  categories: ['categories_full'],
  coupons: ['coupons_full'],
  products: ['products_full', 'products_trash'],
  customers: ['customers_full'],
  refunds: ['refunds_full'],
  orders: ['orders_full'],
}

interface FilesOptions {
  readonly pageRecords?: number
  /** A person says that the folder holds everything: what it lacks is removed. */
  readonly complete?: boolean
}

export async function filesShop(
  directory: string,
  { pageRecords = PAGE_RECORDS, complete = false }: FilesOptions = {},
): Promise<Shop> {
  const folder = resolve(directory)
  const pageLines = Math.min(BATCH_LINES, pageRecords)
  const present = await readdir(folder).catch(() => {
    throw new SourceError('files', FILES_TEXT.noFolder(directory))
  })
  const fileOf = (name: string) =>
    present.find((file) => file === `${name}.jsonl` || file === `${name}.jsonl.gz`)
  if (!fileOf('orders_full')) throw new SourceError('files', FILES_TEXT.noOrders(directory))
  return {
    origin: `files:${folder}`,
    pageRecords,
    close: () => {},
    currency: () => currencyIn(folder),
    about: async () => ({}),
    async read(collection, cursor) {
      const files = NAMES[collection].map(fileOf).filter((file) => file !== undefined)
      return files.length === 0 ? undefined : pagesOf(folder, files, pageLines, cursor)
    },
    async *variations() {
      for (const file of present) {
        const parent = /^variations_of_(\d+)\.jsonl(?:\.gz)?$/.exec(file)?.[1]
        if (parent === undefined) continue
        for await (const page of pagesOf(folder, [file], pageLines))
          yield { ...page, records: page.records.map((record) => withParent(record, Number(parent))) }
      }
    },
    refundsOf: async () => undefined,
    ...(complete && { absences: { kind: 'stated' } as const }),
  }
}

const withParent = (record: unknown, parent_id: number): unknown =>
  typeof record === 'object' && record !== null ? { parent_id, ...record } : record

/** The saved answer of `data/currencies/current`, if the folder has one. */
async function currencyIn(folder: string): Promise<string | undefined> {
  for (const file of ['settings/currency_current.json', 'currency_current.json']) {
    try {
      const answer: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
      if (typeof answer === 'object' && answer !== null && 'code' in answer) return String(answer.code)
    } catch {
      // Without this file, the import decides.
    }
  }
  return undefined
}

/** The next line to read. */
interface Position {
  readonly file: number
  readonly line: number
}

async function* pagesOf(
  folder: string,
  files: readonly string[],
  pageLines: number,
  cursor?: string,
): AsyncGenerator<RecordPage, void> {
  const from: Position = cursor === undefined ? { file: 0, line: 0 } : JSON.parse(cursor)
  const total = await remainingLines(folder, files, from)
  for (const [file, name] of files.entries()) {
    if (file < from.file) continue
    const skipped = file === from.file ? from.line : 0
    for await (const { line, ...page } of filePages(join(folder, name), name, skipped, pageLines))
      if (page.records.length + page.broken.length > 0)
        yield {
          ...page,
          cursor: JSON.stringify({ file, line } satisfies Position),
          ...(total !== undefined && { total }),
        }
  }
}

/** Pages of a file after its first `skipped` lines; `line` is the number of lines up to the end of a page. */
async function* filePages(path: string, name: string, skipped: number, pageLines: number) {
  let records: unknown[] = []
  let broken: BrokenRecord[] = []
  let line = 0
  let first = skipped
  const page = () => {
    const done = { records, broken, line }
    records = []
    broken = []
    first = line
    return done
  }
  try {
    for await (const lines of linesOf(path))
      for (const text of lines) {
        if (++line <= skipped) continue
        if (text !== '' && text !== '\r') parseLine(text, `${name}:${line}`, records, broken)
        if (line - first === pageLines) yield page()
      }
  } catch (error) {
    // Keeps what was read before a damaged part.
    yield page()
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceError('files', FILES_TEXT.unreadable(name, reason))
  }
  yield page()
}

function parseLine(text: string, at: string, records: unknown[], broken: BrokenRecord[]): void {
  try {
    records.push(JSON.parse(text))
  } catch {
    broken.push({ at, reason: RECORD_TEXT.notJson })
  }
}

const NEWLINE = 10

/** The lines of a file, some at a time. */
async function* linesOf(path: string): AsyncGenerator<string[], void> {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of chunksOf(path)) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    const lines: string[] = []
    let from = isStart && bytes.indexOf('\uFEFF') === 0 ? Buffer.byteLength('\uFEFF') : 0
    isStart = false
    // Decoded line by line: a single emoji would double the memory of a whole chunk's text.
    for (let end = bytes.indexOf(NEWLINE, from); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
      lines.push(bytes.toString('utf8', from, end))
      from = end + 1
    }
    rest = bytes.subarray(from)
    yield lines
  }
  if (rest.length > 0) yield [rest.toString('utf8')]
}

const CHUNK_BYTES = 1 << 20

async function* chunksOf(path: string): AsyncGenerator<Buffer, void> {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  if (!path.endsWith('.gz')) {
    yield* file
    return
  }
  const unzipped = createGunzip({ chunkSize: CHUNK_BYTES })
  file.on('error', (error) => unzipped.destroy(error))
  try {
    yield* file.pipe(unzipped)
  } finally {
    file.destroy()
  }
}

/** Up to this size the files are read twice, so that a progress bar knows the total. */
const COUNTED_BYTES = 16 << 20

async function remainingLines(folder: string, files: readonly string[], from: Position) {
  const paths = files.slice(from.file).map((file) => join(folder, file))
  try {
    const sizes = await Promise.all(paths.map((path) => stat(path)))
    if (sizes.reduce((sum, { size }) => sum + size, 0) > COUNTED_BYTES) return undefined
    let count = -from.line
    for (const path of paths) for await (const lines of linesOf(path)) count += lines.length
    return count
  } catch {
    // Reading the records reports the error.
    return undefined
  }
}
