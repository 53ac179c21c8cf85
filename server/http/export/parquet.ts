// Rows as a Parquet file, which DuckDB writes also for rows from PostgreSQL. For answers that are in memory anyway.
import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { Column } from '#contract/columns.ts'
import { monthAsDay } from '#contract/month.ts'
import { pacer } from '#server/store/pace.ts'
import { type ExportRow, isNumeric } from './cell-text.ts'

export const PARQUET_TYPE = 'application/vnd.apache.parquet'

const isDay = ({ format }: Column): boolean => format === 'date' || format === 'month'

function typeOf(column: Column): string {
  if (column.format === 'money' || column.format === 'money1') return 'decimal(18, 2)'
  if (column.format === 'integer' || column.format === 'id') return 'bigint'
  if (isDay(column)) return 'date'
  return isNumeric(column) ? 'double' : 'varchar'
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Columns are named by their keys. */
export async function parquet(columns: readonly Column[], rows: readonly ExportRow[]): Promise<Buffer> {
  const file = join(tmpdir(), `gondola-${randomUUID()}.parquet`)
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  try {
    await connection.run(
      `create table texts (${columns.map(({ key }) => `${quoted(key)} varchar`).join(', ')})`,
    )
    const appender = await connection.createAppender('texts')
    const pace = pacer()
    for (const row of rows) {
      await pace()
      for (const { key, format } of columns) {
        const value = row[key]
        if (value === null || value === undefined) appender.appendNull()
        else appender.appendVarchar(String(format === 'month' ? monthAsDay(value) : value))
      }
      appender.endRow()
    }
    appender.closeSync()
    // A date that is none names the row that sums up the rest; its column holds dates alone.
    const typed = columns.map(
      (column) =>
        `${isDay(column) ? 'try_cast' : 'cast'}(${quoted(column.key)} as ${typeOf(column)}) as ${quoted(column.key)}`,
    )
    await connection.run(
      `copy (select ${typed.join(', ')} from texts) to '${file.replaceAll("'", "''")}' (format parquet)`,
    )
    return await readFile(file)
  } finally {
    connection.closeSync()
    instance.closeSync()
    await rm(file, { force: true })
  }
}
