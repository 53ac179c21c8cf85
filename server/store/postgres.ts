// PostgreSQL ≥ 15, plain, managed or spread over machines by Citus: a pool of connections.
import pg, { type ClientBase, type PoolClient } from 'pg'
import QueryStream from 'pg-query-stream'
import { StoreError } from './errors.ts'
import { nestingGuard } from './nesting.ts'
import { copyRows } from './postgres-copy.ts'
import { placeOf, postgresError } from './postgres-errors.ts'
import { typeParsers } from './postgres-values.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Queries, Store } from './store.ts'
import { closing, type Turn, withTurns } from './turns.ts'

export interface PostgresOptions {
  url: string
  /** Most connections of this process. */
  connections?: number
}

const LEAST_VERSION = 15

/** Rows per batch of a stream. */
const BATCH = 1000

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const place = placeOf(options.url)
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    application_name: 'gondola',
    // A process that has nothing else to do may end while connections idle.
    allowExitOnIdle: true,
    types: typeParsers,
    // The times of both engines are UTC and ISO, whatever the server's habits.
    onConnect: async (client) => {
      await client.query(`set time zone 'UTC'; set datestyle = 'ISO'`)
    },
  })
  // A connection that breaks while idle leaves the pool; the next query opens another.
  pool.on('error', () => {})
  // One that breaks while it is used tells so by the query that runs.
  pool.on('connect', (client) => client.on('error', () => {}))

  const explained = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw postgresError(error, place)
    }
  }
  const nesting = nestingGuard()
  const open = closing('The store')
  const streams = new Set<QueryStream>()
  const withClient: Turn<PoolClient> = (work) =>
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
  const write: Turn<PoolClient> = async (work) => {
    nesting.refuse()
    return withClient(work)
  }

  const store: Store = {
    engine: 'postgres',
    writes: undefined,
    all: queriesOn(withClient).all,
    one: queriesOn(withClient).one,
    run: queriesOn(write).run,
    bulkInsert: queriesOn(write).bulkInsert,
    transaction: (work) =>
      write((client) =>
        atomically(client, () => nesting.inside(() => withTurns(client, (turn) => work(queriesOn(turn))))),
      ),

    async *stream<T>(query: Sql) {
      const { text, parameters } = render(query, 'postgres')
      const client = await open.run(() => explained(() => pool.connect()))
      const rows = new QueryStream(text, [...parameters], {
        batchSize: BATCH,
        highWaterMark: BATCH,
        types: typeParsers,
      })
      streams.add(rows)
      rows.once('close', () => {
        streams.delete(rows)
        client.release()
      })
      try {
        let batch: T[] = []
        for await (const row of client.query(rows)) {
          if (batch.push(row) < BATCH) continue
          yield batch
          batch = []
        }
        if (batch.length > 0) yield batch
      } catch (error) {
        throw postgresError(error, place)
      } finally {
        rows.destroy()
      }
    },

    async close() {
      await open.close()
      for (const rows of streams) rows.destroy(new StoreError('closed', 'The store is closed'))
      await pool.end()
    },
  }

  try {
    await checkServer(store, place)
    return store
  } catch (error) {
    await pool.end()
    throw error
  }
}

const queriesOn = (turn: Turn<ClientBase>): Queries => ({
  engine: 'postgres',
  all: async (query) => (await turn((client) => ask(client, query))).rows,
  one: async (query) => (await turn((client) => ask(client, query))).rows[0],
  run: async (query) => (await turn((client) => ask(client, query))).rowCount ?? 0,
  bulkInsert: (bulk) => turn((client) => copyRows(client, bulk)),
})

/** Without parameters several statements may stand in one text. */
function ask(client: ClientBase, query: Sql) {
  const { text, parameters } = render(query, 'postgres')
  return parameters.length === 0 ? client.query(text) : client.query(text, [...parameters])
}

async function atomically<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
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
      `PostgreSQL at ${place} is version ${major}; Góndola needs ${LEAST_VERSION} or newer`,
    )
  }
  if (encoding !== 'UTF8') {
    throw new StoreError('too-old', `The database at ${place} holds ${encoding} text; Góndola needs UTF8`)
  }
}
