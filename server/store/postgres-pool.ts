// Pools of connections, one per kind of work.
import { setTimeout as pause } from 'node:timers/promises'
import pg, { type ClientBase, type PoolClient } from 'pg'
import { type LaneLoad, lane } from './concurrency.ts'
import { isCrowded, isLost, isReadOnly } from './postgres-errors.ts'
import { CONNECTION_SETTINGS } from './postgres-session.ts'
import { drop, type SilenceWatch } from './postgres-silence.ts'
import { typeParsers } from './postgres-values.ts'

export interface PostgresOptions {
  url: string
  /** Most connections that the store may open. */
  connections?: number | undefined
}

const CONNECTIONS = 24

/**
 * Connections per kind of work. A file holds its connection for long, so streams have separate ones; checks of the server and
 * cancellations do not wait for queries. Two more are for notifications and for the watch over silent connections.
 */
export function connectionShares(connections = CONNECTIONS) {
  const checks = connections < 16 ? 1 : 2
  const rest = connections - checks - 2
  const streams = Math.max(1, Math.floor(rest / 5))
  const writes = Math.floor((rest - streams) / 2)
  return { reads: rest - streams - writes, writes, streams, checks }
}

export const clientConfig = ({ url }: PostgresOptions) => ({
  connectionString: url,
  types: typeParsers,
  connectionTimeoutMillis: 5000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5000,
})

/** Longest wait for the settings of a new connection. */
const SETTINGS_MS = 5000

/** How long a full server is asked again for a connection. */
const CROWDED_MS = 10_000
const CROWDED_PAUSE_MS = 100

export interface ConnectionPool {
  /** Waits for its turn, then for the server. */
  connect(signal?: AbortSignal): Promise<{ client: PoolClient; release: (isBroken?: boolean) => void }>
  load(): LaneLoad
  end(): Promise<void>
}

export interface PoolOptions {
  readonly size: number
  readonly settings: string
  readonly watch: SilenceWatch
}

/** The driver's pool behind a lane, so that waiting for a busy connection does not count as a failure to connect. */
export function connectionPool(
  options: PostgresOptions,
  { size, settings, watch }: PoolOptions,
): ConnectionPool {
  const clients = createPool(options, size, settings, watch)
  const { enter, load } = lane({ size })
  /** For a while, work waits for a connection that the pool has instead of a new one. */
  const waitForOwn = () => {
    if (clients.totalCount === 0) return
    clients.options.max = clients.totalCount
    setTimeout(() => {
      clients.options.max = size
    }, CROWDED_MS).unref()
  }
  return {
    async connect(signal) {
      const exit = await enter(signal)
      try {
        const client = await patiently(() => clients.connect(), waitForOwn)
        watch.setIdle(client, false)
        const release = (isBroken = false) => {
          if (isBroken) drop(client)
          else watch.setIdle(client, true)
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

/** While the server has no connection left, tries again: another server may give one back. */
export async function patiently<T>(connect: () => Promise<T>, onCrowded = () => {}): Promise<T> {
  for (const deadline = performance.now() + CROWDED_MS; ; ) {
    try {
      return await connect()
    } catch (error) {
      if (!isCrowded(error) || performance.now() > deadline) throw error
      onCrowded()
      await pause(CROWDED_PAUSE_MS)
    }
  }
}

export async function withClient<T>(
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
    // Behind an address that moved after a failover, the next connection may reach a server that takes writes.
    isBroken = isLost(error) || isReadOnly(error)
    throw error
  } finally {
    release(isBroken)
  }
}

/** Backend process of each connection. */
const processes = new WeakMap<ClientBase, number>()

export const processOf = (client: ClientBase): number => processes.get(client) ?? 0

export async function prepare(client: ClientBase, settings: string, watch: SilenceWatch): Promise<void> {
  const limited = (text: string) => Object.assign({ text }, { query_timeout: SETTINGS_MS })
  await client.query(limited(settings + CONNECTION_SETTINGS))
  const { rows } = await client.query<{ pid: number }>(limited('select pg_backend_pid() as pid'))
  const pid = rows[0]?.pid ?? 0
  processes.set(client, pid)
  watch.add(client, pid)
}

function createPool(options: PostgresOptions, max: number, settings: string, watch: SilenceWatch): pg.Pool {
  const pool = new pg.Pool({
    ...clientConfig(options),
    max,
    // The last connection stays: a server that shares its database with others may get no other one.
    min: 1,
    idleTimeoutMillis: 5000,
    application_name: 'gondola',
    // Idle connections do not keep the process alive.
    allowExitOnIdle: true,
    onConnect: async (client) => {
      try {
        await prepare(client, settings, watch)
      } catch (error) {
        drop(client)
        throw error
      }
    },
  })
  // A connection that breaks while idle leaves the pool.
  pool.on('error', () => {})
  // One that breaks in use fails the running query.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
