// Bulk inserts through the driver's appender. Values are checked by column type and never rounded.
import {
  type DuckDBConnection,
  DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  DuckDBVector,
} from '@duckdb/node-api'
import { StoreError } from './errors.ts'
import { pacer } from './pace.ts'
import { dayNumber, microseconds, scaledDecimal } from './parse.ts'
import type { BulkRows, Value } from './store.ts'

const CHUNK = DuckDBVector.standardSize()

export async function appendRows(connection: DuckDBConnection, bulk: BulkRows): Promise<void> {
  const columns = await columnWriters(connection, bulk)
  const types = columns.map(({ type }) => type)
  const appender = await connection.createAppender(bulk.table)
  try {
    const pace = pacer()
    for (const rows of batches(bulk.rows)) {
      const chunk = DuckDBDataChunk.create(types, rows.length)
      for (const [index, { write }] of columns.entries()) {
        chunk.setColumnValues(index, rows.map(write))
        await pace(rows.length)
      }
      appender.appendDataChunk(chunk)
      // Holds the process as long as it takes: all chunks at once would make views wait.
      appender.flushSync()
      await pace(CHUNK)
    }
    appender.closeSync()
  } catch (error) {
    appender.clear()
    appender.closeSync()
    throw error
  }
}

interface ColumnWriter {
  readonly type: DuckDBType
  write(row: readonly Value[]): DuckDBValue
}

/** One writer per column of the table, in the table's order. Columns without values are null. */
async function columnWriters(
  connection: DuckDBConnection,
  { table, columns }: BulkRows,
): Promise<ColumnWriter[]> {
  const statement = await connection.prepare(`select * from "${table.replaceAll('"', '""')}"`)
  try {
    const names = Array.from({ length: statement.columnCount }, (_, index) => statement.columnName(index))
    const unknown = columns.filter((column) => !names.includes(column))
    if (unknown.length > 0) throw new StoreError('value', `${table} has no column ${unknown.join(', ')}`)
    return names.map((name, index) => {
      const type = statement.columnType(index)
      const position = columns.indexOf(name)
      if (position < 0) return { type, write: () => null }
      const convert = converter(type, `${table}.${name}`)
      return {
        type,
        write(row) {
          const value = row[position] ?? null
          return value === null ? null : convert(value)
        },
      }
    })
  } finally {
    statement.destroySync()
  }
}

function* batches<Row>(rows: Iterable<Row>): Generator<Row[]> {
  let batch: Row[] = []
  for (const row of rows) {
    if (batch.push(row) < CHUNK) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

type Convert = (value: Exclude<Value, null>) => DuckDBValue

function converter(type: DuckDBType, column: string): Convert {
  /** `convert` returns undefined for values that the column cannot represent exactly. */
  const checked =
    (expected: string, convert: (value: Exclude<Value, null>) => DuckDBValue | undefined): Convert =>
    (value) => {
      const converted = convert(value)
      if (converted !== undefined) return converted
      throw new StoreError('value', `${JSON.stringify(value)} in ${column} is not ${expected}`)
    }
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return checked('text without NUL', (value) =>
        typeof value === 'string' && !value.includes('\0') ? value : undefined,
      )
    case DuckDBTypeId.BOOLEAN:
      return checked('a boolean', (value) => (typeof value === 'boolean' ? value : undefined))
    case DuckDBTypeId.DOUBLE:
      return checked('a number', (value) => (typeof value === 'number' ? value : undefined))
    case DuckDBTypeId.INTEGER:
      return checked('a 32-bit integer', (value) =>
        typeof value === 'number' && (value | 0) === value ? value : undefined,
      )
    case DuckDBTypeId.BIGINT:
      return checked('an integer', (value) =>
        typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined,
      )
    case DuckDBTypeId.DATE:
      return checked('a date YYYY-MM-DD', (value) => {
        const days = dayNumber(value)
        return days === undefined ? undefined : new DuckDBDateValue(days)
      })
    case DuckDBTypeId.TIMESTAMP:
      return checked('a time YYYY-MM-DD HH:MM:SS', (value) => {
        const micros = microseconds(value)
        return micros === undefined ? undefined : new DuckDBTimestampValue(BigInt(micros))
      })
  }
  if (type instanceof DuckDBDecimalType) {
    const { width, scale } = type
    // Most amounts of an order.
    const zero = new DuckDBDecimalValue(0n, width, scale)
    return checked(`a decimal of ${width} digits with ${scale} decimals`, (value) => {
      const scaled = scaledDecimal(value, width, scale)
      if (scaled === 0) return zero
      return scaled === undefined ? undefined : new DuckDBDecimalValue(BigInt(scaled), width, scale)
    })
  }
  throw new StoreError('value', `Rows cannot be appended to ${column} of type ${type}`)
}
