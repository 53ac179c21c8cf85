// PostgreSQL ≥ 15, plain, managed or spread over machines by Citus: a pool of connections.
import pg, { type ClientBase, type PoolClient } from 'pg'
import { shutdownGate, type WithConnection, withSerializedStatements } from './concurrency.ts'
import { StoreError } from './errors.ts'
import { nestedTransactionGuard } from './nested-transaction.ts'
import { copyRows } from './postgres-copy.ts'
import { placeOf, postgresError } from './postgres-errors.ts'
import { typeParsers } from './postgres-values.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Queries, Store } from './store.ts'

export interface PostgresOptions {
  url: string
  /** Most connections of this process for calls and jobs, and as many again for streams. */
  connections?: number
}

const LEAST_VERSION = 15

/**
 * The times of both engines are UTC and ISO, whatever the server's habits. A month is sorted and grouped in memory, for which
 * the server's own 4 MB are too few; compiling a query costs more than any of ours gains by it.
 */
const CONNECTION_SETTINGS = `
  set time zone 'UTC'; set datestyle = 'ISO'; set jit = off;
  select set_config('work_mem', '32MB', false) where pg_size_bytes(current_setting('work_mem')) < pg_size_bytes('32MB')`

/** Rows per batch of a stream. */
const BATCH = 1000

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the members of a store share its pools
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const place = placeOf(options.url)
  const pool = createPool(options)
  // Whoever takes a file slowly holds a connection all the while, which nobody's calls are to wait for.
  const streaming = createPool(options)

  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw postgresError(error, place)
    }
  }
  const nesting = nestedTransactionGuard()
  const open = shutdownGate('The store')
  const streams = new Set<() => Promise<void>>()
  const withClient: WithConnection<PoolClient> = (work) =>
    open.run(() =>
      explained(async () => {
        const client = await pool.connect()
        try {
          return await work(client)
        } finally {
          client.release()
        }
      }),
    )
  const write: WithConnection<PoolClient> = async (work) => {
    nesting.assertOutside()
    return withClient(work)
  }

  const store: Store = {
    engine: 'postgres',
    writes: undefined,
    all: queriesOn(withClient).all,
    one: queriesOn(withClient).one,
    run: queriesOn(write).run,
    bulkInsert: queriesOn(write).bulkInsert,
    withBulkWriteSettings: (work) => work(),
    transaction: (work) =>
      write((client) =>
        inTransaction(client, () =>
          nesting.run(() => withSerializedStatements(client, (turn) => work(queriesOn(turn)))),
        ),
      ),

    async *stream<T>(query: Sql) {
      const client = await open.run(() => explained(() => streaming.connect()))
      const ended = once(async () => {
        streams.delete(ended)
        const broken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        client.release(broken)
      })
      streams.add(ended)
      try {
        await open.run(() => explained(() => declareCursor(client, query)))
        for (;;) {
          const { rows } = await open.run(() => explained(() => client.query(`fetch ${BATCH} from answer`)))
          if (rows.length > 0) yield rows as T[]
          if (rows.length < BATCH) return
        }
      } finally {
        await ended()
      }
    },

    columnTypes: async () => undefined,

    async *texts(query) {
      for await (const rows of store.stream<Record<string, string>>(query))
        yield Buffer.from(rows.flatMap((row) => Object.values(row)).join(''))
    },

    async close() {
      await open.close()
      await Promise.all([...streams].map((end) => end()))
      await Promise.all([pool.end(), streaming.end()])
    },
  }

  try {
    await checkServer(store, place)
    return store
  } catch (error) {
    await Promise.all([pool.end(), streaming.end()])
    throw error
  }
}

function createPool({ url, connections = 10 }: PostgresOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 10_000,
    application_name: 'gondola',
    // A process that has nothing else to do may end while connections idle.
    allowExitOnIdle: true,
    types: typeParsers,
    onConnect: async (client) => {
      await client.query(CONNECTION_SETTINGS)
    },
  })
  // A connection that breaks while idle leaves the pool; the next query opens another.
  pool.on('error', () => {})
  // One that breaks while it is used tells so by the query that runs.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

const queriesOn = (turn: WithConnection<ClientBase>): Queries => ({
  engine: 'postgres',
  all: async (query) => (await turn((client) => runQuery(client, query))).rows,
  one: async (query) => (await turn((client) => runQuery(client, query))).rows[0],
  run: async (query) => (await turn((client) => runQuery(client, query))).rowCount ?? 0,
  bulkInsert: (bulk) => turn((client) => copyRows(client, bulk)),
})

/** Without parameters several statements may stand in one text. */
function runQuery(client: ClientBase, query: Sql) {
  const { text, parameters } = render(query, 'postgres')
  return parameters.length === 0 ? client.query(text) : client.query(text, [...parameters])
}

/** A cursor of the server, read to its end: it plans for all rows and not for the first ones. */
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
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function checkServer(store: Store, place: string): Promise<void> {
  const server = await store.one<{ version: string; encoding: string }>(
    sql`select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  const { version, encoding } = server ?? { version: '0', encoding: '' }
  const major = Math.floor(Number(version) / 10_000)
  if (major < LEAST_VERSION) {
    throw new StoreError(
      'too-old',
      `PostgreSQL en ${place} es la versión ${major}; Góndola necesita la ${LEAST_VERSION} o una más nueva`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreError('too-old', `la base de ${place} guarda texto en ${encoding}; Góndola necesita UTF8`)
  }
}
