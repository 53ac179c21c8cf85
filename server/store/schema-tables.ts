// Tables and sequences as the database describes them, so that no list has to be maintained.
import { sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Its rows belong to months, so it can be copied month by month. */
  readonly hasMonths: boolean
}

export interface Column {
  readonly name: string
  readonly isDecimal: boolean
}

type Reading = Pick<Queries, 'engine' | 'all'>

/** Tables that each database has for itself: its migrations, and the copies into it. */
const OWN_TABLES = ['migrations', 'copy_runs', 'copied_parts']

const catalogOf = ({ engine }: Reading) =>
  engine === 'duckdb' ? sql`and columns.table_catalog = current_database()` : sql.empty

export async function hasTable(queries: Pick<Queries, 'one'>, name: string): Promise<boolean> {
  const table = await queries.one(sql`
    select 1 as found from information_schema.tables where table_name = ${name} and table_schema = current_schema()`)
  return table !== undefined
}

/** By name, with columns in alphabetical order. */
export async function tablesOf(queries: Reading): Promise<Table[]> {
  const rows = await queries.all<{ name: string; column_name: string; type: string; nullable: string }>(sql`
    select columns.table_name as name, columns.column_name, data_type as type, is_nullable as nullable
    from information_schema.columns
    join information_schema.tables using (table_catalog, table_schema, table_name)
    where columns.table_schema = current_schema() and table_type = 'BASE TABLE' ${catalogOf(queries)}
      and columns.table_name not in (${OWN_TABLES})
    order by columns.table_name, columns.column_name`)
  const byName = Map.groupBy(rows, ({ name }) => name)
  return [...byName].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column_name, type }) => ({
      name: column_name,
      isDecimal: /^(decimal|numeric)/i.test(type),
    })),
    hasMonths: columns.some(({ column_name, nullable }) => column_name === 'month' && nullable === 'NO'),
  }))
}

/** Last value of each sequence; 0 before the first. DuckDB's `last_value` is the next one after the file was opened again. */
export async function sequencesOf(queries: Reading): Promise<Map<string, number>> {
  const rows = await queries.all<{ name: string; value: number }>(
    queries.engine === 'duckdb'
      ? sql`select sequence_name as name, regexp_extract(sql, ' START (\\d+)', 1)::bigint - 1 as value
          from duckdb_sequences() where database_name = current_database() order by 1`
      : sql`select sequencename::text as name, coalesce(last_value, 0) as value from pg_sequences
          where schemaname = current_schema() order by 1`,
  )
  return new Map(rows.map(({ name, value }) => [name, value]))
}

/** The next value of each becomes `last + 1`, unless the sequence is already further. */
export async function advanceSequences(tx: Queries, sequences: ReadonlyMap<string, number>): Promise<void> {
  const reached = await sequencesOf(tx)
  for (const [name, last] of sequences) {
    const behind = last - (reached.get(name) ?? 0)
    if (behind <= 0) continue
    if (tx.engine === 'postgres') await tx.all(sql`select setval(${name}, ${last})`)
    // DuckDB cannot set a sequence; values are cheap.
    else await tx.run(sql`select max(nextval(${name})) from range(${behind})`)
  }
}

/** Updates PostgreSQL's planner statistics after a bulk load, minutes before autovacuum would. Samples, so size hardly matters. */
export async function refreshStatistics(store: Store, tables: readonly string[]): Promise<void> {
  if (store.engine === 'duckdb') return
  await store.run(sql`analyze ${sql.join(tables.map((table) => sql.identifier(table)))}`)
}
