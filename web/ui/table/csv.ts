// CSV of client-side rows for Spanish Excel (BOM, semicolon, decimal comma), in the format of the server's exports. Pure.
import { unitDigits } from '#contract/cell-words.ts'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { csvText, csvTitles } from '#contract/spreadsheet.ts'
import { cellText, isNumeric, toCents } from '#web/text/format.ts'

/** As the server writes it: units and what one costs as they are, other figures to the hundredth. */
export const exactIn = (format: Column['format'], value: number): number =>
  format === 'units' || format === 'unit_money' ? value : toCents(value)

function digitsOf(format: Column['format'], value: number): string {
  if (format === 'unit_money') return unitDigits(value)
  return format === 'money' || format === 'money1' ? value.toFixed(2) : String(exactIn(format, value))
}

function written(value: unknown, column: Column): string {
  const { format } = column
  if (typeof value !== 'number' || !isNumeric(format)) return csvText(cellText(value, column))
  return digitsOf(format, value).replace('.', ',')
}

export function csvOf(columns: readonly Column[], rows: readonly object[]): string {
  const lines = rows.map((row) => {
    const cells = row as Readonly<Record<string, unknown>>
    return columns.map((column) => written(entryOf(cells, column.key), column)).join(';')
  })
  return `\uFEFF${[
    csvTitles(
      columns.map(({ title }) => title),
      ';',
    ),
    ...lines,
  ].join('\r\n')}\r\n`
}
