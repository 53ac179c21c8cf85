// DuckDB, the embedded engine: one file or memory, one process, readers beside one writer at a time.
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { appendRows } from './duckdb-append.ts'
import { claimFile, openError } from './duckdb-file.ts'
import { bindAll, rowsOf } from './duckdb-values.ts'
import { nestingGuard } from './nesting.ts'
import { render, type Sql } from './sql.ts'
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

/** Both engines agree: 7 / 2 is 3, nulls are the largest, time zones are UTC. Extensions never come from the network. */
const CONNECTION_SETTINGS = `
  set integer_division = true;
  set default_null_order = 'postgres';
  set TimeZone = 'UTC';
`

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
    connections.delete(connection)
    connection.disconnectSync()
  }

  const writer = await connect()
  const writing = queueOf(writer)
  const idle: DuckDBConnection[] = []
  const reading = poolOf(
    options.readers ?? 4,
    async () => idle.pop() ?? (await connect()),
    (used) => idle.push(used),
  )
  const nesting = nestingGuard()

  let writes = 0
  const write = async <T>(work: (connection: DuckDBConnection) => Promise<T>) => {
    nesting.refuse()
    try {
      return await writing(work)
    } finally {
      writes++
    }
  }
  const on = (query: Sql) => (isRead(query) ? reading : write)

  return {
    engine: 'duckdb',
    get writes() {
      return writes
    },
    all: (query) => on(query)((connection) => all(connection, query)),
    one: async (query) => (await on(query)((connection) => all(connection, query)))[0] as never,
    run: (query) => write((connection) => run(connection, query)),
    bulkInsert: (bulk) => write((connection) => atomically(connection, () => appendRows(connection, bulk))),
    transaction: (work) =>
      write((connection) => atomically(connection, () => nesting.inside(() => work(queriesOn(connection))))),

    async *stream<T>(query: Sql) {
      const connection = await connect()
      try {
        const statement = await prepared(connection, query)
        const result = await statement.stream()
        const names = result.columnNames()
        for await (const chunk of result) yield rowsOf<T>(chunk, names)
      } finally {
        disconnect(connection)
      }
    },

    async close() {
      await writing(async () => {})
      if (options.file !== undefined) await writer.run('checkpoint').catch(() => {})
      for (const connection of connections) disconnect(connection)
      instance.closeSync()
      release()
    },
  }
}

const queriesOn = (connection: DuckDBConnection): Queries => ({
  engine: 'duckdb',
  all: (query) => all(connection, query),
  one: async (query) => (await all(connection, query))[0] as never,
  run: (query) => run(connection, query),
  bulkInsert: (bulk) => appendRows(connection, bulk),
})

async function prepared(connection: DuckDBConnection, query: Sql) {
  const { text, parameters } = render(query, 'duckdb')
  const statement = await connection.prepare(text)
  bindAll(statement, parameters)
  return statement
}

async function all<T>(connection: DuckDBConnection, query: Sql): Promise<T[]> {
  const statement = await prepared(connection, query)
  try {
    const result = await statement.run()
    const names = result.columnNames()
    const chunks = await result.fetchAllChunks()
    return chunks.flatMap((chunk) => rowsOf<T>(chunk, names))
  } finally {
    statement.destroySync()
  }
}

async function run(connection: DuckDBConnection, query: Sql): Promise<number> {
  const { text, parameters } = render(query, 'duckdb')
  // Without parameters several statements may stand in one text.
  if (parameters.length === 0) return (await connection.run(text)).rowsChanged
  const statement = await prepared(connection, query)
  try {
    return (await statement.run()).rowsChanged
  } finally {
    statement.destroySync()
  }
}

async function atomically<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
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

/** What only reads may run beside a writer. */
const isRead = (query: Sql) =>
  /^[\s(]*(select|with|values|explain|show|describe|from)\b/i.test(query.texts[0] ?? '')

type Turn<C> = <T>(work: (connection: C) => Promise<T>) => Promise<T>

/** One piece of work at a time, in order of arrival. */
function queueOf<C>(connection: C): Turn<C> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(() => work(connection))
    last = turn.catch(() => {})
    return turn
  }
}

/** At most `size` pieces of work at a time, each on a connection of its own; the others wait in order of arrival. */
function poolOf<C>(size: number, take: () => Promise<C>, give: (connection: C) => void): Turn<C> {
  const waiting: (() => void)[] = []
  let free = size
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      const connection = await take()
      try {
        return await work(connection)
      } finally {
        give(connection)
      }
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
