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

/**
 * Parts of all tables. Tables without months are small, so one statement reads them all. Calls `onTables` with the number of
 * tables that have just been read.
 */
export async function partsOf(
  queries: Pick<Queries, 'engine' | 'all'>,
  tables: readonly Table[],
  onTables?: (count: number) => void,
): Promise<Part[]> {
  const small = tables.filter(({ hasMonths }) => !hasMonths)
  const large = tables.filter(({ hasMonths }) => hasMonths)
  const parts: Part[] = []
  for (const group of [small, ...large.map((table) => [table])]) {
    const selects = group.map((table) => partsOfTable(queries.engine, table))
    parts.push(...(await queries.all<Part>(sql.join(selects, sql` union all `))))
    onTables?.(group.length)
  }
  return parts
}

function partsOfTable(engine: Engine, { name, columns, hasMonths }: Table): Sql {
  const part = hasMonths ? sql`month` : sql`''`
  return sql`
    select ${name} as "table", ${part} as part, count(*) as "rows", ${digest(engine, columns)} as digest
    from ${sql.identifier(name)} ${hasMonths ? sql`group by month order by month` : sql.empty}`
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
