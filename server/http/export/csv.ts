// CSV as Spanish Excel opens it by double click (BOM, semicolon, decimal comma), or the plain standard; RFC 4180 either way.
import type { Column } from '#contract/columns.ts'
import { type Batches, type ExportRow, isNumeric, words } from './cells.ts'

export interface CsvDialect {
  readonly bom: string
  readonly separator: string
  readonly decimal: string
  readonly localDates: boolean
}

export const EXCEL: CsvDialect = { bom: '\uFEFF', separator: ';', decimal: ',', localDates: true }
export const STANDARD: CsvDialect = { bom: '', separator: ',', decimal: '.', localDates: false }

/** Text that a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[";,\r\n]/

export const csvText = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Cell = (value: unknown) => string

function cell(column: Column, dialect: CsvDialect): Cell {
  const decimal = (digits: string) =>
    dialect.decimal === '.' ? digits : digits.replace('.', dialect.decimal)
  if (column.format === 'money' || column.format === 'money1')
    return (value) => (typeof value === 'number' ? decimal(value.toFixed(2)) : '')
  if (isNumeric(column)) return (value) => (typeof value === 'number' ? decimal(String(value)) : '')
  if ((column.format === 'date' || column.format === 'datetime') && dialect.localDates)
    return (value) => (typeof value === 'string' ? csvText(localDate(value)) : '')
  return (value) => csvText(words(column, value))
}

/** '2026-05-14 09:30:00' → '14/05/2026 09:30:00'; what is no date stays as it is. */
const localDate = (text: string) =>
  text.replace(/^(\d{4})-(\d{2})-(\d{2})(?=$|[ T])/, '$3/$2/$1').replace('T', ' ')

export async function* csv(
  columns: readonly Column[],
  batches: Batches,
  dialect: CsvDialect,
): AsyncGenerator<Buffer> {
  const { separator } = dialect
  const cells = columns.map((column) => ({ key: column.key, write: cell(column, dialect) }))
  const line = (row: ExportRow) => {
    let text = ''
    for (let index = 0; index < cells.length; index++) {
      const { key, write } = cells[index] as (typeof cells)[number]
      text += index === 0 ? write(row[key]) : separator + write(row[key])
    }
    return `${text}\r\n`
  }
  let text = `${dialect.bom}${columns.map((column) => csvText(column.title)).join(separator)}\r\n`
  for await (const batch of batches) {
    for (const row of batch) text += line(row)
    if (text !== '') yield Buffer.from(text)
    text = ''
  }
  if (text !== '') yield Buffer.from(text)
}
