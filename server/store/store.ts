// Interface of both engines; no domain logic.
import type { LaneLoad } from './concurrency.ts'
import type { Engine, ScopedSql, Sql } from './sql.ts'
import type { WholeFile } from './whole-file.ts'

/**
 * Result value. Integers and decimals are numbers (integers and amounts with up to 2 decimals that a double cannot hold
 * exactly are errors), dates 'YYYY-MM-DD', timestamps 'YYYY-MM-DD HH:MM:SS' with a fraction only if there is one.
 */
export type Value = string | number | boolean | null

export type Row = Record<string, Value>

/** Money is decimal text ('1234.50'), never a float. */
export interface BulkRows {
  readonly table: string
  readonly columns: readonly string[]
  /** In the order of `columns`. Read once and streamed. */
  readonly rows: Iterable<readonly Value[]>
}

/** How a cluster sends rows: as texts that its workers write and its coordinator passes on. */
export interface RowTexts<Query extends Sql> {
  /** Selects texts of one or more rows each, given the text of a row; rows of an earlier text come before those of a later one. */
  readonly of: (text: Sql) => Query
  /** The order of rows within a text; without it, each text is one row. */
  readonly compare?: ((one: Row, other: Row) => number) | undefined
}

interface Reader<Query extends Sql> {
  readonly engine: Engine
  /** Whether Citus may spread rows over nodes. */
  readonly isCluster: boolean
  /** Reads. Throws 'not-a-read' for a statement that writes. */
  all<T = Row>(query: Query): Promise<T[]>
  /** Reads the first row, or undefined. Throws like `all`. */
  one<T = Row>(query: Query): Promise<T | undefined>
  /** Rows in batches, in constant memory; stops reading when the consumer stops. */
  stream<T = Row>(query: Query, texts?: RowTexts<Query>): AsyncIterable<T[]>
  /** Only of engines that write texts of rows faster than JavaScript does. */
  readonly lines?: LineWriter<Query>
}

interface LineWriter<Query extends Sql> {
  /** The engine's type of each column. */
  columnTypes(query: Query): Promise<ReadonlyMap<string, string>>
  /** A query's single column of non-null texts as UTF-8, each ended by CRLF. */
  write(query: Query): Promise<WholeFile>
}

/** The store as routes of sales see it: an unscoped query does not compile. */
export type Reads = Reader<ScopedSql>

export interface Queries extends Pick<Reader<Sql>, 'engine' | 'isCluster' | 'all' | 'one'> {
  /** Writes. Returns the number of rows changed. */
  run(query: Sql): Promise<number>
  /** Appends all rows or none. Throws for text with NUL. */
  bulkInsert(bulk: BulkRows): Promise<void>
}

export type StoreLoad = Readonly<Record<'reads' | 'writes' | 'streams', LaneLoad>>

export interface Store extends Queries, Reader<Sql>, AsyncDisposable {
  /**
   * Count of changes to the data versions that this process knows of. Undefined while it may have missed some of other
   * processes, which normally arrive within milliseconds.
   */
  changes(): number | undefined
  /** Reads that wait for no other query: for checks of the server itself, which must answer under load. */
  readonly priority: Pick<Queries, 'all' | 'one'>
  /** Queries running and waiting, by kind of connection. */
  load(): StoreLoad
  /** Whether the disk has no room for writes, as far as known: on PostgreSQL since the last write. */
  isFull(): boolean
  /** Whether the server refused the last write because it only takes reads. */
  isReadOnly(): boolean
  /** For bulk loads: DuckDB checkpoints less often meanwhile. */
  withBulkWriteSettings<T>(work: () => Promise<T>): Promise<T>
  /**
   * DuckDB serializes transactions: keep them short and do not wait for anything external. Writing through the store
   * instead of `tx` throws.
   */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** One consistent state of a store that is only read, unaffected by concurrent writes. */
export type Snapshot = Pick<Store, 'engine' | 'all' | 'one' | 'stream' | 'close' | typeof Symbol.asyncDispose>
