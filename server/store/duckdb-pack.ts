// Rows packed as the engine keeps them, column by column in one piece of memory: on another thread than the one that
// appends them, too. Needs no engine.
import { type ColumnWriter, columnWriter, type Pick } from './duckdb-columns.ts'
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

/** Packs at most CHUNK rows at a time; `picks` are in the order of the shape's columns, undefined for one that is null throughout. */
export function packer<Row>(shape: PackShape, picks: readonly (Pick<Row> | undefined)[]) {
  const writers: ColumnWriter[] = shape.columns.map(({ name, type }) =>
    columnWriter(type, `${shape.table}.${name}`),
  )
  const long = new LongTexts()
  return (rows: readonly Row[]): PackedRows => {
    let size = 0
    const starts = writers.map(({ width }) => {
      const start = size
      size += Math.ceil((rows.length * width) / 8) * 8
      return start
    })
    const memory = new ArrayBuffer(size)
    const columns = writers.map((writer, column) => {
      const start = starts[column] ?? 0
      const textsStart = long.size
      const nulls = writer.write(rows, picks[column] ?? nothing, memory, start, long)
      const bytes = rows.length * writer.width
      return { start, bytes, textsStart, textsBytes: long.size - textsStart, nulls }
    })
    return { count: rows.length, memory, texts: long.taken(), columns }
  }
}

/** What of packed rows can be posted to another thread without a copy. */
export const memoryOf = ({ memory, texts }: PackedRows): ArrayBuffer[] => [memory, texts]

const nothing = () => null
