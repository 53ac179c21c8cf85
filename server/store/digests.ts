// Digests of rows that are equal on both engines, whatever the order of the rows.
import type { Table } from './schema-tables.ts'
import { type Engine, type Sql, sql } from './sql.ts'
import type { Queries } from './store.ts'

/** The rows of a month, or of a whole table. */
export interface Part {
  readonly table: string
  /** The month; '' for a table that is copied as a whole. */
  readonly part: string
  readonly rows: number
  readonly digest: string
}

export async function partsOf(queries: Pick<Queries, 'engine' | 'all'>, table: Table): Promise<Part[]> {
  const { name, columns, hasMonths } = table
  const part = hasMonths ? sql`month` : sql`''`
  const rows = await queries.all<{ part: string; row_count: number; digest: string }>(sql`
    select ${part} as part, count(*) as row_count, ${digest(queries.engine, columns)} as digest
    from ${sql.identifier(name)} ${hasMonths ? sql`group by month order by month` : sql.empty}`)
  return rows.map((row) => ({ table: name, part: row.part, rows: row.row_count, digest: row.digest }))
}

export const partKey = ({ table, part }: Pick<Part, 'table' | 'part'>): string => `${table} ${part}`

/** Sum of 60 bits of each row's hash. Separators are characters that texts of a shop do not contain. */
function digest(engine: Engine, columns: Table['columns']): Sql {
  const texts = columns.map(({ name }) => sql`coalesce(cast(${sql.identifier(name)} as text), chr(30))`)
  const hash = sql`substr(md5(concat_ws(chr(31), ${sql.join(texts)})), 1, 15)`
  const number =
    engine === 'postgres' ? sql`('x' || ${hash})::bit(60)::bigint` : sql`('0x' || ${hash})::bigint`
  return sql`cast(coalesce(sum(${number}), 0) as text)`
}
