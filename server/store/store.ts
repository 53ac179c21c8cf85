// What every engine offers; knows engines, knows no business.
import type { Sql } from './sql.ts'

/** A value as it leaves the store: decimals and bigints as numbers, dates 'YYYY-MM-DD', timestamps 'YYYY-MM-DD HH:MM:SS', alike on both engines. */
export type Value = string | number | boolean | null

export type Row = Record<string, Value>

/** A table's rows in columns order; money is given as decimal text ('1234.50'), so no float ever touches it. */
export interface BulkRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly Value[]>
}

export interface Queries {
  readonly engine: 'duckdb' | 'postgres'
  all<T = Row>(query: Sql): Promise<T[]>
  /** The first row, or undefined. */
  one<T = Row>(query: Sql): Promise<T | undefined>
  /** Number of rows changed. */
  run(query: Sql): Promise<number>
  /** Appends rows as fast as the engine takes them. */
  bulkInsert(bulk: BulkRows): Promise<void>
}

export interface Store extends Queries {
  /** Rows in batches, in constant memory; stops reading when the consumer stops. */
  stream<T = Row>(query: Sql): AsyncIterable<T[]>
  /** All or nothing; transactions that write are serialised on DuckDB. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}
