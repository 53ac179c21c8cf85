// Every row of every table of a database as text, and rows with unusual values for tables that a shop leaves empty.
import { sql } from '#server/store/sql.ts'
import type { Queries, Row, Value } from '#server/store/store.ts'

type Reading = Pick<Queries, 'engine' | 'all'>

/** Tables about the database itself, not the shop. */
const OWN = ['migrations', 'copy_runs', 'copied_parts']

interface Column {
  readonly table_name: string
  readonly column_name: string
  readonly data_type: string
}

async function columnsOf(queries: Reading): Promise<Map<string, Column[]>> {
  const columns = await queries.all<Column>(sql`
    select table_name, column_name, lower(data_type) as data_type from information_schema.columns
    where table_schema = current_schema() and table_catalog = current_database()
      and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
    order by table_name, column_name`)
  return Map.groupBy(
    columns.filter(({ table_name }) => !OWN.includes(table_name)),
    ({ table_name }) => table_name,
  )
}

/** By table; rows are sorted, columns too. */
export async function databaseRows(queries: Reading): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [table, columns] of await columnsOf(queries)) {
    const texts = columns.map(({ column_name }) => {
      const name = sql.identifier(column_name)
      return sql`cast(${name} as text) as ${name}`
    })
    const found = await queries.all<Row>(sql`select ${sql.join(texts)} from ${sql.identifier(table)}`)
    rows[table] = found.map((row) => JSON.stringify(row)).sort()
  }
  return rows
}

/** By table. */
export async function countRows(queries: Reading): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const table of (await columnsOf(queries)).keys()) {
    const [row] = await queries.all<{ rows: number }>(
      sql`select count(*) as rows from ${sql.identifier(table)}`,
    )
    counts.set(table, row?.rows ?? 0)
  }
  return counts
}

const HARD_TEXTS = ['', '\\N', 'a\tb\nc\r\\d "e" \'f\' {g}', 'Ñandú 🧉 %_$1', ' ', 'null', '\u{1}']

const HARD_TIMES = ['2026-06-30 23:59:59.999999', '1999-12-31 00:00:00', '2026-01-01 12:00:00.5']

const HARD: Record<string, readonly Value[]> = {
  varchar: HARD_TEXTS,
  text: HARD_TEXTS,
  bigint: [0, -1, Number.MAX_SAFE_INTEGER],
  integer: [0, -(2 ** 31), 2 ** 31 - 1],
  boolean: [true, false],
  date: ['1970-01-01', '2024-02-29', '9999-12-31'],
  timestamp: HARD_TIMES,
  'timestamp without time zone': HARD_TIMES,
  numeric: ['99999999999999.99', '-0.01', '12.5'],
  'decimal(18,2)': ['9999999999999999.99', '-9999999999999999.98', '0.01', '0'],
  'decimal(18,4)': ['99999999999999.9999', '-0.0001', '12.5'],
  'decimal(18,3)': ['999999999999999.999', '-0.001', '12.5'],
}

/** Adds a few rows to every empty table; keys have different numbers and texts. */
export async function fillEmptyTables(store: Queries): Promise<string[]> {
  const filled: string[] = []
  for (const [table, columns] of await columnsOf(store)) {
    const used = await store.all(sql`select 1 as used from ${sql.identifier(table)} limit 1`)
    if (used.length > 0) continue
    const hardValue = ({ data_type, column_name }: Column, row: number): Value => {
      const values = HARD[data_type]
      if (!values) throw new Error(`No hard values for ${table}.${column_name} of type ${data_type}`)
      if (column_name === 'month') return `2026-0${row + 1}`
      return values[row % values.length] ?? null
    }
    await store.bulkInsert({
      table,
      columns: columns.map(({ column_name }) => column_name),
      rows: [0, 1, 2].map((row) => columns.map((column) => hardValue(column, row))),
    })
    filled.push(table)
  }
  return filled
}
