// A workbook of rows in the browser, in the format of the server's exports.
import type { Column } from '#contract/columns.ts'
import { SHEET_END, sheetCell, sheetHead } from '#contract/xlsx-cells.ts'
import { contentTypes, relations, styles, workbook, workbookRelations } from '#contract/xlsx-parts.ts'
import { cellText } from '#web/text/format.ts'
import { exactIn } from './csv.ts'
import { zipOf } from './zip.ts'

/** Times are written as text, because a cell has no time zone. */
const asText = (column: Column): Column =>
  column.format === 'datetime' ? { ...column, format: 'text' } : column

export function xlsxOf(columns: readonly Column[], rows: readonly object[], title: string): Blob {
  const cells = columns.map((column) => ({
    column,
    write: sheetCell(asText(column), (_, value) => cellText(value, column)),
  }))
  const plainValue = (row: object, { key, format }: Column): unknown => {
    const value: unknown = Reflect.get(row, key)
    return typeof value === 'number' ? exactIn(format, value) : value
  }
  const lines = rows.map(
    (row) => `<row>${cells.map(({ column, write }) => write(plainValue(row, column))).join('')}</row>`,
  )
  return zipOf(
    {
      'xl/worksheets/sheet1.xml': [sheetHead(columns), ...lines, SHEET_END].join(''),
      'xl/workbook.xml': workbook(title, 1),
      'xl/_rels/workbook.xml.rels': workbookRelations(1),
      'xl/styles.xml': styles,
      '_rels/.rels': relations,
      '[Content_Types].xml': contentTypes(1),
    },
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  )
}
