// RFC 4180 CSV in two dialects: for people with Spanish Excel (BOM, semicolon, decimal comma, no text that runs as a formula) and
// for programs, which read every text as it is.
import { unitDigits } from '#contract/cell-words.ts'
import type { Column } from '#contract/columns.ts'
import { monthAsDay } from '#contract/month.ts'
import { csvText, csvTitles, plainCsvText } from '#contract/spreadsheet.ts'
import { type Batches, cellText, type ExportRow, isNumeric } from './cell-text.ts'

export interface CsvDialect {
  readonly bom: string
  readonly separator: string
  readonly decimal: string
  readonly localDates: boolean
  /** Whether a spreadsheet may run no text of it as a formula. */
  readonly isGuarded: boolean
}

export const EXCEL: CsvDialect = {
  bom: '\uFEFF',
  separator: ';',
  decimal: ',',
  localDates: true,
  isGuarded: true,
}
export const STANDARD: CsvDialect = {
  bom: '',
  separator: ',',
  decimal: '.',
  localDates: false,
  isGuarded: false,
}

type Cell = (value: unknown) => string

function cell(column: Column, dialect: CsvDialect): Cell {
  const decimal = (digits: string) =>
    dialect.decimal === '.' ? digits : digits.replace('.', dialect.decimal)
  const cents = `${dialect.decimal}00`
  if (column.format === 'money' || column.format === 'money1')
    return (value) => {
      if (typeof value !== 'number') return ''
      return Number.isSafeInteger(value) ? value + cents : decimal(value.toFixed(2))
    }
  if (column.format === 'unit_money')
    return (value) => (typeof value === 'number' ? decimal(unitDigits(value)) : '')
  if (isNumeric(column)) return (value) => (typeof value === 'number' ? decimal(String(value)) : '')
  if ((column.format === 'date' || column.format === 'datetime') && dialect.localDates)
    return (value) => (typeof value === 'string' ? localDate(value) : '')
  if (column.format === 'month') {
    const write = cell({ ...column, format: 'date' }, dialect)
    return (value) => write(monthAsDay(value))
  }
  return (value) => textIn(dialect)(cellText(column, value))
}

/** Writes a text as a cell. */
export const textIn = ({ isGuarded }: CsvDialect): ((text: string) => string) =>
  isGuarded ? csvText : plainCsvText

/** '2026-05-14 09:30:00' → '14/05/2026 09:30:00'; other text is unchanged. */
const localDate = (text: string): string =>
  text[4] === '-' && text[7] === '-' && (text.length === 10 || text[10] === ' ' || text[10] === 'T')
    ? `${text.slice(8, 10)}/${text.slice(5, 7)}/${text.slice(0, 4)}${text.slice(10).replace('T', ' ')}`
    : csvText(text)

/** Byte order mark and title line. */
export const csvHeader = (columns: readonly Column[], { bom, separator }: CsvDialect): string =>
  `${bom}${csvTitles(
    columns.map(({ title }) => title),
    separator,
  )}\r\n`

export function lineWriter(columns: readonly Column[], dialect: CsvDialect): (row: ExportRow) => string {
  const { separator } = dialect
  const cells = columns.map((column) => ({ key: column.key, write: cell(column, dialect) }))
  return (row) => {
    let text = ''
    for (let index = 0; index < cells.length; index++) {
      const { key, write } = cells[index] as (typeof cells)[number]
      text += index === 0 ? write(row[key]) : separator + write(row[key])
    }
    return `${text}\r\n`
  }
}

export async function* csv(
  columns: readonly Column[],
  batches: Batches,
  dialect: CsvDialect,
): AsyncGenerator<Buffer> {
  const line = lineWriter(columns, dialect)
  yield Buffer.from(csvHeader(columns, dialect))
  for await (const batch of batches) {
    let text = ''
    for (const row of batch) text += line(row)
    if (text !== '') yield Buffer.from(text)
  }
}
