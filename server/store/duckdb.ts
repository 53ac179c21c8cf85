// DuckDB, the embedded engine: one file or memory, one process, readers beside one writer at a time.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { mutex, pool, shutdownGate, type WithConnection, withSerializedStatements } from './concurrency.ts'
import { appendRows } from './duckdb-append.ts'
import { claimFile, openError } from './duckdb-file.ts'
import { all, columnTypes, execute, startStream } from './duckdb-queries.ts'
import { rowsOf } from './duckdb-values.ts'
import { nestedTransactionGuard } from './nested-transaction.ts'
import { type Sql, sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface DuckDbOptions {
  /** The database file; without it the database lives in memory. */
  file?: string
  /** Where what does not fit in memory goes while a query runs. */
  tempDirectory?: string
  /** Most memory the engine takes, e.g. '1GB'; default: 80 % of the machine's. */
  memoryLimit?: string
  /** Threads of the engine; default: one per core. */
  threads?: number
  /** Queries read at the same time; more wait in line. */
  readers?: number
}

/**
 * Both engines agree: 7 / 2 is 3, nulls are the largest, time zones are UTC. Extensions never come from the network. Streams
 * begin with the first rows: the engine counts a text as 16 bytes, so its own megabyte ahead would be most of a file.
 */
const CONNECTION_SETTINGS = `
  set integer_division = true;
  set default_null_order = 'postgres';
  set TimeZone = 'UTC';
  set streaming_buffer_size = '100KB';
`

/** Each checkpoint rewrites the last, unfinished row group of every table; at the default of 16 MB an import does that three times. */
const BULK_CHECKPOINT_THRESHOLD = '128MB'

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members of a store share its connections
export async function openDuckDb(options: DuckDbOptions = {}): Promise<Store> {
  const release = claimFile(options.file)
  const instance = await DuckDBInstance.create(options.file ?? ':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(options.tempDirectory === undefined ? {} : { temp_directory: options.tempDirectory }),
    ...(options.memoryLimit === undefined ? {} : { memory_limit: options.memoryLimit }),
    ...(options.threads === undefined ? {} : { threads: String(options.threads) }),
  }).catch((error: unknown) => {
    release()
    throw openError(error, options.file)
  })

  const connections = new Set<DuckDBConnection>()
  const connect = async () => {
    const connection = await instance.connect()
    connections.add(connection)
    await connection.run(CONNECTION_SETTINGS)
    return connection
  }
  const disconnect = (connection: DuckDBConnection) => {
    if (connections.delete(connection)) connection.disconnectSync()
  }

  const writer = await connect()
  const writing = mutex(writer)
  const idle: DuckDBConnection[] = []
  const reading = pool(
    options.readers ?? 4,
    async () => idle.pop() ?? (await connect()),
    (used) => idle.push(used),
  )
  const nesting = nestedTransactionGuard()
  // A connection that is cut while the engine works on it takes the process with it.
  const open = shutdownGate('The store')

  let writes = 0
  const write: WithConnection<DuckDBConnection> = async (work) => {
    nesting.assertOutside()
    try {
      return await open.run(() => writing(work))
    } finally {
      writes++
    }
  }
  const read: WithConnection<DuckDBConnection> = (work) => open.run(() => reading(work))
  const on = (query: Sql) => (isReadOnly(query) ? read : write)

  async function withSetting<T>(name: string, value: string, work: () => Promise<T>): Promise<T> {
    const use = (told: string) => read((connection) => connection.run(`set ${name} = '${told}'`))
    const [before] = await read((connection) =>
      all<{ told: string }>(connection, sql`select current_setting(${name})::varchar as told`),
    )
    await use(value)
    try {
      return await work()
    } finally {
      // A store that was closed meanwhile has no use for it.
      if (before) await use(before.told).catch(() => {})
    }
  }

  /** The engine makes the next chunk while the one before it is read and sent. */
  async function* chunksOf(query: Sql) {
    const connection = await open.run(connect)
    let ahead: Promise<unknown> | undefined
    try {
      const result = await open.run(() => startStream(connection, query))
      const names = result.columnNames()
      const fetch = () => {
        const fetched = open.run(() => result.fetchChunk())
        ahead = fetched.catch(() => undefined)
        return fetched
      }
      for (let next = fetch(); ; ) {
        const chunk = await next
        if (!chunk || chunk.rowCount === 0) return
        next = fetch()
        yield { chunk, names }
      }
    } finally {
      await ahead
      disconnect(connection)
    }
  }

  return {
    engine: 'duckdb',
    get writes() {
      return writes
    },
    all: (query) => on(query)((connection) => all(connection, query)),
    one: async <T>(query: Sql) => (await on(query)((connection) => all<T>(connection, query)))[0],
    run: (query) => write((connection) => run(connection, query)),
    bulkInsert: (bulk) =>
      write((connection) => inTransaction(connection, () => appendRows(connection, bulk))),
    withBulkWriteSettings: (work) => withSetting('checkpoint_threshold', BULK_CHECKPOINT_THRESHOLD, work),
    transaction: (work) =>
      write((connection) =>
        inTransaction(connection, () =>
          nesting.run(() => withSerializedStatements(connection, (turn) => work(queriesOn(turn)))),
        ),
      ),

    async *stream<T>(query: Sql) {
      for await (const { chunk, names } of chunksOf(query)) yield rowsOf<T>(chunk, names)
    },

    columnTypes: (query) => read((connection) => columnTypes(connection, query)),

    async *texts(query) {
      for await (const { chunk } of chunksOf(query)) yield Buffer.from(chunk.getColumnValues(0).join(''))
    },

    async close() {
      await open.close()
      if (options.file !== undefined) await writer.run('checkpoint').catch(() => {})
      for (const connection of connections) disconnect(connection)
      instance.closeSync()
      release()
    },
  }
}

const queriesOn = (turn: WithConnection<DuckDBConnection>): Queries => ({
  engine: 'duckdb',
  all: (query) => turn((connection) => all(connection, query)),
  one: async <T>(query: Sql) => (await turn((connection) => all<T>(connection, query)))[0],
  run: (query) => turn((connection) => run(connection, query)),
  bulkInsert: (bulk) => turn((connection) => appendRows(connection, bulk)),
})

const run = async (connection: DuckDBConnection, query: Sql): Promise<number> =>
  (await execute(connection, query)).rowsChanged

async function inTransaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('begin')
  try {
    const answer = await work()
    await connection.run('commit')
    return answer
  } catch (error) {
    // The engine has rolled back by itself when the commit failed.
    await connection.run('rollback').catch(() => {})
    throw error
  }
}

/** What only reads may run beside a writer; in doubt it waits its turn. */
const isReadOnly = ({ texts }: Sql) =>
  /^[\s(]*(select|with|values|explain|show|describe|from)\b/i.test(texts[0] ?? '') &&
  !texts.some((text) => /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(text))
