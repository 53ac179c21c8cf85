// A workbook of rows in the browser, in the format of the server's exports.
import { strToU8, zipSync } from 'fflate'
import type { Column } from '#contract/columns.ts'
import { SHEET_END, sheetCell, sheetHead, sheetRow } from '#contract/xlsx-cells.ts'
import { contentTypes, relations, styles, workbook, workbookRelations } from '#contract/xlsx-parts.ts'
import { cellText } from '#web/text/format.ts'
import { exactIn } from './csv.ts'

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
  const lines = rows.map((row, index) =>
    sheetRow(index + 2, cells, ({ column, write }, ref) => write(plainValue(row, column), ref)),
  )
  const zip = zipSync({
    xl: {
      'workbook.xml': strToU8(workbook(title, 1)),
      'styles.xml': strToU8(styles),
      _rels: { 'workbook.xml.rels': strToU8(workbookRelations(1)) },
      worksheets: { 'sheet1.xml': strToU8([sheetHead(columns), ...lines, SHEET_END].join('')) },
    },
    _rels: { '.rels': strToU8(relations) },
    '[Content_Types].xml': strToU8(contentTypes(1)),
  })
  return new Blob([zip], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}
