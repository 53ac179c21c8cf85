import { decoded } from '#server/domain/decoded.ts'
import { SourceError } from '#server/ingest/source.ts'
import { MYSQL_TEXT } from './text.ts'

export interface MysqlAddress {
  readonly host: string
  readonly port: number
  /** Replaces host and port. */
  readonly socketPath: string | undefined
  readonly user: string
  readonly password: string
  readonly database: string
  /** Table prefix, for databases with several shops. */
  readonly prefix: string | undefined
  readonly tls: boolean
}

/**
 * Parses mysql://user:password@host:3306/database?prefix=wp_. Remote connections use TLS unless `tls=0`; `socket=` is the path
 * of a local socket.
 */
export function mysqlAddress(text: string): MysqlAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const database = url ? decoded(url.pathname.slice(1)) : ''
  const user = url ? decoded(url.username) : ''
  const prefix = url?.searchParams.get('prefix') ?? undefined
  if (
    !url ||
    !['mysql:', 'mariadb:'].includes(url.protocol) ||
    !database ||
    !user ||
    // Becomes part of table names.
    (prefix !== undefined && !/^\w*$/.test(prefix))
  )
    throw new SourceError('address', MYSQL_TEXT.badAddress)
  const socketPath = url.searchParams.get('socket') ?? undefined
  const host = url.hostname.replace(/^\[|\]$/g, '') || 'localhost'
  const tls = url.searchParams.get('tls')
  return {
    host,
    port: Number(url.port || 3306),
    socketPath,
    user,
    password: decoded(url.password),
    database,
    prefix,
    tls: tls === null ? socketPath === undefined && !isLoopback(host) : !['0', 'false'].includes(tls),
  }
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d+){3}$/.test(host)
