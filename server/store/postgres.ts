import type { ClientBase, PoolClient } from 'pg'
import { cancellable, currentSignal } from './cancellation.ts'
import { hasCitus } from './citus.ts'
import { nodesAnswer, PATIENCE, watchNodes } from './citus-watch.ts'
import { shutdownGate, type WithConnection, withSerializedStatements } from './concurrency.ts'
import { notARead } from './errors.ts'
import { nestedTransactionGuard } from './nested-transaction.ts'
import { changesAt } from './postgres-changes.ts'
import { assertOwnSessions, assertServer, assertWritable } from './postgres-checks.ts'
import { copyRows } from './postgres-copy.ts'
import { isConflict, isReadOnly, placeOf, readOnly, withPostgresErrors } from './postgres-errors.ts'
import { packed } from './postgres-packed.ts'
import {
  type ConnectionPool,
  clientConfig,
  connectionPool,
  connectionShares,
  type PostgresOptions,
  patiently,
  processOf,
  withClient,
} from './postgres-pool.ts'
import { READ_ONLY, WRITES } from './postgres-session.ts'
import { silenceWatch } from './postgres-silence.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Queries, RowTexts, Store } from './store.ts'
import { writability } from './writability.ts'

/** Rows per batch of a stream. */
const BATCH = 1000

/** Texts per batch, of many rows each. */
const TEXTS_OF_ROWS = 4

export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const place = placeOf(options.url)
  const { watch, changes, reading, writing, streaming, checking, end } = connectionsOf(options)
  const nesting = nestedTransactionGuard()
  const state = writability()
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
    const writes = () =>
      withClient(writing, work).catch((error: unknown) => {
        throw isReadOnly(error) ? readOnly(place, error) : error
      })
    return state.watch(() => guarded(writes)).finally(changes.add)
  }
  const streams = cursorStreams(streaming, guarded, interruptible)
  const store: Store & { isCluster: boolean } = {
    engine: 'postgres',
    isCluster: false,
    changes: changes.count,
    ...readsOn(read),
    priority: readsOn((work) => guarded(() => withClient(checking, work))),
    run: (query) => again(() => queriesOn(write).run(query)),
    bulkInsert: queriesOn(write).bulkInsert,
    load: () => ({ reads: reading.load(), writes: writing.load(), streams: streaming.load() }),
    ...state.found,
    withBulkWriteSettings: (work) => work(),
    transaction: (work) =>
      again(() =>
        write((client) =>
          inTransaction(client, () =>
            nesting.run(() =>
              withSerializedStatements(client, (one) => work(queriesOn(one, store.isCluster))),
            ),
          ),
        ),
      ),
    stream: (query, texts) => streams.stream(query, store.isCluster ? texts : undefined),
    async close() {
      await gate.close()
      await streams.close()
      await end()
    },
    [Symbol.asyncDispose]: () => store.close(),
  }

  try {
    await guarded(async () => {
      await assertOwnSessions(options, place)
      await patiently(watch.open)
      await assertWritable(writing, place)
    })
    await assertServer(store.priority, place)
    store.isCluster = await hasCitus(store)
    return store
  } catch (error) {
    await end()
    throw error
  }
}

function connectionsOf(options: PostgresOptions) {
  const config = clientConfig(options)
  const watch = silenceWatch(config)
  const shares = connectionShares(options.connections)
  const poolOf = (size: number, settings: string) => connectionPool(options, { size, settings, watch })
  const reading = poolOf(shares.reads, READ_ONLY)
  const writing = poolOf(shares.writes, WRITES)
  const streaming = poolOf(shares.streams, READ_ONLY)
  const checking = poolOf(shares.checks, READ_ONLY)
  const changes = changesAt(config)
  const end = async () => {
    const pools = [reading, writing, streaming, checking]
    await Promise.all([...pools.map((pool) => pool.end()), changes.close(), watch.close()])
  }
  return { watch, changes, reading, writing, streaming, checking, end }
}

type Guarded = <T>(work: () => Promise<T>) => Promise<T>

/** Repeats a change once that was rolled back for the sake of another one. */
async function again<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change()
  } catch (error) {
    if (!isConflict(error)) throw error
    return await change()
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

const cancelOn = (other: ClientBase, client: ClientBase) =>
  other.query('select pg_cancel_backend($1::integer)', [processOf(client)])

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
