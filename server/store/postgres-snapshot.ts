import pg from 'pg'
import { beginOnCluster, hasCitus } from './citus.ts'
import { runQuery } from './postgres.ts'
import { assertServer } from './postgres-checks.ts'
import { placeOf, withPostgresErrors } from './postgres-errors.ts'
import { clientConfig, type PostgresOptions, prepare } from './postgres-pool.ts'
import { silenceWatch } from './postgres-silence.ts'
import { type Sql, sql } from './sql.ts'
import type { Snapshot } from './store.ts'

const BATCH = 5000
const BEGIN = sql`begin isolation level repeatable read read only`

/** One transaction for all reads, so that concurrent writes of running servers do not show. */
export async function openPostgresSnapshot(options: PostgresOptions): Promise<Snapshot> {
  const place = placeOf(options.url)
  const watch = silenceWatch(clientConfig(options))
  const client = new pg.Client({ ...clientConfig(options), application_name: 'gondola-copy' })
  // A broken connection fails the running query.
  client.on('error', () => {})
  const all = async <T>(query: Sql) =>
    (await withPostgresErrors(place, () => runQuery(client, query))).rows as T[]
  const close = async () => {
    await Promise.all([client.end(), watch.close()])
  }
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
    close,
    [Symbol.asyncDispose]: close,
  }
  try {
    await withPostgresErrors(place, () => client.connect())
    await withPostgresErrors(place, () => prepare(client, 'set statement_timeout = 0;', watch))
    await assertServer(snapshot, place)
    if (await hasCitus(snapshot)) await beginOnCluster(all, BEGIN)
    else await all(BEGIN)
    return snapshot
  } catch (error) {
    await close().catch(() => {})
    throw error
  }
}
