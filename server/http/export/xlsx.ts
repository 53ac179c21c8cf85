// Streaming XLSX writer; starts another sheet when one is full.
import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import yazl from 'yazl'
import type { Column } from '#contract/columns.ts'
import { SHEET_END, sheetCell, sheetHead, sheetRow } from '#contract/xlsx-cells.ts'
import { contentTypes, relations, styles, workbook, workbookRelations } from '#contract/xlsx-parts.ts'
import { type Batches, cellText, type ExportRow } from './cell-text.ts'

/** Excel's 1,048,576 rows less the header. */
export const SHEET_ROWS = 1_048_575
/** Without a time of its own, a file with the same rows has the same bytes. */
const ENTRY = { compress: true, mtime: new Date(2000, 0, 1) }
/** Speed matters more than size. */
const COMPRESSION = { ...ENTRY, compressionLevel: 1 }

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
  const cells = columns.map((column) => ({ key: column.key, write: sheetCell(column, cellText) }))
  /** `number`: of the row in its sheet, from 1. */
  const line = (row: ExportRow, number: number) =>
    sheetRow(number, cells, ({ key, write }, ref) => write(row[key], ref))
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
      // Below the row of titles.
      const first = rows + 2
      rows += part.length
      await written(sheet, out, part.map((row, index) => line(row, first + index)).join(''))
    }
  }
  sheet.end(SHEET_END)
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name, ENTRY)
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
