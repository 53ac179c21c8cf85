import pg, { type ClientBase, type PoolClient } from 'pg'
import { cancellable, currentSignal } from './cancellation.ts'
import { hasCitus } from './citus.ts'
import { nodesAnswer, PATIENCE, watchNodes } from './citus-watch.ts'
import {
  type LaneLoad,
  lane,
  shutdownGate,
  type WithConnection,
  withSerializedStatements,
} from './concurrency.ts'
import { notARead, StoreError } from './errors.ts'
import { nestedTransactionGuard } from './nested-transaction.ts'
import { changesAt } from './postgres-changes.ts'
import { copyRows } from './postgres-copy.ts'
import { isLost, placeOf, withPostgresErrors } from './postgres-errors.ts'
import { packed } from './postgres-packed.ts'
import { typeParsers } from './postgres-values.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Queries, RowTexts, Store } from './store.ts'

export interface PostgresOptions {
  url: string
}

/**
 * Connections per kind of work. A slow download holds its connection for long, so streams have separate ones; checks of the
 * server and cancellations do not wait for queries.
 */
const CONNECTIONS = { reads: 8, writes: 8, streams: 4, checks: 2 } as const

const READ_ONLY = 'set default_transaction_read_only = on;'

/**
 * On Citus, changes of several shards use one connection per node, since later statements of the transaction must see all
 * of them.
 */
const WRITES = "set citus.multi_shard_modify_mode = 'sequential';"

const MINIMUM_VERSION = 15

/**
 * UTC and ISO dates, as on DuckDB. Sorting and grouping a month in memory needs more than the default 4 MB; compiling the
 * queries costs more than it saves. The default price of a random page is that of a rotating disk.
 */
export const CONNECTION_SETTINGS = `
  set time zone 'UTC'; set datestyle = 'ISO'; set jit = off;
  select set_config('work_mem', '32MB', false) where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('32MB');
  select set_config('random_page_cost', '1.1', false) where current_setting('random_page_cost') = '4'`

/** Rows per batch of a stream. */
const BATCH = 1000

/** Texts per batch, of many rows each. */
const TEXTS_OF_ROWS = 4

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const place = placeOf(options.url)
  const reading = connectionPool(options, CONNECTIONS.reads, READ_ONLY)
  const writing = connectionPool(options, CONNECTIONS.writes, WRITES)
  const streaming = connectionPool(options, CONNECTIONS.streams, READ_ONLY)
  const checking = connectionPool(options, CONNECTIONS.checks, READ_ONLY)
  const changes = changesAt(options.url)
  const nesting = nestedTransactionGuard()
  const space = spaceOfWrites()
  const gate = shutdownGate('The store')
  const guarded: Guarded = (work) => gate.run(() => withPostgresErrors(place, work))
  const cancelQuery: CancelQuery = (client) =>
    withClient(checking, (other) => cancelOn(other, client)).catch(() => {})
  const watched = watchNodes(() => withClient(checking, clusterAnswers))
  const interruptible: Interruptible = (client, signal, work) => {
    const until = (end?: AbortSignal) => cancellable(end, () => cancelQuery(client), work)
    return store.isCluster ? watched(signal, until) : until(signal)
  }
  const read: WithConnection<PoolClient> = (work) => {
    const signal = currentSignal()
    const reads = (client: PoolClient) => interruptible(client, signal, () => work(client))
    return guarded(() => withClient(reading, reads, signal))
  }
  const write: WithConnection<PoolClient> = async (work) => {
    nesting.assertOutside()
    return space.watch(() => guarded(() => withClient(writing, work))).finally(changes.add)
  }
  const streams = cursorStreams(streaming, guarded, interruptible)
  const endConnections = () =>
    Promise.all([...[reading, writing, streaming, checking].map((pool) => pool.end()), changes.close()])

  const store: Store & { isCluster: boolean } = {
    engine: 'postgres',
    isCluster: false,
    changes: changes.count,
    ...readsOn(read),
    priority: readsOn((work) => guarded(() => withClient(checking, work))),
    run: queriesOn(write).run,
    bulkInsert: queriesOn(write).bulkInsert,
    load: () => ({ reads: reading.load(), writes: writing.load(), streams: streaming.load() }),
    isFull: space.isFull,
    withBulkWriteSettings: (work) => work(),
    transaction: (work) =>
      write((client) =>
        inTransaction(client, () =>
          nesting.run(() => withSerializedStatements(client, (one) => work(queriesOn(one, store.isCluster)))),
        ),
      ),
    stream: (query, texts) => streams.stream(query, store.isCluster ? texts : undefined),
    async close() {
      await gate.close()
      await streams.close()
      await endConnections()
    },
    [Symbol.asyncDispose]: () => store.close(),
  }

  try {
    await checkServer(store, place)
    store.isCluster = await hasCitus(store)
    return store
  } catch (error) {
    await endConnections()
    throw error
  }
}

type Guarded = <T>(work: () => Promise<T>) => Promise<T>

/** State of the server's disk at the last write. */
function spaceOfWrites() {
  let full = false
  return {
    isFull: () => full,
    async watch<T>(write: () => Promise<T>): Promise<T> {
      try {
        const result = await write()
        full = false
        return result
      } catch (error) {
        full = error instanceof StoreError && error.code === 'full'
        throw error
      }
    },
  }
}

interface ConnectionPool {
  /** Waits for its turn, then for the server. */
  connect(signal?: AbortSignal): Promise<{ client: PoolClient; release: (isBroken?: boolean) => void }>
  load(): LaneLoad
  end(): Promise<void>
}

