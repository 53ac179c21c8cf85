// Runs SQL on one DuckDB connection; statements with parameters are prepared once and kept.
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBPreparedStatement } from '@duckdb/node-api'
import { bindAll } from './duckdb-values.ts'
import { type Rendered, render, type Sql } from './sql.ts'

/** Statements kept per connection, the least used one goes first. */
const KEPT = 64

const kept = new WeakMap<DuckDBConnection, Map<string, DuckDBPreparedStatement>>()

/**
 * The answer, all of it. A text without parameters is planned and run in one step, since its plan rests on the data
 * that the planner saw (a filter that no row failed is left out); one with parameters is planned anew at every run.
 */
export async function execute<T>(
  connection: DuckDBConnection,
  query: Sql,
  read: (result: DuckDBMaterializedResult) => Promise<T> | T,
): Promise<T> {
  const rendered = render(query, 'duckdb')
  if (rendered.parameters.length === 0) return read(await connection.run(rendered.text))
  const statements = kept.get(connection) ?? new Map<string, DuckDBPreparedStatement>()
  kept.set(connection, statements)
  // Out of the cupboard while in use: the same text may run twice at a time in a transaction.
  const known = statements.get(rendered.text)
  statements.delete(rendered.text)
  const statement = known ?? (await connection.prepare(rendered.text))
  try {
    bindAll(statement, rendered.parameters)
    const answer = await read(await statement.run())
    keep(statements, rendered.text, statement)
    return answer
  } catch (error) {
    statement.destroySync()
    throw error
  }
}

function keep(
  statements: Map<string, DuckDBPreparedStatement>,
  text: string,
  statement: DuckDBPreparedStatement,
) {
  statements.get(text)?.destroySync()
  statements.delete(text)
  statements.set(text, statement)
  const [oldest] = statements
  if (statements.size > KEPT && oldest) {
    statements.delete(oldest[0])
    oldest[1].destroySync()
  }
}

/** Names and types of what a query would answer. */
export async function columnTypes(connection: DuckDBConnection, query: Sql): Promise<Map<string, string>> {
  const { text, parameters } = render(query, 'duckdb')
  const statement = await connection.prepare(text)
  try {
    bindAll(statement, parameters)
    return new Map(
      Array.from({ length: statement.columnCount }, (_, column) => [
        statement.columnName(column),
        String(statement.columnType(column)),
      ]),
    )
  } finally {
    statement.destroySync()
  }
}

/** A statement for reading its answer piece by piece; plan and answer share the transaction that is begun here. */
export async function startStream(connection: DuckDBConnection, query: Sql) {
  const { text, parameters }: Rendered = render(query, 'duckdb')
  await connection.run('begin transaction read only')
  const statement = await connection.prepare(text)
  bindAll(statement, parameters)
  return statement.stream()
}
