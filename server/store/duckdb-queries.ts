import {
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
  StatementType,
} from '@duckdb/node-api'
import { rowsOf, toDuckDbParameter } from './duckdb-values.ts'
import { notARead } from './errors.ts'
import { pacer } from './pace.ts'
import { render, type Sql } from './sql.ts'

/** Arguments of the driver's `run` and `stream`. */
function rendered(query: Sql): [text: string, values?: DuckDBValue[], types?: DuckDBType[]] {
  const { text, parameters } = render(query, 'duckdb')
  // The driver runs several statements in one text only without parameters.
  if (parameters.length === 0) return [text]
  const all = parameters.map(toDuckDbParameter)
  return [text, all.map(([value]) => value), all.map(([, type]) => type)]
}

export const execute = (connection: DuckDBConnection, query: Sql): Promise<DuckDBMaterializedResult> =>
  connection.run(...rendered(query))

export const all = <T>(connection: DuckDBConnection, query: Sql): Promise<T[]> =>
  withReadStatement(connection, query, async (statement) => {
    const result = await statement.run()
    const names = result.columnNames()
    const rows: T[] = []
    const pace = pacer()
    for (const chunk of await result.fetchAllChunks()) {
      for (const row of rowsOf<T>(chunk, names)) rows.push(row)
      await pace(chunk.rowCount)
    }
    return rows
  })

export const columnTypes = (connection: DuckDBConnection, query: Sql): Promise<Map<string, string>> =>
  withReadStatement(
    connection,
    query,
    async (statement) =>
      new Map(
        Array.from({ length: statement.columnCount }, (_, column) => [
          statement.columnName(column),
          String(statement.columnType(column)),
        ]),
      ),
  )

async function withReadStatement<T>(
  connection: DuckDBConnection,
  query: Sql,
  work: (statement: DuckDBPreparedStatement) => Promise<T>,
): Promise<T> {
  const [text, values, types] = rendered(query)
  const statement = await connection.prepare(text)
  try {
    if (!READ_STATEMENTS.has(statement.statementType)) throw notARead()
    if (values) statement.bind(values, types)
    return await work(statement)
  } finally {
    statement.destroySync()
  }
}

const READ_STATEMENTS: ReadonlySet<StatementType> = new Set([StatementType.SELECT, StatementType.EXPLAIN])

/** The stream has its own transaction, which ends with the connection. */
export async function startStream(connection: DuckDBConnection, query: Sql): Promise<DuckDBResult> {
  await connection.run('begin transaction read only')
  return connection.stream(...rendered(query))
}
