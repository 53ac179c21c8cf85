import pg from 'pg'
import { beginOnCluster, hasCitus } from './citus.ts'
import { CONNECTION_SETTINGS, checkServer, type PostgresOptions, runQuery } from './postgres.ts'
import { placeOf, withPostgresErrors } from './postgres-errors.ts'
import { typeParsers } from './postgres-values.ts'
import { type Sql, sql } from './sql.ts'
import type { Snapshot } from './store.ts'

const BATCH = 5000
const BEGIN = sql`begin isolation level repeatable read read only`

/** One transaction for all reads, so that concurrent writes of running servers do not show. */
export async function openPostgresSnapshot({ url }: PostgresOptions): Promise<Snapshot> {
  const place = placeOf(url)
  const client = new pg.Client({
    connectionString: url,
    types: typeParsers,
    application_name: 'gondola-copy',
  })
  // A broken connection fails the running query.
  client.on('error', () => {})
  const all = async <T>(query: Sql) =>
    (await withPostgresErrors(place, () => runQuery(client, query))).rows as T[]
  const snapshot: Snapshot = {
    engine: 'postgres',
    all,
    one: async <T>(query: Sql) => (await all<T>(query))[0],
    async *stream<T>(query: Sql) {
      await all(sql`declare answer no scroll cursor for ${query}`)
      for (;;) {
        const rows = await all<T>(sql.raw(`fetch ${BATCH} from answer`))
        if (rows.length > 0) yield rows
        if (rows.length < BATCH) break
      }
      await all(sql`close answer`)
    },
    close: () => client.end(),
    [Symbol.asyncDispose]: () => client.end(),
  }
  try {
    await withPostgresErrors(place, () => client.connect())
    await all(sql.raw(CONNECTION_SETTINGS))
    await checkServer(snapshot, place)
    await all(sql`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    if (await hasCitus(snapshot)) await beginOnCluster(all, BEGIN)
    else await all(BEGIN)
    return snapshot
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}
