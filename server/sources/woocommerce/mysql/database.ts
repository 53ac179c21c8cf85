// One read-only connection that sees the database as it stood when it was opened, whatever the shop writes meanwhile.
import type { Connection } from 'mysql2/promise'
import { ShopError } from '../errors.ts'
import type { MysqlAddress } from './address.ts'
import type { Cells } from './cells.ts'
import { MYSQL_TEXT } from './text.ts'

export interface Database {
  /** Rows as lists of cells, in the order of the selected columns. */
  rows(query: string): Promise<Cells[]>
  /** The one row of a query for a count and a text, which is as the database sent it: as UTF-8. */
  piece(query: string): Promise<{ count: number; bytes: Uint8Array }>
  close(): void
}

/** Zero dates are read as they are; a client that stops to write for a while is not cut off. */
const SESSION = [
  "set session sql_mode = '', time_zone = '+00:00', net_write_timeout = 3600, wait_timeout = 28800",
  // Beyond it the server's own limit for an answer counts.
  'set session group_concat_max_len = 4294967295',
  'set session transaction isolation level repeatable read',
  'start transaction with consistent snapshot, read only',
]

export async function openDatabase(address: MysqlAddress): Promise<Database> {
  const { host, port, user, password, database, socketPath, tls } = address
  // Loaded by those alone who read a database.
  const { createConnection } = await import('mysql2/promise')
  const connection = await reported(address, () =>
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
  // A cut connection shows at the query that waits for it.
  connection.on('error', () => {})
  const rows = (query: string) => reported(address, () => rowsOf(connection, query))
  const piece = (query: string) => reported(address, () => pieceOf(connection, query))
  try {
    for (const setting of SESSION) await reported(address, () => connection.query(setting))
  } catch (error) {
    connection.destroy()
    throw error
  }
  return { rows, piece, close: () => connection.destroy() }
}

async function rowsOf(connection: Connection, query: string): Promise<Cells[]> {
  const [rows]: [unknown, unknown] = await connection.query(query)
  return Array.isArray(rows) ? rows : []
}

const NOTHING = new Uint8Array()

async function pieceOf(connection: Connection, sql: string) {
  const [rows]: [unknown, unknown] = await connection.query({ sql, typeCast: (field) => field.buffer() })
  const [row]: unknown[] = Array.isArray(rows) ? rows : []
  const [count, bytes]: unknown[] = Array.isArray(row) ? row : []
  return { count: Number(String(count)), bytes: bytes instanceof Uint8Array ? bytes : NOTHING }
}

async function reported<T>(address: MysqlAddress, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw shopError(error, address)
  }
}

const RIGHTS = new Set(['ER_TABLEACCESS_DENIED_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR'])

/** In plain words: the driver's own may repeat the query, never what the person has to do. */
function shopError(error: unknown, { host, user, database }: MysqlAddress): ShopError {
  const code = codeOf(error)
  const said = error instanceof Error ? error.message.slice(0, 200) : ''
  if (code === 'ER_ACCESS_DENIED_ERROR') return new ShopError('unauthorized', MYSQL_TEXT.denied(user, host))
  if (code === 'ER_DBACCESS_DENIED_ERROR' || code === 'ER_BAD_DB_ERROR')
    return new ShopError('forbidden', MYSQL_TEXT.noDatabase(database))
  if (RIGHTS.has(code)) return new ShopError('forbidden', MYSQL_TEXT.noRight(said))
  if (code === 'ENOTFOUND') return new ShopError('address', MYSQL_TEXT.unknownHost(host))
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return new ShopError('address', MYSQL_TEXT.certificate(host, code))
  if (code === 'PROTOCOL_CONNECTION_LOST' || code === 'ECONNRESET' || code === 'EPIPE')
    return new ShopError('unavailable', MYSQL_TEXT.cut(host, code))
  // What the server's disk refuses it among them.
  if (/^E[ER]_/.test(code)) return new ShopError('refused', MYSQL_TEXT.refused(said))
  return new ShopError('unavailable', MYSQL_TEXT.unreachable(host, code))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
