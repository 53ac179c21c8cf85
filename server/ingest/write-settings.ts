// Options of the shop and the product, one JSON value per name. Room ingest: may import domain and store.
import { sql } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import { bump } from '#server/store/versions.ts'

export async function writeSetting(tx: Queries, option: string, value: unknown): Promise<void> {
  await tx.run(sql`delete from settings where option = ${option}`)
  await tx.run(sql`insert into settings (option, value) values (${option}, ${JSON.stringify(value)})`)
  await bump(tx, ['settings'])
}

export async function removeSetting(tx: Queries, option: string): Promise<void> {
  const removed = await tx.run(sql`delete from settings where option = ${option}`)
  if (removed > 0) await bump(tx, ['settings'])
}

/** The option's value as JSON holds it, or undefined. */
export async function readSetting(queries: Queries, option: string): Promise<unknown> {
  const row = await queries.one<{ value: string }>(sql`select value from settings where option = ${option}`)
  return row && JSON.parse(row.value)
}
