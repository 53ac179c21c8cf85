// Streaming XLSX writer; starts another sheet when one is full.
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'
import type { Column } from '#contract/columns.ts'
import type { Batches, ExportRow } from './cell-text.ts'
import { cellText, isNumeric } from './cell-text.ts'
import {
  contentTypes,
  DATE,
  DATETIME,
  DECIMALS,
  FRACTION,
  HEADER,
  INTEGER,
  relations,
  styles,
  TEXT,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts'

/** Excel's 1,048,576 rows less the header. */
export const SHEET_ROWS = 1_048_575
/** Excel's limit per cell. */
const MAX_CELL_LENGTH = 32_767
/** Speed matters more than size. */
const COMPRESSION = { compress: true, compressionLevel: 1 } as const

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// Control characters, lone surrogates and U+FFFE/FFFF do not exist in XML.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SUSPECT = /[&<>"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i

export function xmlText(text: string): string {
  const cut = text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text
  if (!SUSPECT.test(cut)) return cut
  return cut
    .replace(ILLEGAL, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
}

/** Days since 1899-12-30, as Excel counts them; undefined for invalid dates. */
export function serialDate(text: string): number | undefined {
  const time = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  return Number.isNaN(time) ? undefined : time / 86_400_000 + 25_569
}

const textCell = (style: number, text: string) =>
  text === ''
    ? '<c/>'
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`

const numberCell = (style: number, value: number) => `<c s="${style}"><v>${value}</v></c>`

/** Quantities get digit grouping, ids do not; only units with a fraction show a decimal comma. */
function styleOf({ format }: Column, value: number): number {
  if (format === 'id') return TEXT
  if (format === 'integer' || (format === 'units' && Number.isInteger(value))) return INTEGER
  return format === 'units' ? FRACTION : DECIMALS
}

function cell(column: Column): (value: unknown) => string {
  if (isNumeric(column)) {
    return (value) => (typeof value === 'number' ? numberCell(styleOf(column, value), value) : '<c/>')
  }
  if (column.format === 'date' || column.format === 'datetime') {
    const style = column.format === 'date' ? DATE : DATETIME
    return (value) => {
      const serial = typeof value === 'string' ? serialDate(value) : undefined
      return serial === undefined ? textCell(TEXT, cellText(column, value)) : numberCell(style, serial)
    }
  }
  return (value) => textCell(TEXT, cellText(column, value))
}

const width = (column: Column) => Math.max(column.title.length + 2, isNumeric(column) ? 14 : 18)

const sheetHead = (columns: readonly Column[]) =>
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns
    .map(
      (column, index) =>
        `<col min="${index + 1}" max="${index + 1}" width="${width(column)}" customWidth="1"/>`,
    )
    .join(
      '',
    )}</cols><sheetData><row>${columns.map((column) => textCell(HEADER, column.title)).join('')}</row>`

const SHEET_END = '</sheetData></worksheet>'

/** Destroying the stream stops reading rows; a failed read destroys the stream. */
export function xlsx(
  columns: readonly Column[],
  batches: Batches,
  title: string,
  sheetRows = SHEET_ROWS,
): Readable {
  const zip = new yazl.ZipFile()
  const out = new PassThrough()
  zip.outputStream.on('error', (error: Error) => out.destroy(error)).pipe(out)
  writeSheets(zip, out, columns, batches, title, sheetRows).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return out
}

async function writeSheets(
  zip: yazl.ZipFile,
  out: PassThrough,
  columns: readonly Column[],
  batches: Batches,
  title: string,
  sheetRows: number,
): Promise<void> {
  const cells = columns.map((column) => ({ key: column.key, write: cell(column) }))
  const line = (row: ExportRow) => {
    let text = '<row>'
    for (const { key, write } of cells) text += write(row[key])
    return `${text}</row>`
  }
  let sheets = 0
  let rows = 0
  let sheet: PassThrough | undefined
  const open = () => {
    sheets++
    rows = 0
    const next = new PassThrough({ highWaterMark: 1 << 18 })
    out.once('close', () => next.destroy())
    zip.addReadStream(next, `xl/worksheets/sheet${sheets}.xml`, COMPRESSION)
    next.write(sheetHead(columns))
    return next
  }
  sheet = open()
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; ) {
      if (rows === sheetRows) {
        sheet.end(SHEET_END)
        sheet = open()
      }
      const part = batch.slice(start, start + sheetRows - rows)
      start += part.length
      rows += part.length
      await written(sheet, out, part.map(line).join(''))
    }
  }
  sheet.end(SHEET_END)
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, { compress: true })
  add('xl/workbook.xml', workbook(title, sheets))
  add('xl/_rels/workbook.xml.rels', workbookRelations(sheets))
  add('xl/styles.xml', styles)
  add('_rels/.rels', relations)
  add('[Content_Types].xml', contentTypes(sheets))
  zip.end()
}

/** Writes with backpressure; returns early if the reader is gone. */
async function written(sheet: PassThrough, out: PassThrough, text: string): Promise<void> {
  if (out.destroyed) throw new Error('The export was stopped by its reader')
  if (sheet.write(text)) return
  const stop = new AbortController()
  const gone = once(out, 'close', { signal: stop.signal }).catch(() => undefined)
  await Promise.race([once(sheet, 'drain', { signal: stop.signal }).catch(() => undefined), gone])
  stop.abort()
}
