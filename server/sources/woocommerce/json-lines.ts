// A shop from files of its records, one JSON object a line, plain or gzipped; read in constant memory.
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { ShopError } from './errors.ts'
import type { BrokenRecord, Collection, RecordPage, Shop } from './shop.ts'
import { FILES_TEXT } from './text.ts'

/** Records of a page: what is written at a time; each write costs a wait for the disk, each record memory. */
const PAGE = 4000

const NAMES: Record<Collection, readonly string[]> = {
  categories: ['categories_full'],
  coupons: ['coupons_full'],
  products: ['products_full', 'products_trash'],
  customers: ['customers_full'],
  refunds: ['refunds_full'],
  orders: ['orders_full'],
}

export async function filesShop(directory: string): Promise<Shop> {
  const folder = resolve(directory)
  const present = await readdir(folder).catch(() => {
    throw new ShopError('files', FILES_TEXT.noFolder(directory))
  })
  const fileOf = (name: string) =>
    present.find((file) => file === `${name}.jsonl` || file === `${name}.jsonl.gz`)
  if (!fileOf('orders_full')) throw new ShopError('files', FILES_TEXT.noOrders(directory))
  return {
    origin: `files:${folder}`,
    live: false,
    close: () => {},
    currency: () => currencyIn(folder),
    about: async () => ({}),
    async read(collection, cursor) {
      const files = NAMES[collection].map(fileOf).filter((file) => file !== undefined)
      return files.length === 0 ? undefined : pagesOf(folder, files, cursor)
    },
    async *variations() {
      for (const file of present) {
        const parent = /^variations_of_(\d+)\.jsonl(?:\.gz)?$/.exec(file)?.[1]
        if (parent === undefined) continue
        for await (const page of pagesOf(folder, [file]))
          yield { ...page, records: page.records.map((record) => withParent(record, Number(parent))) }
      }
    },
    refundsOf: async () => undefined,
    ordersStillThere: async () => undefined,
  }
}

const withParent = (record: unknown, parent_id: number): unknown =>
  typeof record === 'object' && record !== null ? { parent_id, ...record } : record

/** `data/currencies/current` as the API answers it, when it was kept beside the records. */
async function currencyIn(folder: string): Promise<string | undefined> {
  for (const file of ['settings/currency_current.json', 'currency_current.json']) {
    try {
      const answer: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'))
      if (typeof answer === 'object' && answer !== null && 'code' in answer) return String(answer.code)
    } catch {
      // Not kept: the import decides.
    }
  }
  return undefined
}

interface Position {
  file: number
  line: number
}

async function* pagesOf(
  folder: string,
  files: readonly string[],
  cursor?: string,
): AsyncGenerator<RecordPage, void> {
  const from: Position = cursor === undefined ? { file: 0, line: 0 } : JSON.parse(cursor)
  const total = await linesIn(files.slice(from.file).map((file) => join(folder, file)))
  for (const [index, file] of files.entries()) {
    if (index < from.file) continue
    const skip = index === from.file ? from.line : 0
    for await (const page of filePages(join(folder, file), file, index, skip))
      yield total === undefined ? page : { ...page, total: total - from.line }
  }
}

async function* filePages(
  path: string,
  name: string,
  file: number,
  skip: number,
): AsyncGenerator<RecordPage, void> {
  let records: unknown[] = []
  let broken: BrokenRecord[] = []
  let line = 0
  const page = (): RecordPage => {
    const full = { records, broken, cursor: JSON.stringify({ file, line } satisfies Position) }
    records = []
    broken = []
    return full
  }
  try {
    for await (const some of linesOf(path, name)) {
      for (const text of some) {
        line++
        if (line <= skip || text === '' || text === '\r') continue
        try {
          records.push(JSON.parse(text))
        } catch {
          broken.push({ at: `${name}:${line}`, reason: 'is not JSON' })
        }
        if (records.length + broken.length >= PAGE) yield page()
      }
    }
  } catch (error) {
    // What was read before the file broke off is kept; the error shows after it.
    if (records.length > 0 || broken.length > 0) yield page()
    throw error
  }
  if (records.length > 0 || broken.length > 0) yield page()
}

/** Files up to this size together are gone through once more beforehand, so that a bar can show how far it is. */
const COUNTED_BYTES = 16 << 20

async function linesIn(paths: readonly string[]): Promise<number | undefined> {
  try {
    const sizes = await Promise.all(paths.map((path) => stat(path)))
    if (sizes.reduce((sum, { size }) => sum + size, 0) > COUNTED_BYTES) return undefined
    let lines = 0
    for (const path of paths)
      for await (const bytes of bytesOf(path, path))
        for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines++
    return lines
  } catch {
    // What cannot be read says so when it is read.
    return undefined
  }
}

const NEWLINE = 10

/**
 * Lines in chunks as they come off the disk. Each line is decoded by itself: one emoji would otherwise double the size of
 * a whole chunk's text, and the time to parse it.
 */
async function* linesOf(path: string, name: string): AsyncGenerator<string[], void> {
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of bytesOf(path, name)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const lines: string[] = []
    let from = isStart && bytes.indexOf(BYTE_ORDER_MARK) === 0 ? BYTE_ORDER_MARK.length : 0
    for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, from)) {
      lines.push(bytes.toString('utf8', from, at))
      from = at + 1
    }
    isStart = false
    rest = bytes.subarray(from)
    if (lines.length > 0) yield lines
  }
  if (rest.length > 0) yield [rest.toString('utf8')]
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF')

async function* bytesOf(path: string, name: string): AsyncGenerator<Buffer, void> {
  const file = createReadStream(path, { highWaterMark: 1 << 20 })
  const bytes: Readable = path.endsWith('.gz') ? file.pipe(createGunzip({ chunkSize: 1 << 20 })) : file
  file.on('error', (error) => bytes.destroy(error))
  try {
    yield* bytes
  } catch (error) {
    throw new ShopError(
      'files',
      FILES_TEXT.unreadable(name, error instanceof Error ? error.message : String(error)),
    )
  } finally {
    file.destroy()
  }
}
