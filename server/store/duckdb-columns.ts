// One writer per column type: JavaScript values into the bytes of a DuckDB vector (little endian).
import { DuckDBDecimalType, type DuckDBType, DuckDBTypeId } from '@duckdb/node-api'
import { StoreError } from './errors.ts'
import { dayNumber, microseconds, scaledDecimal } from './parse.ts'
import type { Value } from './store.ts'

type Rows = readonly (readonly Value[])[]

export interface ColumnWriter {
  /** Bytes of one value. */
  readonly width: number
  readonly memory: ArrayBuffer
  /** Texts too long to stand in the vector itself, by row; the engine copies them. */
  readonly long: ReadonlyMap<number, string>
  /** Writes `place` of every row (-1: nothing there) and returns the rows that are null. */
  write(rows: Rows, place: number): number[]
}

export function columnWriter(type: DuckDBType, column: string, size: number): ColumnWriter {
  switch (type.typeId) {
    case DuckDBTypeId.VARCHAR:
      return textWriter(column, size)
    case DuckDBTypeId.BOOLEAN: {
      const bytes = new Uint8Array(size)
      return fixed(1, bytes.buffer, (row, value) => {
        if (typeof value !== 'boolean') throw refused(value, column, 'a boolean')
        bytes[row] = value ? 1 : 0
      })
    }
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.DATE: {
      const words = new Int32Array(size)
      const isDate = type.typeId === DuckDBTypeId.DATE
      return fixed(4, words.buffer, (row, value) => {
        const number = isDate ? dayNumber(value) : whole(value)
        if (number === undefined || (number | 0) !== number) {
          throw refused(value, column, isDate ? 'a day YYYY-MM-DD' : 'a whole number of 32 bits')
        }
        words[row] = number
      })
    }
    case DuckDBTypeId.BIGINT:
      return wide(size, column, 'a whole number', whole)
    case DuckDBTypeId.TIMESTAMP:
      return wide(size, column, 'a time YYYY-MM-DD HH:MM:SS', microseconds)
    case DuckDBTypeId.DOUBLE: {
      const doubles = new Float64Array(size)
      return fixed(8, doubles.buffer, (row, value) => {
        if (typeof value !== 'number') throw refused(value, column, 'a number')
        doubles[row] = value
      })
    }
    case DuckDBTypeId.DECIMAL:
      if (type instanceof DuckDBDecimalType && type.width > 9 && type.width <= 18) {
        const { scale, width } = type
        const what = `a decimal of ${width} digits with ${scale} decimals`
        return wide(size, column, what, (value) => scaledDecimal(value, width, scale))
      }
  }
  throw new StoreError('value', `Rows cannot be appended to ${column} of type ${type}`)
}

const whole = (value: Value) => (Number.isSafeInteger(value) ? Number(value) : undefined)

const refused = (value: Value, column: string, wanted: string) =>
  new StoreError('value', `${JSON.stringify(value)} in ${column} is not ${wanted}`)

const NO_TEXTS: ReadonlyMap<number, string> = new Map()

function fixed(width: number, memory: ArrayBuffer, set: (row: number, value: Value) => void): ColumnWriter {
  const write = (rows: Rows, place: number) => {
    const nulls: number[] = []
    for (let row = 0; row < rows.length; row++) {
      const value = rows[row]?.[place] ?? null
      if (value === null) nulls.push(row)
      else set(row, value)
    }
    return nulls
  }
  return { width, memory, long: NO_TEXTS, write }
}

/** 64 bits as two halves, which costs no bigint where the number is safe. */
function wide(
  size: number,
  column: string,
  wanted: string,
  read: (value: Value) => number | bigint | undefined,
): ColumnWriter {
  const halves = new Int32Array(size * 2)
  const wholes = new BigInt64Array(halves.buffer)
  return fixed(8, halves.buffer, (row, value) => {
    const number = read(value)
    if (number === undefined) throw refused(value, column, wanted)
    if (typeof number === 'bigint') {
      wholes[row] = number
    } else {
      halves[row * 2] = number | 0
      halves[row * 2 + 1] = Math.floor(number / 4_294_967_296)
    }
  })
}

/** Text of up to 12 ASCII letters stands in its 16 bytes behind the length; the engine places any other. */
function textWriter(column: string, size: number): ColumnWriter {
  const bytes = new Uint8Array(size * 16)
  const words = new Int32Array(bytes.buffer)
  const long = new Map<number, string>()
  const place = (row: number, text: string) => {
    const at = row * 4
    words[at] = words[at + 1] = words[at + 2] = words[at + 3] = 0
    if (text.length <= 12 && writeAscii(bytes, row * 16 + 4, text)) {
      words[at] = text.length
      return
    }
    words[at + 1] = words[at + 2] = words[at + 3] = 0
    if (text.includes('\0')) throw refused(text, column, 'text without NUL')
    long.set(row, text)
  }
  const inner = fixed(16, bytes.buffer, (row, value) => {
    if (typeof value !== 'string') throw refused(value, column, 'text')
    place(row, value)
  })
  return {
    ...inner,
    long,
    write(rows, at) {
      long.clear()
      const nulls = inner.write(rows, at)
      for (const row of nulls) words.fill(0, row * 4, row * 4 + 4)
      return nulls
    },
  }
}

function writeAscii(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0 || code > 127) return false
    bytes[at + index] = code
  }
  return true
}
