// Rows of dropped files by their order, on disk: a drop may hold more of them than fit into memory.
import { type FileHandle, open } from 'node:fs/promises'
import { turns } from '#server/domain/turns.ts'
import type { Cell } from './cell.ts'

export interface StoredRow {
  /** Position of its table. */
  readonly table: number
  readonly line: number
  /** The order's id as its rows name it. */
  readonly order: string
  readonly role: RowRole
  /** Cells of the fields in their order. */
  readonly cells: readonly Cell[]
}

/** `head`: of a package, whose parts follow. */
export type RowRole = 'row' | 'head' | 'part' | 'refund'

const BLOCK = 1 << 20

export interface RowStore {
  add(orderId: number, row: StoredRow): Promise<void>
  /** Call it after the last row. */
  seal(): Promise<void>
  /** Orders with their rows in the order in which they came, ascending by id, after `cursor`. */
  orders(cursor?: number): AsyncIterable<{ readonly id: number; readonly rows: readonly StoredRow[] }>
  readonly count: number
  /** Of every row. */
  ids(): Iterable<number>
  close(): Promise<void>
}

/** Grows by doubling. */
class Numbers {
  values = new Float64Array(1024)
  push(at: number, value: number): void {
    if (at >= this.values.length) {
      const larger = new Float64Array(this.values.length * 2)
      larger.set(this.values)
      this.values = larger
    }
    this.values[at] = value
  }
}

export async function openRowStore(path: string): Promise<RowStore> {
  const arrived = await open(path, 'w+')
  const ids = new Numbers()
  const offsets = new Numbers()
  let count = 0
  let size = 0
  let pending: Buffer[] = []
  let pendingSize = 0
  let sorted: Sorted | undefined
  const flush = async () => {
    if (pendingSize > 0) await arrived.write(Buffer.concat(pending))
    pending = []
    pendingSize = 0
  }
  return {
    get count() {
      return count
    },
    async add(orderId, row) {
      const bytes = written(row)
      ids.push(count, orderId)
      offsets.push(count, size)
      count++
      size += bytes.length
      pending.push(bytes)
      pendingSize += bytes.length
      if (pendingSize >= BLOCK) await flush()
    },
    async seal() {
      await flush()
      offsets.push(count, size)
      sorted = await sortedRows(arrived, `${path}.sorted`, {
        ids: ids.values,
        offsets: offsets.values,
        count,
      })
    },
    async *orders(cursor = -1) {
      let rows: StoredRow[] = []
      let id = -1
      for await (const { orderId, bytes } of sorted!.rows(cursor)) {
        if (orderId !== id && rows.length > 0) {
          yield { id, rows }
          rows = []
        }
        id = orderId
        rows.push(parsed(bytes))
      }
      if (rows.length > 0) yield { id, rows }
    },
    ids: () => ids.values.subarray(0, count),
    async close() {
      await sorted?.close()
      await arrived.close()
    },
  }
}

interface Arrived {
  readonly ids: Float64Array
  /** One more than rows: the last is the end. */
  readonly offsets: Float64Array
  readonly count: number
}

interface Sorted {
  /** Ascending by id, rows of one in the order in which they came. */
  rows(cursor: number): AsyncIterable<{ readonly orderId: number; readonly bytes: Buffer }>
  close(): Promise<void>
}

/** Neighbours in the order of ids that are read together. */
interface Region {
  start: number
  size: number
}

const REGION = 4 << 20

/**
 * Ids of text have no order of their own, and single reads all over a large file would take minutes: the rows are written once
 * more, by regions of neighbouring ids.
 */
async function sortedRows(arrived: FileHandle, path: string, all: Arrived): Promise<Sorted> {
  const { ids, offsets, count } = all
  const order = await sortedBy(ids, count)
  const sizeOf = (row: number) => offsets[row + 1]! - offsets[row]!
  const { regions, regionOf } = regionsOf(order, ids, sizeOf)
  const file = await open(path, 'w+')
  const positions = await moved(arrived, file, all, { regions, regionOf })
  return {
    async *rows(cursor) {
      let current = -1
      let region: Region = { start: 0, size: 0 }
      let block = Buffer.alloc(0)
      for (const row of order) {
        if (ids[row]! <= cursor) continue
        if (regionOf[row] !== current) {
          current = regionOf[row]!
          region = regions[current]!
          block = Buffer.alloc(region.size)
          await file.read(block, 0, region.size, region.start)
        }
        const from = positions[row]! - region.start
        yield { orderId: ids[row]!, bytes: block.subarray(from, from + sizeOf(row)) }
      }
    },
    close: () => file.close(),
  }
}

