// The few calls below the driver that read and write a vector's memory at once; the driver's own go value by value.
import { createRequire } from 'node:module'
import type { DuckDBDataChunk } from '@duckdb/node-api'

type RawChunk = DuckDBDataChunk['chunk']
export type RawVector = object

interface Bindings {
  vector_size(): number
  data_chunk_reset(chunk: RawChunk): void
  data_chunk_get_vector(chunk: RawChunk, column: number): RawVector
  vector_get_data(vector: RawVector, bytes: number): Uint8Array<ArrayBuffer>
  /** A copy of the bytes at the address that stands in `memory` at `at`. */
  get_data_from_pointer(memory: ArrayBuffer, at: number, bytes: number): Uint8Array<ArrayBuffer>
  vector_get_validity(vector: RawVector, bytes: number): Uint8Array | null
  copy_data_to_vector(vector: RawVector, at: number, source: ArrayBuffer, from: number, bytes: number): void
  vector_ensure_validity_writable(vector: RawVector): void
  copy_data_to_vector_validity(
    vector: RawVector,
    at: number,
    source: ArrayBuffer,
    from: number,
    bytes: number,
  ): void
  vector_assign_string_element_len(vector: RawVector, row: number, text: Uint8Array): void
}

// Asked for from the driver's place, so that both share one copy of the engine.
const requireOfDriver = createRequire(createRequire(import.meta.url).resolve('@duckdb/node-api'))

export const bindings: Bindings = requireOfDriver('@duckdb/node-bindings')
