// Cells and frame of a worksheet, for the files of the server and those written in the browser. Without zod.
import type { Column } from './columns.ts'
import { entryOf } from './entry.ts'
import { printable } from './markup-text.ts'
import { monthAsDay } from './month.ts'
import { DATE, DATETIME, DECIMALS, FRACTION, HEADER, INTEGER, TEN_THOUSANDTHS, TEXT } from './xlsx-parts.ts'

/** Excel's limit per cell. */
const MAX_CELL_LENGTH = 32_767

const NUMBERS: ReadonlySet<Column['format']> = new Set([
  ...([
    'id',
    'integer',
    'units',
    'decimal2',
    'money',
    'money1',
    'unit_money',
    'percent',
    'percent2',
    'share',
  ] as const),
])
/** Whether files have numbers in the column, ids too. */
export const isNumeric = ({ format }: Column): boolean => NUMBERS.has(format)

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SUSPECT = /[&<>"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i

export function xmlText(text: string): string {
  const cut = text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text
  if (!SUSPECT.test(cut)) return cut
  return printable(cut)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replace(/[&<>"]/g, (sign) => entryOf(ESCAPES, sign) ?? sign)
}

/** Days since 1899-12-30, as Excel counts them; undefined for invalid dates. */
export function serialDate(text: string): number | undefined {
  const time = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  return Number.isNaN(time) ? undefined : time / 86_400_000 + 25_569
}

/** 0 → 'A', 26 → 'AA'. */
export const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26))

/** Readers drop blanks at the ends otherwise. */
const KEEPS_BLANKS = /^\s|\s$|[\n\t]| {2}/

const textCell = (style: number, text: string, ref: string) => {
  if (text === '') return ''
  const blanks = KEEPS_BLANKS.test(text) ? ' xml:space="preserve"' : ''
  return `<c r="${ref}" s="${style}" t="inlineStr"><is><t${blanks}>${xmlText(text)}</t></is></c>`
}

const numberCell = (style: number, value: number, ref: string) =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`

/** Quantities get digit grouping, ids do not; only units with a fraction show a decimal comma. */
function styleOf({ format }: Column, value: number): number {
  if (format === 'id') return TEXT
  if (format === 'integer' || (format === 'units' && Number.isInteger(value))) return INTEGER
  if (format === 'unit_money' && Number(value.toFixed(2)) !== value) return TEN_THOUSANDTHS
  return format === 'units' ? FRACTION : DECIMALS
}

type CellWriter = (value: unknown, ref: string) => string

/** A row, from 1, of the cells of its columns. Many readers need the references that the format makes optional. */
export function sheetRow<T>(
  row: number,
  columns: readonly T[],
  cell: (column: T, ref: string) => string,
): string {
  let text = `<row r="${row}">`
  let index = 0
  for (const column of columns) text += cell(column, `${LETTERS[index++]}${row}`)
  return `${text}</row>`
}

const LETTERS = Array.from({ length: 702 }, (_, index) => columnLetters(index))

/** Writes the values of a column as cells; `textOf` writes those that are neither numbers nor dates. An empty one has none. */
export function sheetCell(column: Column, textOf: (column: Column, value: unknown) => string): CellWriter {
  if (isNumeric(column)) {
    return (value, ref) => (typeof value === 'number' ? numberCell(styleOf(column, value), value, ref) : '')
  }
  if (column.format === 'month') {
    const write = sheetCell({ ...column, format: 'date' }, textOf)
    return (value, ref) => write(monthAsDay(value), ref)
  }
  if (column.format === 'date' || column.format === 'datetime') {
    const style = column.format === 'date' ? DATE : DATETIME
    return (value, ref) => {
      const serial = typeof value === 'string' ? serialDate(value) : undefined
      return serial === undefined
        ? textCell(TEXT, textOf(column, value), ref)
        : numberCell(style, serial, ref)
    }
  }
  return (value, ref) => textCell(TEXT, textOf(column, value), ref)
}

const width = (column: Column) => Math.max(column.title.length + 2, isNumeric(column) ? 14 : 18)

/** The beginning of a sheet with its frozen row of titles. */
export const sheetHead = (columns: readonly Column[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      (column, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width(column)}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>${sheetRow(1, columns, ({ title }, ref) => textCell(HEADER, title, ref))}`

export const SHEET_END = '</sheetData></worksheet>'
