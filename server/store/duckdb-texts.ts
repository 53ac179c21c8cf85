// The texts of a chunk's one column as the bytes they already are (UTF-8): no string is made of them.
import type { DuckDBDataChunk } from '@duckdb/node-api'
import { bindings } from './duckdb-bindings.ts'
import { TEXT_WIDTH as BYTES, INLINE, TWO_32 } from './duckdb-text-column.ts'
import { freeBuffer } from './free-buffer.ts'

/** All texts one after another; none of them is null. The chunk is empty afterwards. */
export function textsOf(chunk: DuckDBDataChunk): Buffer {
  const rows = chunk.rowCount
  const vector = bindings.vector_get_data(bindings.data_chunk_get_vector(chunk.chunk, 0), rows * BYTES)
  const words = new Uint32Array(vector.buffer, vector.byteOffset, rows * 4)
  const lengthOf = (row: number) => words[row * 4] ?? 0
  const addressOf = (row: number) => (words[row * 4 + 3] ?? 0) * TWO_32 + (words[row * 4 + 2] ?? 0)
  let size = 0
  for (let row = 0; row < rows; row++) size += lengthOf(row)
  const out = Buffer.allocUnsafe(size)
  let at = 0
  for (let row = 0; row < rows; ) {
    const first = row
    let length = lengthOf(row++)
    if (length <= INLINE) {
      const start = first * BYTES + 4
      out.set(vector.subarray(start, start + length), at)
    } else {
      // The engine lays texts end to end, so that many of them are one piece of memory.
      const end = addressOf(first)
      while (row < rows && lengthOf(row) > INLINE && addressOf(row) === end + length)
        length += lengthOf(row++)
      const pointer = vector.byteOffset + first * BYTES + 8
      const copy = bindings.get_data_from_pointer(vector.buffer, pointer, length)
      out.set(copy, at)
      freeBuffer(copy)
    }
    at += length
  }
  freeBuffer(vector)
  bindings.data_chunk_reset(chunk.chunk)
  return out
}
