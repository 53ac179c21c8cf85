// Rows of dropped files by their order, on disk: a drop may hold more of them than fit into memory.
import { type FileHandle, open } from 'node:fs/promises'
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
  const file = await open(path, 'w+')
  const ids = new Numbers()
  const offsets = new Numbers()
  let count = 0
  let size = 0
  let pending: Buffer[] = []
  let pendingSize = 0
  let sorted: Uint32Array | undefined
  const flush = async () => {
    if (pendingSize > 0) await file.write(Buffer.concat(pending))
    pending = []
    pendingSize = 0
  }
  const order = () => {
    sorted ??= Uint32Array.from({ length: count }, (_, index) => index).sort(
      (one, other) => ids.values[one]! - ids.values[other]! || one - other,
    )
    return sorted
  }
  return {
    get count() {
      return count
    },
    async add(orderId, row) {
      const bytes = Buffer.from(JSON.stringify([row.table, row.line, row.order, row.role, ...row.cells]))
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
    },
    async *orders(cursor = -1) {
      const index = order()
      const read = blockReader(file)
      let rows: StoredRow[] = []
      let id = -1
      for (const at of index) {
        const current = ids.values[at]!
        if (current <= cursor) continue
        if (current !== id && rows.length > 0) {
          yield { id, rows }
          rows = []
        }
        id = current
        rows.push(parsed(await read(offsets.values[at]!, offsets.values[at + 1]!)))
      }
      if (rows.length > 0) yield { id, rows }
    },
    ids: () => ids.values.subarray(0, count),
    close: () => file.close(),
  }
}

const LEAST = 1 << 12

/** Neighbours are read together: the more of them, the longer they follow each other. */
function blockReader(file: FileHandle) {
  const block = Buffer.alloc(BLOCK)
  let start = 0
  let end = 0
  let size = LEAST
  return async (from: number, to: number): Promise<Buffer> => {
    if (from < start || to > end) {
      if (to - from > BLOCK) {
        const own = Buffer.alloc(to - from)
        await file.read(own, 0, own.length, from)
        return own
      }
      size = from === end ? Math.min(BLOCK, size * 4) : LEAST
      const { bytesRead } = await file.read(block, 0, Math.max(size, to - from), from)
      start = from
      end = from + bytesRead
    }
    return block.subarray(from - start, to - start)
  }
}

function parsed(bytes: Buffer): StoredRow {
  const [table, line, order, role, ...cells] = JSON.parse(bytes.toString()) as [
    number,
    number,
    string,
    RowRole,
    ...Cell[],
  ]
  return { table, line, order, role, cells }
}
