// Bulk inserts through COPY in text format, with the same checks as on DuckDB.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { StoreError } from './errors.ts'
import { dayNumber, microseconds, scaledDecimal } from './parse.ts'
import { render, sql } from './sql.ts'
import type { BulkRows, Value } from './store.ts'

/** Characters per buffer. */
const BUFFER_LENGTH = 1 << 16

export async function copyRows(client: ClientBase, { table, columns, rows }: BulkRows): Promise<void> {
  const names = sql.join(columns.map((column) => sql.identifier(column)))
  const target = sql.identifier(table)
  const { fields } = await client.query(render(sql`select ${names} from ${target} limit 0`, 'postgres').text)
  const cells = fields.map((field) =>
    cell(field.dataTypeID, field.dataTypeModifier, `${table}.${field.name}`),
  )
  const { text } = render(sql`copy ${target} (${names}) from stdin`, 'postgres')
  await pipeline(Readable.from(lines(rows, cells)), client.query(copyFrom(text)))
}

type Cell = (value: Value) => string

function* lines(rows: Iterable<readonly Value[]>, cells: readonly Cell[]): Generator<Buffer> {
  let piece = ''
  for (const row of rows) {
    for (let column = 0; column < cells.length; column++) {
      const value = row[column] ?? null
      if (column > 0) piece += '\t'
      piece += value === null ? '\\N' : cells[column]?.(value)
    }
    piece += '\n'
    if (piece.length >= BUFFER_LENGTH) {
      yield Buffer.from(piece)
      piece = ''
    }
  }
  if (piece !== '') yield Buffer.from(piece)
}

const SPECIAL = /[\\\n\r\t\0]/
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** The cell throws for values that the column type cannot hold exactly. */
function cell(type: number, modifier: number, column: string): Cell {
  const refuse = (value: Value, expected: string): never => {
    throw new StoreError('value', `${JSON.stringify(value)} in ${column} is not ${expected}`)
  }
  const checked = (expected: string, holds: (value: Value) => boolean): Cell => {
    return (value) => (holds(value) ? String(value) : refuse(value, expected))
  }
  switch (type) {
    case 16:
      return checked('a boolean', (value) => typeof value === 'boolean')
    case 20:
      return checked('a whole number', Number.isSafeInteger)
    case 23:
      return checked(
        'a whole number of 32 bits',
        (value) => typeof value === 'number' && (value | 0) === value,
      )
    case 701:
      return checked('a number', (value) => typeof value === 'number')
    case 1082:
      return checked('a day YYYY-MM-DD', (value) => dayNumber(value) !== undefined)
    case 1114:
      return checked('a time YYYY-MM-DD HH:MM:SS', (value) => microseconds(value) !== undefined)
    case 1700: {
      const [width, scale] = [(modifier - 4) >> 16, (modifier - 4) & 0xffff]
      const expected = `a decimal of ${width} digits with ${scale} decimals`
      return checked(expected, (value) => scaledDecimal(value, width, scale) !== undefined)
    }
    case 25:
      return (value) => {
        if (typeof value !== 'string') return refuse(value, 'text')
        if (!SPECIAL.test(value)) return value
        if (value.includes('\0')) return refuse(value, 'text without NUL')
        return value.replace(/[\\\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter)
      }
  }
  throw new StoreError('value', `Rows cannot be copied to ${column} of type ${type}`)
}
