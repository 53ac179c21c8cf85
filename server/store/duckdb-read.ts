// The frequent column types read from the engine's memory at once: no bigint and no decoder per value where none is needed.
import { type DuckDBDataChunk, DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { bindings } from './duckdb-bindings.ts'
import { decimalNumber, wholeNumber } from './numbers.ts'
import type { Value } from './store.ts'

type Read = (row: number) => Value

/** A reader of the column's values, or undefined for a type that is not read this way. */
export function fastReader(
  chunk: DuckDBDataChunk,
  column: number,
  type: DuckDBType,
  name: string,
): Read | undefined {
  const rows = chunk.rowCount
  const raw = () => bindings.data_chunk_get_vector(chunk.chunk, column)
  const words = (perRow: number) => {
    const bytes = bindings.vector_get_data(raw(), rows * perRow * 4)
    return new Int32Array(bytes.buffer, bytes.byteOffset, rows * perRow)
  }
  const wide = (finish: (value: number | bigint) => number) =>
    orNull(raw(), rows, wideReader(words(2), finish))
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return orNull(raw(), rows, textReader(words(4), chunk, column))
    case DuckDBTypeId.BIGINT:
      return wide((value) => (typeof value === 'number' ? value : wholeNumber(value, name)))
    case DuckDBTypeId.DECIMAL: {
      if (!(type instanceof DuckDBDecimalType) || type.width < 10 || type.width > 18) return undefined
      const { scale } = type
      return wide((value) => decimalNumber(value, scale, name))
    }
    default:
      return undefined
  }
}

function orNull(vector: object, rows: number, read: Read): Read {
  const validity = bindings.vector_get_validity(vector, Math.ceil(rows / 64) * 8)
  if (!validity) return read
  return (row) => ((validity[row >> 3] ?? 0) & (1 << (row & 7)) ? read(row) : null)
}

const TWO_32 = 4_294_967_296

/** 64 bits from two halves; a bigint only where a number would not be exact. */
function wideReader(words: Int32Array, finish: (value: number | bigint) => number): Read {
  return (row) => {
    const [low, high] = [words[row * 2] ?? 0, words[row * 2 + 1] ?? 0]
    const value = high * TWO_32 + (low >>> 0)
    return finish(Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low >>> 0))
  }
}

const NOT_ASCII = 0x80808080 | 0

/** Up to 12 letters stand in the vector itself; neighbours often say the same. */
function textReader(words: Int32Array, chunk: DuckDBDataChunk, column: number): Read {
  const letters = Buffer.from(words.buffer, words.byteOffset, words.byteLength)
  let [before, text] = [-1, '']
  const same = (a: number, b: number) =>
    words[a] === words[b] &&
    words[a + 1] === words[b + 1] &&
    words[a + 2] === words[b + 2] &&
    words[a + 3] === words[b + 3]
  return (row) => {
    const at = row * 4
    // Equal words are equal text: either the letters themselves or one place in memory.
    if (before >= 0 && same(at, before)) return text
    const length = words[at] ?? 0
    const [one = 0, two = 0, three = 0] = [words[at + 1], words[at + 2], words[at + 3]]
    before = at
    if (length <= 12 && ((one | two | three) & NOT_ASCII) === 0) {
      text = letters.toString('latin1', at * 4 + 4, at * 4 + 4 + length)
    } else {
      text = String(chunk.getColumnVector(column).getItem(row))
    }
    return text
  }
}
