// Rows that cannot be used with those of the same order and the reason: mended, the file can be dropped again.
import { harmless } from '#contract/spreadsheet.ts'
import { textOf } from '../sources/files/cell.ts'
import { placeOf } from '../sources/files/table.ts'
import type { FileImport } from './model.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

export async function* rejectedRows({ drop, leftOut }: FileImport): AsyncIterable<string> {
  yield '\uFEFF'
  for (const { table, titles, titleRow } of drop?.tables ?? []) {
    const lines = leftOut.get(placeOf(table))
    if (!lines) continue
    yield csvLine([...titles, FILE_IMPORT_TEXT.reason])
    for await (const { line, cells } of table.rows()) {
      const reason = lines.get(line)
      if (line <= titleRow || reason === undefined) continue
      yield csvLine([...titles.map((_, at) => textOf(cells[at] ?? '')), reason])
    }
  }
}

/** As in every export; a number that a person mends stays one. */
const guarded = (text: string): string => (/^-[\d.,]+$/.test(text) ? text : harmless(text))
const quoted = (text: string): string => `"${guarded(text).replaceAll('"', '""')}"`
const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(';')}\r\n`
