// Rows as texts. The coordinator of a Citus cluster passes a text on, but reads and writes every value of other rows.
import { randomBytes } from 'node:crypto'
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg'
import { typeParsers } from './postgres-values.ts'
import { render, type Sql, sql } from './sql.ts'
import type { Row, RowTexts } from './store.ts'

interface Packed {
  readonly query: Sql
  unpack(rows: readonly object[]): Row[]
}

/** The same rows as texts; `unpack` reads them. */
export async function packed(client: ClientBase, query: Sql, texts: RowTexts<Sql>): Promise<Packed> {
  const fields = await fieldsOf(client, query)
  const { begin, end, none } = marks()
  const values = fields.map(
    ({ name }) => sql`coalesce(cast(${sql.identifier(name)} as text), ${quoted(none)})`,
  )
  const readers = fields.map(({ dataTypeID }) => typeParsers.getTypeParser(dataTypeID))
  const rowOf = (text: string): Row => {
    const found = text.split(end)
    const row: Row = {}
    for (const [index, { name }] of fields.entries()) {
      const value = found[index] ?? none
      row[name] = value === none ? null : (readers[index]?.(value) ?? null)
    }
    return row
  }
  return {
    query: texts.of(sql`concat_ws(${quoted(end)}, ${quoted(begin)}, ${sql.join(values)})`),
    unpack: (found) =>
      found.flatMap((text) => {
        const rows = String(Object.values(text)[0])
          .split(begin + end)
          .slice(1)
          .map(rowOf)
        return texts.compare ? rows.sort(texts.compare) : rows
      }),
  }
}

/** The beginning of a row, the end of a value and the absence of one. No value contains them, since they are random; JSON takes workers 1.6 times as long. */
function marks() {
  const random = randomBytes(3).toString('base64url')
  return { begin: `\u001d${random}`, end: `\u001f${random}`, none: `\u001e${random}` }
}

const quoted = (mark: string): Sql => sql.raw(`'${mark}'`)

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
