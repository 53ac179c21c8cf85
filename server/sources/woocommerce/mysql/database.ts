// One read-only connection with a consistent snapshot of the shop's database.
import type { Connection } from 'mysql2/promise'
import { SourceError } from '#server/ingest/source.ts'
import type { MysqlAddress } from './address.ts'
import { MYSQL_TEXT } from './text.ts'

export interface Database {
  /** Rows as lists of cells, in the order of the selected columns. */
  rows(query: string): Promise<Cells[]>
  close(): void
}

/** The empty sql_mode allows zero dates; the timeouts allow for pauses while the import writes. */
const SESSION = [
  // A server may limit the rows of every select; its default may be that limit.
  'set session sql_select_limit = 18446744073709551615',
  "set session sql_mode = '', time_zone = '+00:00', net_write_timeout = 3600, wait_timeout = 28800",
  'set session transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
]

export async function openDatabase(address: MysqlAddress): Promise<Database> {
  const { host, port, user, password, database, socketPath, tls } = address
  const { createConnection } = await import('mysql2/promise')
  const connection = await withShopErrors(address, () =>
    createConnection({
      ...(socketPath === undefined ? { host, port } : { socketPath }),
      ...(tls ? { ssl: { minVersion: 'TLSv1.2', rejectUnauthorized: true } } : {}),
      user,
      password,
      database,
      charset: 'utf8mb4',
      dateStrings: true,
      supportBigNumbers: true,
      rowsAsArray: true,
      connectTimeout: 30_000,
    }),
  )
  // The pending query reports a lost connection.
  connection.on('error', () => {})
  try {
    for (const setting of SESSION) await withShopErrors(address, () => connection.query(setting))
  } catch (error) {
    connection.destroy()
    throw error
  }
  return {
    rows: (query) => withShopErrors(address, () => rowsOf(connection, query)),
    close: () => connection.destroy(),
  }
}

/** All rows of `select columns from … where …`: a server or a proxy may cut the rows of every select. */
export async function allRows(
  db: Database,
  columns: string,
  { from, where }: { readonly from: string; readonly where: string },
  order = '',
): Promise<Cells[]> {
  const [rows, [counted]] = await Promise.all([
    db.rows(`select ${columns} from ${from} where ${where} ${order}`),
    db.rows(`select count(*) from ${from} where ${where}`),
  ])
  if (Number(counted?.[0]) !== rows.length) throw new SourceError('unexpected', MYSQL_TEXT.limited)
  return rows
}

async function rowsOf(connection: Connection, query: string): Promise<Cells[]> {
  const [rows]: [unknown, unknown] = await connection.query(query)
  return Array.isArray(rows) ? rows : []
}

async function withShopErrors<T>(address: MysqlAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw shopError(error, address)
  }
}

const RIGHTS = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR'])

/** Spanish message with the next step; the driver's own message may repeat the query. */
function shopError(error: unknown, { host, user, database }: MysqlAddress): SourceError {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message.slice(0, 200) : ''
  if (code === 'ER_ACCESS_DENIED_ERROR') return new SourceError('unauthorized', MYSQL_TEXT.denied(user, host))
  if (code === 'ER_DBACCESS_DENIED_ERROR' || code === 'ER_BAD_DB_ERROR')
    return new SourceError('forbidden', MYSQL_TEXT.noDatabase(database))
  if (RIGHTS.has(code)) return new SourceError('forbidden', MYSQL_TEXT.noRight(message))
  if (code === 'ENOTFOUND') return new SourceError('address', MYSQL_TEXT.unknownHost(host))
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return new SourceError('address', MYSQL_TEXT.certificate(host, code))
  if (code === 'PROTOCOL_CONNECTION_LOST' || code === 'ECONNRESET' || code === 'EPIPE')
    return new SourceError('unavailable', MYSQL_TEXT.cut(host, code))
  if (/^E[ER]_/.test(code)) return new SourceError('refused', MYSQL_TEXT.refused(message))
  return new SourceError('unavailable', MYSQL_TEXT.unreachable(host, code))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Dates and decimals are text. */
export type Cell = string | number | null
export type Cells = readonly Cell[]

export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

export const quotedList = (texts: readonly string[]): string => texts.map(quoted).join(', ')

export const textOf = (cell: Cell | undefined): string => (cell == null ? '' : String(cell))
