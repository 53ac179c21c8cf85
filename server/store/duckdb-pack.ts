// Rows packed as the engine keeps them, column by column in one piece of memory: on another thread than the one that
// appends them, too. Needs no engine.
import { type ColumnWriter, columnWriter, type Pick, type Put } from './duckdb-columns.ts'
import { LongTexts } from './duckdb-text-column.ts'

/** A table's columns in their order, with types as the engine names them. */
export interface PackShape {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** At most CHUNK rows. Everything in it can be posted between threads, its memory without a copy. */
export interface PackedRows {
  readonly count: number
  readonly memory: ArrayBuffer
  /** Texts that are too long to stand in a vector. */
  readonly texts: ArrayBuffer
  readonly columns: readonly PackedColumn[]
}

export interface PackedColumn {
  /** Where its values stand in the memory. */
  readonly start: number
  readonly bytes: number
  /** Where its long texts stand among the texts, one after another. */
  readonly textsStart: number
  readonly textsBytes: number
  /** Rows without a value. */
  readonly nulls: readonly number[]
}

/** Rows of a vector: what the engine takes at a time. */
export const CHUNK = 2048

/** Packs rows as they come, so that none of them outlives its turn. */
export interface Packer<Row> {
  /** Rows of the chunk at hand. */
  readonly count: number
  /** As many of the rows from a place on as the chunk at hand takes, or a new one of this size; returns the place behind them. */
  add(rows: readonly Row[], from: number, size: number): number
  /** The chunk at hand, which ends with it. */
  taken(): PackedRows
}

interface Column<Row> {
  readonly writer: ColumnWriter
  readonly pick: Pick<Row>
  readonly long: LongTexts
}

interface Chunk {
  readonly size: number
  readonly memory: ArrayBuffer
  readonly starts: readonly number[]
  readonly puts: readonly Put[]
  readonly nulls: readonly number[][]
}

/** `picks` are in the order of the shape's columns, undefined for one that is null throughout. */
export function packer<Row>(shape: PackShape, picks: readonly (Pick<Row> | undefined)[]): Packer<Row> {
  const columns: Column<Row>[] = shape.columns.map(({ name, type }, index) => ({
    writer: columnWriter(type, `${shape.table}.${name}`),
    pick: picks[index] ?? nothing,
    long: new LongTexts(),
  }))
  let chunk: Chunk | undefined
  let count = 0
  return {
    get count() {
      return count
    },
    add(rows, from, size) {
      chunk ??= begun(columns, size)
      const { puts, nulls } = chunk
      const to = Math.min(rows.length, from + chunk.size - count)
      for (let column = 0; column < columns.length; column++)
        putAll(rows, from, to, columns[column]!.pick, puts[column]!, count, nulls[column]!)
      count += to - from
      return to
    },
    taken() {
      const { memory, starts, nulls } = chunk ?? begun(columns, 0)
      const texts = new Uint8Array(columns.reduce((sum, { long }) => sum + long.size, 0))
      let textsEnd = 0
      const packed = columns.map(({ writer, long }, column) => {
        const textsStart = textsEnd
        textsEnd += long.moveTo(texts, textsStart)
        return {
          start: starts[column] ?? 0,
          bytes: count * writer.width,
          textsStart,
          textsBytes: textsEnd - textsStart,
          nulls: nulls[column] ?? [],
        }
      })
      const rows = { count, memory, texts: texts.buffer, columns: packed }
      chunk = undefined
      count = 0
      return rows
    },
  }
}

function begun<Row>(columns: readonly Column<Row>[], size: number): Chunk {
  let bytes = 0
  const starts = columns.map(({ writer }) => {
    const start = bytes
    bytes += Math.ceil((size * writer.width) / 8) * 8
    return start
  })
  const memory = new ArrayBuffer(bytes)
  const puts = columns.map(({ writer, long }, column) => writer.into(memory, starts[column] ?? 0, size, long))
  return { size, memory, starts, puts, nulls: columns.map(() => []) }
}

function putAll<Row>(
  rows: readonly Row[],
  from: number,
  to: number,
  pick: Pick<Row>,
  put: Put,
  at: number,
  nulls: number[],
): void {
  for (let index = from; index < to; index++) {
    const value = pick(rows[index]!) ?? null
    if (value === null) nulls.push(at + index - from)
    else put(at + index - from, value)
  }
}

/** What of packed rows can be posted to another thread without a copy. */
export const memoryOf = ({ memory, texts }: PackedRows): ArrayBuffer[] => [memory, texts]

const nothing = () => null
