// Workbooks with several sheets, for tests.
import { strToU8, zipSync } from 'fflate'

export type BookCell = string | number

export interface BookSheet {
  readonly name: string
  readonly rows: readonly (readonly BookCell[])[]
  readonly isHidden?: boolean
  /** Such as 'A2:A3'. */
  readonly merged?: readonly string[]
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const cellXml = (cell: BookCell): string => {
  if (cell === '') return '<c/>'
  return typeof cell === 'number'
    ? `<c><v>${cell}</v></c>`
    : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}

function sheetXml({ rows, merged = [] }: BookSheet): string {
  const lines = rows.map((row) => `<row>${row.map(cellXml).join('')}</row>`)
  const merges = merged.map((ref) => `<mergeCell ref="${ref}"/>`)
  return `<worksheet><sheetData>${lines.join('')}</sheetData><mergeCells>${merges.join('')}</mergeCells></worksheet>`
}

export function bookWith(sheets: readonly BookSheet[]): Buffer {
  const entry = ({ name, isHidden }: BookSheet, at: number) =>
    `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="r${at}"${isHidden ? ' state="hidden"' : ''}/>`
  const relation = (_: BookSheet, at: number) =>
    `<Relationship Id="r${at}" Target="worksheets/sheet${at + 1}.xml"/>`
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${sheets.map(entry).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${sheets.map(relation).join('')}</Relationships>`,
  }
  for (const [at, sheet] of sheets.entries()) parts[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet)
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  )
}
