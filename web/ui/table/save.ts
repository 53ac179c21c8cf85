import type { Column } from '#contract/columns.ts'
import { saveFile } from '../save-file.ts'
import { csvOf } from './csv.ts'
import type { ExportFormat } from './toolbar.tsx'

export interface TableFile {
  readonly columns: readonly Column[]
  readonly rows: readonly object[]
}

/** Saves rows that are in the browser. */
export async function saveTable(
  format: ExportFormat,
  { columns, rows }: TableFile,
  title: string,
  name: string,
): Promise<void> {
  if (format === 'csv') return saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv' }), `${name}.csv`)
  // The format's code is loaded on first use.
  const { xlsxOf } = await import('./xlsx.ts')
  saveFile(xlsxOf(columns, rows, title), `${name}.xlsx`)
}
