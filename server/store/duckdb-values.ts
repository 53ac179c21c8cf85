import {
  BIGINT,
  BOOLEAN,
  DECIMAL,
  type DuckDBDataChunk,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBTimestampMillisecondsValue,
  DuckDBTimestampSecondsValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBType,
  DuckDBUUIDValue,
  type DuckDBValue,
  INTEGER,
  LIST,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api'
import { StoreError } from './errors.ts'
import { decimalNumber, timestampText, wholeNumber } from './numbers.ts'
import type { Parameter } from './sql.ts'
import type { Value } from './store.ts'

/** Numbers get the type of their SQL literal, so arithmetic and comparisons stay exact. */
export function toDuckDbParameter(
  value: Parameter | readonly Parameter[],
): readonly [value: DuckDBValue, type: DuckDBType] {
  if (value === null) return [null, SQLNULL]
  if (typeof value === 'string') return [value, VARCHAR]
  if (typeof value === 'boolean') return [value, BOOLEAN]
  if (typeof value === 'bigint') return [value, BIGINT]
  if (typeof value === 'number') return boundNumber(value)
  const texts = typeof value[0] === 'string'
  const items = value.map((item) => (typeof item === 'number' ? BigInt(item) : item))
  return [new DuckDBListValue(items), LIST(texts ? VARCHAR : BIGINT)]
}

function boundNumber(value: number): readonly [DuckDBValue, DuckDBType] {
  if (Number.isInteger(value)) {
    return Math.abs(value) < 2 ** 31 ? [value, INTEGER] : [BigInt(value), BIGINT]
  }
  const match = /^(-?)(\d+)\.(\d+)$/.exec(String(value))
  if (!match) throw new StoreError('value', `${value} cannot be a parameter`)
  const [, sign, whole = '', fraction = ''] = match
  const scaled = BigInt(`${sign}${whole}${fraction}`)
  const width = Math.min(38, whole.length + fraction.length)
  return [new DuckDBDecimalValue(scaled, width, fraction.length), DECIMAL(width, fraction.length)]
}

export function rowsOf<T>(chunk: DuckDBDataChunk, names: readonly string[]): T[] {
  const rows: Record<string, Value>[] = Array.from({ length: chunk.rowCount }, () => ({}))
  for (const [column, name] of names.entries())
    chunk.visitColumnValues(column, (value, index) => {
      rows[index]![name] = resultValue(value, name)
    })
  return rows as T[]
}

function resultValue(value: DuckDBValue, column: string): Value {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value
    case 'bigint':
      return wholeNumber(value, column)
  }
  if (value === null) return null
  if (value instanceof DuckDBDecimalValue) return decimalNumber(value.value, value.scale, column)
  if (value instanceof DuckDBDateValue || value instanceof DuckDBUUIDValue) return value.toString()
  if (
    value instanceof DuckDBTimestampValue ||
    value instanceof DuckDBTimestampTZValue ||
    value instanceof DuckDBTimestampSecondsValue ||
    value instanceof DuckDBTimestampMillisecondsValue
  )
    return timestampText(value.toString())
  throw new StoreError('value', `Column ${column} has a type that the engines do not share; cast it`)
}
