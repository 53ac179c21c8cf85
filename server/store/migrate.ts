// Runs schema/*.sql in order, once each.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StoreError } from './errors.ts'
import { acquireLock } from './locks.ts'
import { hasTable } from './schema-tables.ts'
import { type Engine, sql, utc } from './sql.ts'
import type { Queries, Store } from './store.ts'

const SCHEMA = new URL('./schema/', import.meta.url)

export interface Migration {
  readonly name: string
  readonly text: string
  readonly checksum: string
}

/** Sorted by name: `NNN_name.sql` for both engines, `NNN_name.duckdb.sql` or `NNN_name.postgres.sql` for one. */
export function migrationsOf(engine: Engine, folder: URL = SCHEMA): Migration[] {
  const other = engine === 'duckdb' ? '.postgres.sql' : '.duckdb.sql'
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && !name.endsWith(other))
  return names.sort().map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8').replaceAll('\r\n', '\n')
    return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
  })
}

/** Returns the names of the migrations it ran. Several processes may call it at once. */
export async function migrate(store: Store, migrations = migrationsOf(store.engine)): Promise<string[]> {
  // Without new migrations a start writes nothing, so that it works on a full disk too.
  if (await isMigrated(store, migrations)) return []
  await store.transaction(async (tx) => {
    await lockMigrations(tx)
    await tx.run(
      sql`create table if not exists migrations (name text not null, checksum text not null, ran_at timestamp not null)`,
    )
  })
  const ran: string[] = []
  for (;;) {
    const names = await store.transaction((tx) => runNext(tx, migrations))
    if (names.length === 0) break
    ran.push(...names)
  }
  if (ran.length > 0 && store.engine === 'postgres') await store.transaction(orderTextByCodePoints)
  return ran
}

/** Runs the next migration, in a new database all of them at once, and returns their names. */
async function runNext(tx: Queries, migrations: readonly Migration[]): Promise<string[]> {
  await lockMigrations(tx)
  const done = await tx.all<{ name: string; checksum: string }>(sql`select name, checksum from migrations`)
  checkPrevious(done, migrations)
  const pending = migrations.filter(({ name }) => !done.some((one) => one.name === name))
  const next = done.length === 0 ? pending : pending.slice(0, 1)
  for (const { text } of next)
    for (const statements of tx.isCluster ? statementsOf(text) : [text]) await tx.run(sql.raw(statements))
  const rows = next.map(({ name, checksum }) => sql`(${name}, ${checksum}, ${utc(new Date())})`)
  if (rows.length > 0) await tx.run(sql`insert into migrations values ${sql.join(rows)}`)
  return next.map(({ name }) => name)
}

/** Citus changes tables of several nodes one statement at a time. A statement ends with its line; bodies of functions are quoted. */
const statementsOf = (text: string): string[] =>
  (text.match(/(?:\$\$[\s\S]*?\$\$|[^;]|;(?!\s*$))+/gm) ?? []).filter((statement) => statement.trim() !== '')

/** Throws for a database of a newer version. */
export async function isMigrated(
  store: Pick<Store, 'engine' | 'one' | 'all'>,
  migrations: readonly Migration[] = migrationsOf(store.engine),
): Promise<boolean> {
  if (!(await hasTable(store, 'migrations'))) return false
  const done = await store.all<{ name: string; checksum: string }>(sql`select name, checksum from migrations`)
  checkPrevious(done, migrations)
  return done.length === migrations.length
}

/** Makes text sort as on DuckDB in databases with a language collation. */
async function orderTextByCodePoints(tx: Queries): Promise<void> {
  await lockMigrations(tx)
  const columns = await tx.all<{ table_name: string; column_name: string }>(sql`
    select columns.table_name, column_name from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE'
      and data_type = 'text' and collation_name is null
      and (select datcollate not in ('C', 'POSIX') or datlocprovider <> 'c' from pg_database where datname = current_database())`)
  for (const { table_name, column_name } of columns) {
    await tx.run(
      sql`alter table ${sql.identifier(table_name)} alter column ${sql.identifier(column_name)} type text collate "C"`,
    )
  }
}

const lockMigrations = (tx: Queries): Promise<void> => acquireLock(tx, 'migration', 'exclusive')

function checkPrevious(done: { name: string; checksum: string }[], migrations: readonly Migration[]): void {
  for (const { name, checksum } of done) {
    const known = migrations.find((migration) => migration.name === name)
    if (!known) {
      throw new StoreError(
        'newer',
        `la base es de una versión más nueva de Góndola (conoce ${name}): actualizar Góndola`,
      )
    }
    if (known.checksum !== checksum) {
      throw new StoreError(
        'changed',
        `${name} cambió después de correr en esta base: hay que volver a instalar esta versión de Góndola sin cambios`,
      )
    }
  }
}
