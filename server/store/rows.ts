// Statements about single rows of small tables.
import { type Parameter, type Sql, sql, utc } from './sql.ts'
import type { Queries } from './store.ts'

/** Values by column; times are stored in UTC. */
export type Fields = Readonly<Record<string, Parameter | Date | Sql>>

const stored = (value: Fields[string]) => (value instanceof Date ? utc(value) : value)

const pairs = (fields: Fields) =>
  Object.entries(fields).map(([name, value]) => sql`${sql.identifier(name)} = ${stored(value)}`)

/** Columns without a value are null. */
const insertion = (table: string, fields: Fields) => {
  const given = Object.entries(fields).filter(([, value]) => value !== null)
  const columns = sql.join(given.map(([name]) => sql.identifier(name)))
  const values = sql.join(given.map(([, value]) => stored(value)))
  return sql`insert into ${sql.identifier(table)} (${columns}) select ${values}`
}

export const insertRow = (tx: Queries, table: string, fields: Fields): Promise<number> =>
  tx.run(insertion(table, fields))

/** Adds a row whose key is the next number of a sequence, which it returns. */
export async function insertNumbered(
  tx: Queries,
  table: string,
  [key, sequence]: [string, string],
  fields: Fields,
) {
  const next = await tx.one<{ id: number }>(sql`select nextval(${sql.raw(`'${sequence}'`)}) as id`)
  const id = next?.id ?? 0
  await insertRow(tx, table, { [key]: id, ...fields })
  return id
}

/** False if a row meets the condition, or meets it meanwhile. */
export async function insertUnless(tx: Queries, table: string, fields: Fields, condition: Sql) {
  const unlessTaken = tx.engine === 'postgres' ? sql` on conflict do nothing` : sql.empty
  const added = await tx.run(sql`${insertion(table, fields)}
    where not exists (select 1 from ${sql.identifier(table)} where ${condition})${unlessTaken}`)
  return added > 0
}

/** Changes the rows that have the values of `key`; returns how many. */
export const updateRows = (tx: Queries, table: string, key: Fields, fields: Fields): Promise<number> =>
  tx.run(sql`
    update ${sql.identifier(table)} set ${sql.join(pairs(fields))}
    where ${sql.join(pairs(key), sql` and `)}`)

export async function countRows(queries: Pick<Queries, 'one'>, from: Sql): Promise<number> {
  const row = await queries.one<{ rows: number }>(sql`select count(*) as rows from ${from}`)
  return row?.rows ?? 0
}