/** The driver's pool behind a lane, so that waiting for a busy connection does not count as a failure to connect. */
function connectionPool(options: PostgresOptions, size: number, moreSettings?: string): ConnectionPool {
  const clients = createPool(options, size, moreSettings)
  const { enter, load } = lane({ size })
  return {
    async connect(signal) {
      const exit = await enter(signal)
      try {
        const client = await clients.connect()
        const release = (isBroken = false) => {
          client.release(isBroken)
          exit()
        }
        return { client, release }
      } catch (error) {
        exit()
        throw error
      }
    },
    load,
    end: () => clients.end(),
  }
}

async function withClient<T>(
  pool: ConnectionPool,
  work: (client: PoolClient) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { client, release } = await pool.connect(signal)
  let isBroken = false
  try {
    return await work(client)
  } catch (error) {
    // The socket of a connection that the server ends stays open for a moment, in which the next query would use it.
    isBroken = isLost(error)
    throw error
  } finally {
    release(isBroken)
  }
}

type CancelQuery = (client: PoolClient) => Promise<unknown>

/** Cancels the query of the connection once the signal aborts. */
type Interruptible = <T>(
  client: PoolClient,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
) => Promise<T>

/** Whether all nodes of a cluster answer in time. */
const clusterAnswers = (client: PoolClient): Promise<boolean> =>
  inTransaction(client, async () => {
    await client.query(`set local statement_timeout = ${PATIENCE}`)
    return (await runQuery(client, nodesAnswer)).rows[0]?.answer === true
  })

/** Backend process of each connection. */
const processes = new WeakMap<ClientBase, number>()

const cancelOn = (other: ClientBase, client: ClientBase) =>
  other.query('select pg_cancel_backend($1::integer)', [processes.get(client)])

function cursorStreams(pool: ConnectionPool, guarded: Guarded, interruptible: Interruptible) {
  const open = new Set<() => Promise<void>>()
  return {
    async *stream<T>(query: Sql, rowTexts?: RowTexts<Sql>): AsyncGenerator<T[]> {
      const signal = currentSignal()
      const { client, release } = await guarded(() => pool.connect(signal))
      const end = once(async () => {
        open.delete(end)
        const isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        release(isBroken)
      })
      open.add(end)
      const step = <R>(work: () => Promise<R>) => guarded(() => interruptible(client, signal, work))
      try {
        const texts = rowTexts && (await step(() => packed(client, query, rowTexts)))
        const batch = rowTexts?.compare ? TEXTS_OF_ROWS : BATCH
        await step(() => declareCursor(client, texts?.query ?? query))
        for (;;) {
          const { rows } = await step(() => client.query(`fetch ${batch} from answer`))
          if (rows.length > 0) yield (texts?.unpack(rows) ?? rows) as T[]
          if (rows.length < batch) return
        }
      } finally {
        await end()
      }
    },
    close: () => Promise.all([...open].map((end) => end())),
  }
}

function createPool({ url }: PostgresOptions, max: number, moreSettings = ''): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: 'gondola',
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
    types: typeParsers,
    onConnect: async (client) => {
      await client.query(moreSettings + CONNECTION_SETTINGS)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (rows[0]) processes.set(client, rows[0].pid)
    },
  })
  // A connection that breaks while idle leaves the pool.
  pool.on('error', () => {})
  // One that breaks in use fails the running query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const readsOn = (withConnection: WithConnection<ClientBase>): Pick<Queries, 'all' | 'one'> => ({
  all: (query) => withConnection((client) => readRows(client, query)),
  one: async <T>(query: Sql) => (await withConnection((client) => readRows<T>(client, query)))[0],
})

const queriesOn = (withConnection: WithConnection<ClientBase>, isCluster = false): Queries => ({
  engine: 'postgres',
  isCluster,
  ...readsOn(withConnection),
  run: async (query) => (await withConnection((client) => runQuery(client, query))).rowCount ?? 0,
  bulkInsert: (bulk) => withConnection((client) => copyRows(client, bulk)),
})

const READ_COMMANDS = new Set(['SELECT', 'EXPLAIN', 'SHOW'])

/** Connections for reading refuse writes themselves; in a transaction the error rolls them back. */
async function readRows<T>(client: ClientBase, query: Sql): Promise<T[]> {
  const { command, rows } = await runQuery(client, query)
  if (!READ_COMMANDS.has(command)) throw notARead()
  return rows
}

/** Without parameters, the text may hold several statements. */
export function runQuery(client: ClientBase, query: Sql) {
  const { text, parameters } = render(query, 'postgres')
  return parameters.length === 0 ? client.query(text) : client.query(text, [...parameters])
}

/** Plans for all rows, not for the first ones. */
async function declareCursor(client: ClientBase, query: Sql): Promise<void> {
  await client.query('begin read only; set local cursor_tuple_fraction = 1')
  await runQuery(client, sql`declare answer no scroll cursor for ${query}`)
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => {
    done ??= work()
    return done
  }
}

async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

export async function checkServer(store: Pick<Queries, 'one'>, place: string): Promise<void> {
  const server = await store.one<{ version: string; encoding: string }>(
    sql`select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = server ?? { version: '0', encoding: '' }
  const major = Math.floor(Number(version) / 10_000)
  if (major < MINIMUM_VERSION) {
    throw new StoreError(
      'too-old',
      `PostgreSQL en ${place} es la versión ${major}; Góndola necesita la ${MINIMUM_VERSION} o una más nueva`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreError('too-old', `la base de ${place} guarda texto en ${encoding}; Góndola necesita UTF8`)
  }
}
