import { dirname } from 'node:path'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { cancellable, currentSignal } from './cancellation.ts'
import {
  type Lane,
  lane,
  mutex,
  pool,
  type ShutdownGate,
  shutdownGate,
  type WithConnection,
  withSerializedStatements,
} from './concurrency.ts'
import { DISK_RESERVE, diskGuard } from './disk-space.ts'
import { appendRows } from './duckdb-append.ts'
import { claimFile, openError, withDuckDbErrors } from './duckdb-file.ts'
import { exportFolder, lineWriter } from './duckdb-lines.ts'
import { all, columnTypes, execute, startStream } from './duckdb-queries.ts'
import { rowsOf } from './duckdb-values.ts'
import { nestedTransactionGuard } from './nested-transaction.ts'
import { type Sql, sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface DuckDbOptions {
  /** The database file; without it the database lives in memory. */
  file?: string
  /** Writes fail; several processes can read the file, none can write it. */
  readOnly?: boolean
  /** Folder for data that does not fit in memory during a query. */
  tempDirectory?: string
  /** For example '1GB'; default: 80 % of the machine's memory. */
  memoryLimit?: string
  /** Threads of the engine; default: one per core. */
  threads?: number
  /** Free bytes of the file's disk; default: as the system says. */
  freeBytes?: (folder: string) => number
}

/**
 * Settings that match PostgreSQL: 7 / 2 is 3, nulls sort last, time zone UTC. The small buffer makes streams send their first
 * rows early: DuckDB counts a text as 16 bytes, so its default of 1 MB would hold most of a file.
 */
const CONNECTION_SETTINGS = `
  set integer_division = true;
  set default_null_order = 'postgres';
  set TimeZone = 'UTC';
  set streaming_buffer_size = '100KB';
`

/** Rows stay in memory until a checkpoint, twice as large as in the log; each one rewrites the last row group of every table. */
const BULK_CHECKPOINT_THRESHOLD = '32MB'
const BULK_DISK_RESERVE = 4 * DISK_RESERVE

export async function openDuckDb(options: DuckDbOptions = {}): Promise<Store> {
  const release = claimFile(options.file)
  const instance = await createInstance(options).catch((error: unknown) => {
    release()
    throw openError(error, options.file)
  })
  const connections = connectionsOf(instance)
  // Disconnecting a busy connection crashes the process.
  const gate = shutdownGate('The store')
  const writer = await connections.connect()
  const { read, write, writes, reads, writing } = readersAndWriter(connections, writer, gate)
  const streams = lane({ size: Number.POSITIVE_INFINITY })
  const acquire = () => ownConnection(connections, gate, streams)
  const chunks = (query: Sql) => chunksOf(acquire, gate, query)
  const checking = mutex(await connections.connect())
  const nesting = nestedTransactionGuard()
  let reserve = DISK_RESERVE
  const disk =
    options.file === undefined
      ? undefined
      : diskGuard(dirname(options.file), () => reserve, options.freeBytes)
  const folder = exportFolder(options.tempDirectory, options.readOnly)
  const guardedWrite: WithConnection<DuckDBConnection> = async (work) => {
    nesting.assertOutside()
    disk?.assertSpace()
    return write(work)
  }
  const close = async () => {
    await gate.close()
    if (options.file !== undefined) await writer.run('checkpoint').catch(() => {})
    connections.disconnectAll()
    instance.closeSync()
    release()
  }
  return {
    engine: 'duckdb',
    isCluster: false,
    changes: writes,
    ...readsOn(read),
    priority: readsOn((work) => gate.run(() => checking(work))),
    run: (query) => guardedWrite((connection) => run(connection, query)),
    bulkInsert: (bulk) =>
      guardedWrite((connection) => inTransaction(connection, () => appendRows(connection, bulk))),
    load: () => ({ reads: reads.load(), writes: writing.load(), streams: streams.load() }),
    isFull: () => disk?.isFull() ?? false,
    isReadOnly: () => false,
    withBulkWriteSettings: (work) =>
      withSetting(read, 'checkpoint_threshold', BULK_CHECKPOINT_THRESHOLD, async () => {
        reserve = BULK_DISK_RESERVE
        return work().finally(() => {
          reserve = DISK_RESERVE
        })
      }),
    transaction: (work) =>
      guardedWrite((connection) =>
        inTransaction(connection, () =>
          nesting.run(() => withSerializedStatements(connection, (statement) => work(queriesOn(statement)))),
        ),
      ),
    async *stream<T>(query: Sql) {
      for await (const { chunk, names } of chunks(query)) yield rowsOf<T>(chunk, names)
    },
    lines: {
      columnTypes: (query) => read((connection) => columnTypes(connection, query)),
      write: lineWriter({ folder, gate, disk, acquire }),
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Extensions never come from the network. */
const createInstance = ({ file, readOnly = false, tempDirectory, memoryLimit, threads }: DuckDbOptions) =>
  DuckDBInstance.create(file ?? ':memory:', {
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    ...(readOnly ? { access_mode: 'READ_ONLY' } : {}),
    ...(tempDirectory === undefined ? {} : { temp_directory: tempDirectory }),
    ...(memoryLimit === undefined ? {} : { memory_limit: memoryLimit }),
    ...(threads === undefined ? {} : { threads: String(threads) }),
  })

type Connections = ReturnType<typeof connectionsOf>

function connectionsOf(instance: DuckDBInstance) {
  const open = new Set<DuckDBConnection>()
  const disconnect = (connection: DuckDBConnection) => {
    if (open.delete(connection)) connection.disconnectSync()
  }
  return {
    async connect() {
      const connection = await instance.connect()
      open.add(connection)
      await connection.run(CONNECTION_SETTINGS)
      return connection
    },
    disconnect,
    disconnectAll() {
      for (const connection of open) disconnect(connection)
    },
  }
}

const CONCURRENT_READS = 4

function readersAndWriter({ connect }: Connections, writer: DuckDBConnection, gate: ShutdownGate) {
  const idle: DuckDBConnection[] = []
  const reads = lane({ size: CONCURRENT_READS })
  const writing = lane({ size: 1 })
  const reading = pool(
    reads,
    async () => idle.pop() ?? (await connect()),
    (connection) => idle.push(connection),
  )
  let writes = 0
  const read: WithConnection<DuckDBConnection> = (work) => {
    const signal = currentSignal()
    return withDuckDbErrors(() =>
      gate.run(() =>
        reading((connection) => interruptible(signal, connection, () => work(connection)), signal),
      ),
    )
  }
  const write: WithConnection<DuckDBConnection> = async (work) => {
    try {
      return await withDuckDbErrors(() => gate.run(() => writing.run(() => work(writer))))
    } finally {
      writes++
    }
  }
  return { read, write, writes: () => writes, reads, writing }
}

const interruptible = <T>(
  signal: AbortSignal | undefined,
  connection: DuckDBConnection,
  work: () => Promise<T>,
): Promise<T> => cancellable(signal, () => connection.interrupt(), work)

async function withSetting<T>(
  read: WithConnection<DuckDBConnection>,
  name: string,
  value: string,
  work: () => Promise<T>,
): Promise<T> {
  const set = (to: string) => read((connection) => connection.run(`set ${name} = '${to}'`))
  const [before] = await read((connection) =>
    all<{ value: string }>(connection, sql`select current_setting(${name})::varchar as value`),
  )
  await set(value)
  try {
    return await work()
  } finally {
    // Fails if the store was closed meanwhile.
    if (before) await set(before.value).catch(() => {})
  }
}

/** A connection for one stream or file of lines, so that calls find the readers free. */
async function ownConnection({ connect, disconnect }: Connections, gate: ShutdownGate, streams: Lane) {
  const exit = await streams.enter()
  const connection = await gate.run(connect).catch((error: unknown) => {
    exit()
    throw error
  })
  const release = () => {
    disconnect(connection)
    exit()
  }
  return { connection, release }
}

/** Fetches the next chunk while the consumer handles the current one. */
async function* chunksOf(acquire: () => ReturnType<typeof ownConnection>, gate: ShutdownGate, query: Sql) {
  const signal = currentSignal()
  const { connection, release } = await acquire()
  const step = <T>(work: () => Promise<T>) => gate.run(() => interruptible(signal, connection, work))
  let pending: Promise<unknown> | undefined
  try {
    const result = await step(() => startStream(connection, query))
    const names = result.columnNames()
    const fetch = () => {
      const fetched = step(() => result.fetchChunk())
      pending = fetched.catch(() => undefined)
      return fetched
    }
    for (let next = fetch(); ; ) {
      const chunk = await next
      if (!chunk || chunk.rowCount === 0) return
      next = fetch()
      yield { chunk, names }
    }
  } finally {
    await pending
    release()
  }
}

const readsOn = (withConnection: WithConnection<DuckDBConnection>): Pick<Queries, 'all' | 'one'> => ({
  all: (query) => withConnection((connection) => all(connection, query)),
  one: async <T>(query: Sql) => (await withConnection((connection) => all<T>(connection, query)))[0],
})

const queriesOn = (withConnection: WithConnection<DuckDBConnection>): Queries => ({
  engine: 'duckdb',
  isCluster: false,
  ...readsOn(withConnection),
  run: (query) => withConnection((connection) => run(connection, query)),
  bulkInsert: (bulk) => withConnection((connection) => appendRows(connection, bulk)),
})

const run = async (connection: DuckDBConnection, query: Sql): Promise<number> =>
  (await execute(connection, query)).rowsChanged

async function inTransaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('begin')
  try {
    const result = await work()
    await connection.run('commit')
    return result
  } catch (error) {
    // After a failed commit the engine has already rolled back.
    await connection.run('rollback').catch(() => {})
    throw error
  }
}