/** Rows that are sorted in one go; several such runs are merged. */
const RUN = 1024

/** Numbers of the rows, ascending by id, those of one id in their order. */
async function sortedBy(ids: Float64Array, count: number): Promise<Uint32Array> {
  const turn = turns()
  let from = Uint32Array.from({ length: count }, (_, index) => index)
  for (let at = 0; at < count; at += RUN) {
    from.subarray(at, at + RUN).sort((one, other) => ids[one]! - ids[other]! || one - other)
    await turn()
  }
  let to = new Uint32Array(count)
  for (let width = RUN; width < count; width *= 2) {
    for (let at = 0; at < count; at += 2 * width) {
      const [middle, end] = [Math.min(at + width, count), Math.min(at + 2 * width, count)]
      let [left, right] = [at, middle]
      for (let next = at; next < end; next++) {
        const isLeft = right >= end || (left < middle && ids[from[left]!]! <= ids[from[right]!]!)
        to[next] = from[isLeft ? left++ : right++]!
        if (next % RUN === 0) await turn()
      }
    }
    ;[from, to] = [to, from]
  }
  return from
}

/** All rows of an id are in one region. */
function regionsOf(order: Uint32Array, ids: Float64Array, sizeOf: (row: number) => number) {
  const regions: Region[] = []
  const regionOf = new Uint32Array(order.length)
  let last: Region | undefined
  let before = -1
  let end = 0
  for (const row of order) {
    if (!last || (last.size >= REGION && ids[row] !== before)) {
      last = { start: end, size: 0 }
      regions.push(last)
    }
    regionOf[row] = regions.length - 1
    last.size += sizeOf(row)
    end += sizeOf(row)
    before = ids[row]!
  }
  return { regions, regionOf }
}

/** Writes the rows into their regions; returns the position of each. */
async function moved(
  from: FileHandle,
  to: FileHandle,
  { offsets, count }: Arrived,
  { regions, regionOf }: { readonly regions: readonly Region[]; readonly regionOf: Uint32Array },
): Promise<Float64Array> {
  const positions = new Float64Array(count)
  const ends = Float64Array.from(regions, ({ start }) => start)
  const waiting = regions.map((): Buffer[] => [])
  let waitingSize = 0
  const flush = async () => {
    for (const [region, buffers] of waiting.entries()) {
      if (buffers.length === 0) continue
      const bytes = Buffer.concat(buffers.splice(0))
      await to.write(bytes, 0, bytes.length, ends[region]! - bytes.length)
    }
    waitingSize = 0
  }
  for (let row = 0; row < count; ) {
    const start = offsets[row]!
    const first = row
    do row++
    while (row < count && offsets[row + 1]! - start <= BLOCK)
    const block = Buffer.alloc(offsets[row]! - start)
    await from.read(block, 0, block.length, start)
    for (let at = first; at < row; at++) {
      const region = regionOf[at]!
      const bytes = block.subarray(offsets[at]! - start, offsets[at + 1]! - start)
      positions[at] = ends[region]!
      ends[region]! += bytes.length
      waiting[region]!.push(bytes)
      waitingSize += bytes.length
    }
    if (waitingSize >= 8 * BLOCK) await flush()
  }
  await flush()
  return positions
}

/** Stands between the texts of a row; a row that holds it itself is written as JSON. */
const BETWEEN = '\u001f'

function written({ table, line, order, role, cells }: StoredRow): Buffer {
  let filled = cells.length
  while (filled > 0 && cells[filled - 1] === '') filled--
  const texts = [String(table), String(line), order, role, ...cells.slice(0, filled)]
  const isPlain = !texts.some((text) => text.includes(BETWEEN))
  return Buffer.from(isPlain ? texts.join(BETWEEN) : JSON.stringify(texts))
}

function parsed(bytes: Buffer): StoredRow {
  const text = bytes.toString()
  const texts: string[] = text.startsWith('[') ? JSON.parse(text) : text.split(BETWEEN)
  const [table, line, order = '', role, ...cells] = texts
  return { table: Number(table), line: Number(line), order, role: role as RowRole, cells }
}
