// Rows into a DuckDB table, column by column through the engine's own memory: measured at twice the speed of a CSV
// file with COPY and of the driver's value by value vectors (order_lines, 2 cores), and no text is ever escaped.
import { type DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api'
import { bindings } from './duckdb-bindings.ts'
import { type ColumnWriter, columnWriter } from './duckdb-columns.ts'
import { StoreError } from './errors.ts'
import type { BulkRows, Value } from './store.ts'

const CHUNK = bindings.vector_size()

/** Chunks between two breaths, in which the process answers others. */
const BREATH = 4

export async function appendRows(connection: DuckDBConnection, bulk: BulkRows): Promise<void> {
  const appender = await connection.createAppender(bulk.table)
  try {
    const types = Array.from({ length: appender.columnCount }, (_, column) => appender.columnType(column))
    const names = await columnNames(connection, bulk.table)
    const unknown = bulk.columns.filter((column) => !names.includes(column))
    if (unknown.length > 0) throw new StoreError('value', `${bulk.table} has no column ${unknown.join(', ')}`)
    const writers = types.map((type, at) => columnWriter(type, `${bulk.table}.${names[at]}`, CHUNK))
    const places = names.map((name) => bulk.columns.indexOf(name))

    const append = (rows: readonly (readonly Value[])[]) => {
      const chunk = DuckDBDataChunk.create(types, rows.length)
      for (const [column, writer] of writers.entries())
        writeColumn(chunk, column, writer, rows, places[column] ?? -1)
      appender.appendDataChunk(chunk)
    }

    let chunks = 0
    for (const rows of batches(bulk.rows, CHUNK)) {
      append(rows)
      if (++chunks % BREATH === 0) await new Promise(setImmediate)
    }
    appender.flushSync()
    appender.closeSync()
  } catch (error) {
    appender.clear()
    appender.closeSync()
    throw error
  }
}

function writeColumn(
  chunk: DuckDBDataChunk,
  column: number,
  writer: ColumnWriter,
  rows: readonly (readonly Value[])[],
  place: number,
): void {
  const nulls = writer.write(rows, place)
  const vector = bindings.data_chunk_get_vector(chunk.chunk, column)
  bindings.copy_data_to_vector(vector, 0, writer.memory, 0, rows.length * writer.width)
  for (const [row, text] of writer.long) bindings.vector_assign_string_element(vector, row, text)
  if (nulls.length === 0) return
  const valid = new Uint8Array(CHUNK / 8).fill(0xff)
  for (const row of nulls) valid[row >> 3] = (valid[row >> 3] ?? 0) & ~(1 << (row & 7))
  bindings.vector_ensure_validity_writable(vector)
  bindings.copy_data_to_vector_validity(vector, 0, valid.buffer, 0, valid.byteLength)
}

async function columnNames(connection: DuckDBConnection, table: string): Promise<string[]> {
  const statement = await connection.prepare(`select * from "${table.replaceAll('"', '""')}"`)
  try {
    return Array.from({ length: statement.columnCount }, (_, column) => statement.columnName(column))
  } finally {
    statement.destroySync()
  }
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = []
  for (const item of items) {
    if (batch.push(item) === size) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
