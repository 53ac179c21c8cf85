// Baseline of this machine, measured in the same run.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { openStore } from '#server/store/open.ts'
import { sql } from '#server/store/sql.ts'
import { count, heading, mib, table, timed } from './figures.ts'

const ROWS = 1_000_000

export async function measureMachine(): Promise<void> {
  heading('Machine')
  console.log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${mib(totalmem())}, Node ${process.version}`,
  )
  console.log(
    `load before the run: ${(await import('node:os'))
      .loadavg()
      .map((load) => load.toFixed(2))
      .join(' ')}\n`,
  )
  console.log(table(['baseline', 'took', 'rate'], [await parsing(), ...(await copying())]))
}

const row = (name: string, milliseconds: number, amount: number, unit: string): string[] => [
  name,
  `${milliseconds.toFixed(0)} ms`,
  `${count((amount / milliseconds) * 1000)} ${unit}/s`,
]

async function parsing(): Promise<string[]> {
  const text = JSON.stringify(
    Array.from({ length: 100_000 }, (_, id) => ({
      id,
      name: `order ${id}`,
      total: `${id}.50`,
      tags: ['a', 'b'],
    })),
  )
  const [, took] = await timed(() => JSON.parse(text))
  return row(`JSON.parse of ${mib(text.length)}`, took, text.length / 1024 / 1024, 'MiB')
}

async function copying(): Promise<string[][]> {
  const folder = mkdtempSync(join(tmpdir(), 'gondola-bench-'))
  const file = join(folder, 'rows.csv')
  const store = await openStore({ dataDir: folder })
  try {
    const rows = sql`select range as id, 'order ' || range as name, cast(range / 4.0 as decimal(18, 2)) as total from range(${ROWS})`
    await store.run(sql`create table written as ${rows}`)
    const path = sql.raw(`'${file.replaceAll("'", "''")}'`)
    const [, out] = await timed(() => store.run(sql`copy written to ${path} (format csv, header)`))
    await store.run(sql`create table taken as select * from written limit 0`)
    const [, back] = await timed(() => store.run(sql`copy taken from ${path} (format csv, header)`))
    const size = mib(statSync(file).size)
    return [
      row(`DuckDB COPY to CSV (${size})`, out, ROWS, 'rows'),
      row(`DuckDB COPY from CSV (${size})`, back, ROWS, 'rows'),
    ]
  } finally {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
