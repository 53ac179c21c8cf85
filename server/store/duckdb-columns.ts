// One writer per column type: JavaScript values into the bytes of a DuckDB vector (little endian). Needs no engine, so
// it runs on any thread.
import { type LongTexts, repeatText, TEXT_WIDTH, writeText } from './duckdb-text-column.ts'
import { StoreError } from './errors.ts'
import { dayNumber, microseconds, scaledDecimal } from './parse.ts'
import type { Value } from './store.ts'

/** Reads a row's value; what is not there is null. */
export type Pick<Row> = (row: Row) => Value | undefined

/** Puts a value in a row. */
export type Put = (row: number, value: Value) => void

export interface ColumnWriter {
  /** Bytes of one value. */
  readonly width: number
  /** For `size` rows that stand in `memory` from `start` on, which is zero before; rows are put in their order. */
  into(memory: ArrayBuffer, start: number, size: number, long: LongTexts): Put
}

/** `type` as the engine names it: 'BIGINT', 'DECIMAL(18,2)'. */
export function columnWriter(type: string, column: string): ColumnWriter {
  switch (type) {
    case 'VARCHAR':
      return textWriter(column)
    case 'BOOLEAN':
      return fixed(1, (memory, start, size) => {
        const bytes = new Uint8Array(memory, start, size)
        return (row, value) => {
          if (typeof value !== 'boolean') throw refused(value, column, 'a boolean')
          bytes[row] = value ? 1 : 0
        }
      })
    case 'INTEGER':
    case 'DATE':
      return fixed(4, (memory, start, size) => {
        const words = new Int32Array(memory, start, size)
        const isDate = type === 'DATE'
        return (row, value) => {
          const number = isDate ? dayNumber(value) : whole(value)
          if (number === undefined || (number | 0) !== number)
            throw refused(value, column, isDate ? 'a day YYYY-MM-DD' : 'a whole number of 32 bits')
          words[row] = number
        }
      })
    case 'BIGINT':
      return wide(column, 'a whole number', whole)
    case 'TIMESTAMP':
      return wide(column, 'a time YYYY-MM-DD HH:MM:SS', microseconds)
    case 'DOUBLE':
      return fixed(8, (memory, start, size) => {
        const doubles = new Float64Array(memory, start, size)
        return (row, value) => {
          if (typeof value !== 'number') throw refused(value, column, 'a number')
          doubles[row] = value
        }
      })
  }
  const [, width, scale] = (/^DECIMAL\((\d+),(\d+)\)$/.exec(type) ?? []).map(Number)
  if (width !== undefined && scale !== undefined && width > 9 && width <= 18) {
    const what = `a decimal of ${width} digits with ${scale} decimals`
    return wide(column, what, (value) => scaledDecimal(value, width, scale))
  }
  throw new StoreError('value', `Rows cannot be appended to ${column} of type ${type}`)
}

const whole = (value: Value) => (Number.isSafeInteger(value) ? Number(value) : undefined)

const refused = (value: Value, column: string, wanted: string) =>
  new StoreError('value', `${JSON.stringify(value)} in ${column} is not ${wanted}`)

const fixed = (width: number, into: ColumnWriter['into']): ColumnWriter => ({ width, into })

/** 64 bits as two halves, which costs no bigint where the number is safe. */
function wide(
  column: string,
  wanted: string,
  read: (value: Value) => number | bigint | undefined,
): ColumnWriter {
  return fixed(8, (memory, start, size) => {
    const halves = new Int32Array(memory, start, size * 2)
    let before: Value = null
    let low = 0
    let high = 0
    return (row, value) => {
      // Rows of an order, and amounts of 0, repeat themselves.
      if (value !== before) {
        const number = read(value)
        if (number === undefined) throw refused(value, column, wanted)
        if (typeof number === 'bigint') {
          new BigInt64Array(memory, start, size)[row] = number
          return
        }
        low = number | 0
        high = Math.floor(number / 4_294_967_296)
        before = value
      }
      halves[row * 2] = low
      halves[row * 2 + 1] = high
    }
  })
}

const textWriter = (column: string): ColumnWriter =>
  fixed(TEXT_WIDTH, (memory, start, size, long) => {
    const bytes = new Uint8Array(memory, start, size * TEXT_WIDTH)
    const words = new Int32Array(memory, start, size * 4)
    let before: Value = null
    let rowBefore = 0
    return (row, text) => {
      if (text === before) return repeatText(rowBefore, row, words, long)
      if (typeof text !== 'string') throw refused(text, column, 'text')
      if (!writeText(text, row, bytes, words, long)) throw refused(text, column, 'text without NUL')
      before = text
      rowBefore = row
    }
  })
