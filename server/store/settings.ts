// The store's settings table; each value is JSON.
import { sql, wholeShop } from './sql.ts'
import type { Queries, Reads } from './store.ts'
import { bumpVersions } from './versions.ts'

export async function readSetting(queries: Pick<Reads, 'one'>, option: string): Promise<unknown> {
  const setting = sql`select value from settings where option = ${option}`
  const row = await queries.one<{ value: string }>(wholeShop('settings', setting))
  return row === undefined ? undefined : JSON.parse(row.value)
}

/** Writes an option, or deletes it for undefined; equal content bumps no version. */
export async function writeSetting(tx: Queries, option: string, value: unknown): Promise<void> {
  const before = await tx.one<{ value: string }>(sql`select value from settings where option = ${option}`)
  const text = value === undefined ? undefined : JSON.stringify(value)
  if (before?.value === text) return
  await tx.run(sql`delete from settings where option = ${option}`)
  // On PostgreSQL another process may write it at the same time.
  const orReplace =
    tx.engine === 'postgres' ? sql` on conflict (option) do update set value = excluded.value` : sql.empty
  if (text !== undefined)
    await tx.run(sql`insert into settings (option, value) values (${option}, ${text})${orReplace}`)
  await bumpVersions(tx, ['settings'])
}
