// A shop from files of its records, one JSON object a line, plain or gzipped; read in constant memory.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SourceError } from './errors.ts'
import { BLOCK_BYTES, linePages, linesOf, NEWLINE, type PageSizes, position } from './line-pages.ts'
import type { BrokenRecord, Collection, LinePage, RecordPage, Shop } from './shop.ts'
import { FILES_TEXT } from './text.ts'

/** Lines of a page, what is written at a time: so few that all reading threads have some soon and end together. */
const PAGE = 4000

/** From this size on lines are worth being read on another thread. */
const LARGE_BYTES = 16 << 20

const NAMES: Record<Collection, readonly string[]> = {
  categories: ['categories_full'],
  coupons: ['coupons_full'],
  products: ['products_full', 'products_trash'],
  customers: ['customers_full'],
  refunds: ['refunds_full'],
  orders: ['orders_full'],
}

export async function filesShop(
  directory: string,
  { largeBytes = LARGE_BYTES, pageLines = PAGE, blockBytes = BLOCK_BYTES } = {},
): Promise<Shop> {
  const folder = resolve(directory)
  const sizes = { pageLines, blockBytes }
  const present = await readdir(folder).catch(() => {
    throw new SourceError('files', FILES_TEXT.noFolder(directory))
  })
  const fileOf = (name: string) =>
    present.find((file) => file === `${name}.jsonl` || file === `${name}.jsonl.gz`)
  const orders = fileOf('orders_full')
  if (!orders) throw new SourceError('files', FILES_TEXT.noOrders(directory))
  const isLarge = (await sizeOf([join(folder, orders)]).catch(() => 0)) >= largeBytes
  return {
    origin: `files:${folder}`,
    live: false,
    close: () => {},
    currency: () => currencyIn(folder),
    about: async () => ({}),
    async read(collection, cursor) {
      const files = NAMES[collection].map(fileOf).filter((file) => file !== undefined)
      return files.length === 0 ? undefined : pagesOf(folder, files, sizes, cursor)
    },
    ...(isLarge && { orderLines: (cursor) => linePages(folder, [orders], sizes, cursor) }),
    async *variations() {
      for (const file of present) {
        const parent = /^variations_of_(\d+)\.jsonl(?:\.gz)?$/.exec(file)?.[1]
        if (parent === undefined) continue
        for await (const page of pagesOf(folder, [file], sizes))
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

async function* pagesOf(
  folder: string,
  files: readonly string[],
  sizes: PageSizes,
  cursor?: string,
): AsyncGenerator<RecordPage, void> {
  const total = await linesIn(folder, files, cursor)
  for await (const page of linePages(folder, files, sizes, cursor)) {
    const records: unknown[] = []
    const broken: BrokenRecord[] = []
    for (const record of recordsIn(page, broken)) records.push(record)
    if (records.length + broken.length > 0)
      yield { records, broken, cursor: page.cursor, ...(total !== undefined && { total }) }
  }
}

/** The records of a page's lines, parsed as they are asked for, so that none outlives its use; what is no JSON joins `broken`. */
export function* recordsIn(
  { bytes, name, line }: LinePage,
  broken: BrokenRecord[],
): Generator<unknown, void> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = line
  for (let from = 0; from < buffer.length; ) {
    const newline = buffer.indexOf(NEWLINE, from)
    const to = newline < 0 ? buffer.length : newline
    // Each line is decoded by itself: one emoji would otherwise double the size of the whole page's text.
    const text = buffer.toString('utf8', from, to)
    from = to + 1
    at++
    if (text === '' || text === '\r') continue
    let record: unknown
    try {
      record = JSON.parse(text)
    } catch {
      broken.push({ at: `${name}:${at}`, reason: 'is not JSON' })
      continue
    }
    yield record
  }
}

/** Files up to this size together are gone through once more beforehand, so that a bar can show how far it is. */
const COUNTED_BYTES = 16 << 20

async function linesIn(
  folder: string,
  files: readonly string[],
  cursor: string | undefined,
): Promise<number | undefined> {
  const from = position(cursor)
  const paths = files.slice(from.file).map((file) => join(folder, file))
  try {
    if ((await sizeOf(paths)) > COUNTED_BYTES) return undefined
    const counts = await Promise.all(paths.map(linesOf))
    return counts.reduce((sum, lines) => sum + lines, -from.line)
  } catch {
    // What cannot be read says so when it is read.
    return undefined
  }
}

const sizeOf = async (paths: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(paths.map((path) => stat(path)))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
