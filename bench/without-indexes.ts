// Bulk loads into PostgreSQL with indexes dropped and recreated.
import { sql } from '#server/store/sql.ts'
import type { Store } from '#server/store/store.ts'

interface Index {
  readonly drop: string
  readonly make: string
}

/** Runs the work while the indexes that `without` selects are dropped. DuckDB has none. */
export async function withoutIndexes(
  store: Store,
  tables: readonly string[],
  without: (index: string) => boolean,
  work: () => Promise<void>,
): Promise<void> {
  if (store.engine === 'duckdb') return work()
  const indexes = await indexesOf(store, tables, without)
  for (const { drop } of indexes) await store.run(sql.raw(drop))
  await work()
  for (const { make } of indexes) await store.run(sql.raw(make))
}

async function indexesOf(
  store: Store,
  tables: readonly string[],
  without: (index: string) => boolean,
): Promise<Index[]> {
  const rows = await store.all<{ table: string; name: string; made: string; key: string | null }>(sql`
    select t.relname::text as table, i.relname::text as name, pg_get_indexdef(x.indexrelid) as made,
      pg_get_constraintdef(k.oid) as key
    from pg_index x
    join pg_class i on i.oid = x.indexrelid
    join pg_class t on t.oid = x.indrelid
    left join pg_constraint k on k.conindid = x.indexrelid
    where t.relnamespace = current_schema()::regnamespace and t.relname in (${tables})
    order by i.relname`)
  return rows
    .filter(({ name }) => without(name))
    .map(({ table, name, made, key }) =>
      key === null
        ? { drop: `drop index ${name}`, make: made }
        : {
            drop: `alter table ${table} drop constraint ${name}`,
            make: `alter table ${table} add constraint ${name} ${key}`,
          },
    )
}
