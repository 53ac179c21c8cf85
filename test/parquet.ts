// Reads Parquet files with a separate engine.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'

/** All values as text. */
export async function rowsOfParquet(bytes: Buffer): Promise<Record<string, string>[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gondola-parquet-'))
  const file = join(folder, 'rows.parquet')
  await writeFile(file, bytes)
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const reader = await connection.runAndReadAll(`select * from '${file}'`)
  const rows = reader
    .getRowObjects()
    .map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value)])))
  connection.closeSync()
  instance.closeSync()
  await rm(folder, { recursive: true })
  return rows
}
