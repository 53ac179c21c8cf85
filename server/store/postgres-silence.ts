// Connections that die in silence: after a failover by address, or behind a firewall that forgets, nothing arrives any more, not even an end.
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg, { type ClientBase, type ClientConfig } from 'pg'

const LOOK_MS = 500
/** A statement without a byte for this time is asked about. */
const SILENT_MS = 2000
/** Limits of the question on the open connection, of a new connection, and of the question on that. */
const ANSWER_MS = 1500
const CONNECT_MS = 2500

/** What the driver does not declare. */
interface Inner {
  readonly readyForQuery: boolean
  readonly connection: { readonly stream: Socket }
}
const inner = (client: ClientBase) => client as unknown as Inner

/** Ends a connection without a word to the server; its statement fails. */
export const drop = (client: ClientBase): void => void inner(client).connection.stream.destroy()

interface Seen {
  readonly process: number
  bytes: number
  since: number
}

export interface SilenceWatch {
  /** `process`: the server's for this connection. */
  add(client: ClientBase, process: number): void
  /** Connections that carry no work are dropped together with a dead one. */
  setIdle(client: ClientBase, isIdle: boolean): void
  /** Opens the connection on which the server is asked. */
  open(): Promise<void>
  close(): Promise<void>
}

/** Drops connections whose statement the server does not work on, or all that wait when the server does not answer. */
export function silenceWatch(config: ClientConfig): SilenceWatch {
  const open = new Map<ClientBase, Seen>()
  const idle = new Set<ClientBase>()
  const server = questions(config)
  let asking: Promise<void> | undefined

  const silentFor = (client: ClientBase, seen: Seen, now: number): number => {
    const { readyForQuery, connection } = inner(client)
    const bytes = connection.stream.bytesRead + connection.stream.bytesWritten
    if (readyForQuery || bytes !== seen.bytes) Object.assign(seen, { bytes, since: now })
    return now - seen.since
  }
  const silent = () => {
    const now = performance.now()
    return [...open].filter(([client, seen]) => silentFor(client, seen, now) > SILENT_MS)
  }
  const ask = async () => {
    const working = await server.working(silent().map(([, { process }]) => process))
    // An answer that is already on its way arrives meanwhile.
    await pause(LOOK_MS)
    const dead = silent().filter(([, { process }]) => !working.has(process))
    for (const [client] of dead) drop(client)
    if (dead.length > 0) for (const client of idle) drop(client)
  }
  const timer = setInterval(() => {
    if (asking || silent().length === 0) return
    asking = ask()
      .catch(() => {})
      .finally(() => {
        asking = undefined
      })
  }, LOOK_MS).unref()

  return {
    add(client, process) {
      open.set(client, { process, bytes: 0, since: performance.now() })
      client.once('end', () => {
        open.delete(client)
        idle.delete(client)
      })
    },
    setIdle: (client, isIdle) => void (isIdle ? idle.add(client) : idle.delete(client)),
    open: server.open,
    async close() {
      clearInterval(timer)
      await asking
      server.close()
    },
  }
}

/** Asks on a connection that is kept open, since a pooler or a full server may give no other when it is needed. */
function questions(config: ClientConfig) {
  let kept: pg.Client | undefined
  const connect = async () => {
    const client = new pg.Client({
      ...config,
      application_name: 'gondola-watch',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
    })
    client.on('error', () => {})
    client.once('end', () => {
      if (kept === client) kept = undefined
    })
    await client.connect()
    inner(client).connection.stream.unref()
    kept = client
    return client
  }
  const ask = async (client: pg.Client, processes: readonly number[]) => {
    try {
      const { rows } = await client.query<{ pid: number }>(WORKING, [processes])
      return new Set(rows.map(({ pid }) => pid))
    } catch (error) {
      drop(client)
      throw error
    }
  }
  return {
    open: async () => void (await connect()),
    /** Those of the processes that work on a statement: all if the server has no connection left, none if it does not answer. */
    async working(processes: readonly number[]): Promise<ReadonlySet<number>> {
      try {
        if (kept) return await ask(kept, processes)
      } catch {
        // Asked again below.
      }
      return connect()
        .then((client) => ask(client, processes))
        .catch((error: unknown) => new Set(isCrowded(error) ? processes : []))
    },
    close() {
      if (kept) drop(kept)
    },
  }
}

const isCrowded = (error: unknown) => error instanceof Error && 'code' in error && error.code === '53300'

/** A process that waits for its client has done its part, or never got it. Without track_activities, only the wait is known. */
const WORKING = `select pid from pg_stat_activity where pid = any($1::integer[]) and state in ('active', 'disabled')
  and coalesce(wait_event, '') not in ('ClientRead', 'ClientWrite')`
