// Rows with one text each. The coordinator of a Citus cluster passes a text on, but reads and writes every value of other rows.
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg'
import { typeParsers } from './postgres-values.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Row } from './store.ts'

/** Selects a text of each row in place of its columns. */
export type TextOf = (text: Sql) => Sql

interface Packed {
  readonly query: Sql
  unpack(rows: readonly object[]): Row[]
}

/** The same rows as texts; `unpack` reads them. */
export async function packed(client: ClientBase, query: Sql, textOf: TextOf): Promise<Packed> {
  const fields = await fieldsOf(client, query)
  const texts = fields.map(({ name }) => sql`cast(${sql.identifier(name)} as text)`)
  const readers = fields.map(({ dataTypeID }) => typeParsers.getTypeParser(dataTypeID))
  const rowOf = (values: readonly (string | null)[]): Row => {
    const row: Row = {}
    for (const [index, { name }] of fields.entries()) {
      const value = values[index] ?? null
      row[name] = value === null ? null : (readers[index]?.(value) ?? null)
    }
    return row
  }
  return {
    query: textOf(sql`cast(array_to_json(array[${sql.join(texts)}]) as text)`),
    unpack: (rows) => rows.map((row) => rowOf(JSON.parse(String(Object.values(row)[0])))),
  }
}

/** The columns of a query, which is not run. */
function fieldsOf(client: ClientBase, query: Sql): Promise<FieldDef[]> {
  const { text } = render(query, 'postgres')
  return new Promise((resolve, reject) => {
    let found: FieldDef[] = []
    const description: Submittable & Record<string, unknown> = {
      submit(connection: Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription: ({ fields }: { fields: FieldDef[] }) => {
        found = fields
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(found),
    }
    client.query(description)
  })
}
