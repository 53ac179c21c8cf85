// Values between JavaScript and DuckDB: parameters on the way in, rows on the way out.
import {
  BIGINT,
  BOOLEAN,
  DECIMAL,
  type DuckDBDataChunk,
  DuckDBDecimal16Vector,
  DuckDBDecimal32Vector,
  DuckDBDecimal64Vector,
  DuckDBDecimal128Vector,
  DuckDBDecimalType,
  DuckDBDecimalValue,
  DuckDBListValue,
  type DuckDBPreparedStatement,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  type DuckDBVector,
  INTEGER,
  LIST,
  SQLNULL,
  VARCHAR,
} from '@duckdb/node-api'
import { fastReader } from './duckdb-read.ts'
import { StoreError } from './errors.ts'
import { decimalNumber, timestampText, wholeNumber } from './numbers.ts'
import type { Parameter } from './sql.ts'
import type { Value } from './store.ts'

type Bound = readonly [DuckDBValue, DuckDBType]

/** A number is bound with the type its literal would have, so arithmetic and comparisons stay exact. */
function bound(value: Parameter | readonly Parameter[]): Bound {
  if (value === null) return [null, SQLNULL]
  if (typeof value === 'string') return [value, VARCHAR]
  if (typeof value === 'boolean') return [value, BOOLEAN]
  if (typeof value === 'bigint') return [value, BIGINT]
  if (typeof value === 'number') return boundNumber(value)
  const texts = typeof value[0] === 'string'
  const items = value.map((item) => (typeof item === 'number' ? BigInt(item) : item))
  return [new DuckDBListValue(items), LIST(texts ? VARCHAR : BIGINT)]
}

function boundNumber(value: number): Bound {
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

export function bindAll(
  statement: DuckDBPreparedStatement,
  parameters: readonly (Parameter | readonly Parameter[])[],
): void {
  parameters.forEach((parameter, index) => {
    const [value, type] = bound(parameter)
    statement.bindValue(index + 1, value, type)
  })
}

/** The rows of a chunk as objects, read column by column. */
export function rowsOf<T>(
  chunk: DuckDBDataChunk,
  names: readonly string[],
  types: readonly DuckDBType[],
): T[] {
  const count = chunk.rowCount
  const rows: Record<string, Value>[] = Array.from({ length: count }, () => ({}))
  names.forEach((name, column) => {
    const type = types[column] ?? SQLNULL
    const read = fastReader(chunk, column, type, name) ?? reader(chunk.getColumnVector(column), name)
    for (let index = 0; index < count; index++) {
      const row = rows[index]
      if (row) row[name] = read(index)
    }
  })
  return rows as T[]
}

/** Reads one column's values in the shape every engine gives them. */
function reader(vector: DuckDBVector, name: string): (index: number) => Value {
  const item = (index: number) => vector.getItem(index)
  const { type } = vector
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
    case DuckDBTypeId.SQLNULL:
      return (index) => {
        const value = item(index)
        return typeof value === 'object' || typeof value === 'bigint' ? null : value
      }
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return (index) => {
        const value = item(index)
        return typeof value === 'bigint' ? wholeNumber(value, name) : null
      }
    case DuckDBTypeId.DECIMAL:
      return decimalReader(vector, name)
    case DuckDBTypeId.DATE:
    case DuckDBTypeId.UUID:
      return (index) => item(index)?.toString() ?? null
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return (index) => {
        const value = item(index)
        return value === null ? null : timestampText(value.toString())
      }
    default:
      throw new StoreError('value', `Column ${name} has type ${type}, which no engine gives alike; cast it`)
  }
}

function decimalReader(vector: DuckDBVector, name: string): (index: number) => Value {
  const known =
    vector instanceof DuckDBDecimal64Vector ||
    vector instanceof DuckDBDecimal128Vector ||
    vector instanceof DuckDBDecimal32Vector ||
    vector instanceof DuckDBDecimal16Vector
  if (!known || !(vector.type instanceof DuckDBDecimalType)) {
    throw new StoreError('value', `Column ${name} has an unknown decimal type`)
  }
  const { scale } = vector.type
  return (index) => {
    const scaled = vector.getScaledValue(index)
    return scaled === null ? null : decimalNumber(scaled, scale, name)
  }
}
