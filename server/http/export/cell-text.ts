import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { statusLabel } from '#contract/statuses.ts'
import type { Value } from '#server/store/store.ts'

export type FileFormat = 'csv' | 'csv-standard' | 'xlsx' | 'parquet'

export type ExportRow = Readonly<Record<string, unknown>>

/** Batches keep memory constant. */
export type Batches = AsyncIterable<readonly ExportRow[]> | Iterable<readonly ExportRow[]>

export { isNumeric } from '#contract/xlsx-cells.ts'

/** Text of a status, flag, labelled or plain value; each file format writes numbers and dates itself. */
export function cellText(column: Column, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (column.format === 'status') return statusLabel(String(value))
  if (column.format === 'flag') return value === true || value === 1 ? 'Sí' : 'No'
  const text = String(value as Value)
  return entryOf(column.labels, text) ?? text
}
