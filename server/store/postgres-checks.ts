// What a start asks of a PostgreSQL server, and of a pooler in front of it.
import pg from 'pg'
import { StoreError } from './errors.ts'
import { readOnly } from './postgres-errors.ts'
import {
  type ConnectionPool,
  clientConfig,
  type PostgresOptions,
  patiently,
  withClient,
} from './postgres-pool.ts'
import { sql } from './sql.ts'
import type { Queries } from './store.ts'

const MINIMUM_VERSION = 15

export async function assertServer(store: Pick<Queries, 'one'>, place: string): Promise<void> {
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

/** Throws for a standby, or a database that its provider or a setting makes read-only. */
export async function assertWritable(writing: ConnectionPool, place: string): Promise<void> {
  const { rows } = await withClient(writing, (client) =>
    client.query<{ state: string }>("select current_setting('transaction_read_only') as state"),
  )
  if (rows[0]?.state === 'on') throw readOnly(place)
}

/** Throws if a pooler gives each transaction another connection. Sets nothing, since that would reach other programs. */
export async function assertOwnSessions(options: PostgresOptions, place: string): Promise<void> {
  const [one, other] = [await connectedClient(options), await connectedClient(options)]
  try {
    if (await haveOwnSessions(one, other)) return
  } finally {
    await Promise.all([one.end(), other.end()])
  }
  throw new StoreError(
    'pooler',
    `entre Góndola y PostgreSQL en ${place} hay un pooler que reparte las conexiones por transacción; Góndola necesita que sea por sesión (en PgBouncer, pool_mode = session) o la dirección directa de PostgreSQL`,
  )
}

async function connectedClient(options: PostgresOptions): Promise<pg.Client> {
  return patiently(async () => {
    const client = new pg.Client({ ...clientConfig(options), query_timeout: 10_000 })
    client.on('error', () => {})
    await client.connect()
    return client
  })
}

const ROUNDS = 3

const BEGIN = 'begin; set local idle_in_transaction_session_timeout = 0'

async function haveOwnSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const pid = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
  const [ofOne, ofOther] = [new Set<number | undefined>(), new Set<number | undefined>()]
  for (let round = 0; round < ROUNDS; round++) {
    ofOne.add(await pid(one))
    // Refused by a pooler that shares statements.
    const isOpen = await other.query(BEGIN).then(
      () => true,
      () => false,
    )
    if (!isOpen) return false
    ofOther.add(await pid(other))
    ofOne.add(await pid(one))
    await other.query('commit')
  }
  return ofOne.size === 1 && ofOther.size === 1 && ![...ofOne].some((process) => ofOther.has(process))
}
