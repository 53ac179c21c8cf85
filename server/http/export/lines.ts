// CSV lines of a list from the engine; undefined if only csv.ts can write them.
import type { Column } from '#contract/columns.ts'
import type { ScopedSql, Sql } from '#server/store/sql.ts'
import type { Reads } from '#server/store/store.ts'
import type { FileFormat } from './cell-text.ts'
import { EXCEL, STANDARD } from './csv.ts'
import { csvLine } from './csv-sql.ts'

interface ListQueries {
  readonly all: ScopedSql
  texts(text: Sql): ScopedSql
}

export async function csvLines(
  { lines }: Reads,
  columns: readonly Column[],
  queries: ListQueries,
  { format, personal }: { format: FileFormat; personal: boolean },
): Promise<AsyncIterable<Buffer> | undefined> {
  if (!lines || format === 'xlsx' || format === 'parquet') return undefined
  const types = await lines.columnTypes(queries.all)
  const dialect = format === 'csv' ? EXCEL : STANDARD
  const line = csvLine(columns, types, dialect, (column) => !personal && column.personal === true)
  return line && lines.write(queries.texts(line))
}
