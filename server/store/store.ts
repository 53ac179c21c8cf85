// What every engine offers; knows engines, knows no business. Imports nothing outside this room.
import type { Engine, Sql } from './sql.ts'

/**
 * A value as it leaves the store, alike on both engines: whole numbers and decimals as numbers (a whole number or an
 * amount with up to 2 decimals that a double cannot hold exactly is an error), dates 'YYYY-MM-DD',
 * timestamps 'YYYY-MM-DD HH:MM:SS' (with a fraction only where there is one).
 */
export type Value = string | number | boolean | null

export type Row = Record<string, Value>

/** A table's rows in columns order; money is given as decimal text ('1234.50'), so no float ever touches it. */
export interface BulkRows {
  readonly table: string
  readonly columns: readonly string[]
  /** Read once, as fast as the engine takes them; never held all at once. */
  readonly rows: Iterable<readonly Value[]>
}

export interface Queries {
  readonly engine: Engine
  all<T = Row>(query: Sql): Promise<T[]>
  /** The first row, or undefined. */
  one<T = Row>(query: Sql): Promise<T | undefined>
  /** Number of rows changed. */
  run(query: Sql): Promise<number>
  /** Appends rows as fast as the engine takes them, all or none. Text with NUL is refused, as no engine keeps it alike. */
  bulkInsert(bulk: BulkRows): Promise<void>
}

export interface Store extends Queries {
  /** Writes committed so far, where no other process can write (DuckDB); so what was read stays true while it stands still. */
  readonly writes: number | undefined
  /** Runs work that writes many rows; an embedded engine checkpoints less often meanwhile. */
  withBulkWriteSettings<T>(work: () => Promise<T>): Promise<T>
  /** Rows in batches, in constant memory; stops reading when the consumer stops. */
  stream<T = Row>(query: Sql): AsyncIterable<T[]>
  /** Names of a query's columns with types as the engine calls them; undefined where nothing is won by `texts`. */
  columnTypes(query: Sql): Promise<ReadonlyMap<string, string> | undefined>
  /** The one column of a query, texts without null, as UTF-8: all rows one after another, in batches like `stream`. */
  texts(query: Sql): AsyncIterable<Buffer>
  /**
   * All or nothing; transactions that write are serialised on DuckDB, so keep them short and never wait in one for
   * something outside. Inside, write through `tx` alone: writing through the store is an error.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}
