import { diskFull, notARead, overloaded, StoreError, tooLarge } from './errors.ts'

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'ENOENT', // no socket file
  'EPIPE',
  '57P01', // the server shuts down
  '57P02',
  '57P03', // the server starts up
  '08001',
  '08006',
])

/** The server works but has no free memory, connection or lock. */
const BUSY = new Set([
  '53200', // out of memory
  '53300', // too many connections
  '55P03', // lock_timeout
  '40001', // serialization failure
  '40P01', // deadlock
])

const CONFLICTS = new Set(['40001', '40P01'])

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The change was rolled back for the sake of another one, and may succeed now. */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has(codeOf(error instanceof StoreError ? error.cause : error))

/** The server has no connection left. */
export const isCrowded = (error: unknown): boolean => codeOf(error) === '53300'

export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006'

export const readOnly = (place: string, cause?: unknown): StoreError =>
  new StoreError(
    'read-only',
    `PostgreSQL en ${place} solo acepta lecturas (una réplica, o una base que su proveedor frenó por falta de espacio); usar la dirección del servidor principal, o liberar espacio`,
    cause,
  )

/** Messages of lost connections, which the driver reports without a code. */
const LOST =
  /^Connection terminated|^Client has encountered a connection error|^Client was closed|timeout exceeded when trying to connect/

/** Codes of Node.js, or what the driver says without a code, about a connection that cannot be encrypted. */
const NOT_ENCRYPTED = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|SSL connection/

/** What the driver says without a code. */
const NO_PASSWORD = /client password must be/

/** The connection is lost, or the server is about to end it. */
export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && UNREACHABLE.has(String(error.code))) || LOST.test(error.message))

/** Explains connection errors; returns errors of statements unchanged. `place` is the address without the password. */
function postgresError(error: unknown, place: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const code = codeOf(error)
  const why = error.message || code
  if (code === '28P01' || (!code && NO_PASSWORD.test(why))) {
    return new StoreError(
      'denied',
      `PostgreSQL en ${place} no acepta ese usuario o esa contraseña (${why}); corregirlos en la dirección de la base`,
      error,
    )
  }
  if (code === '28000')
    return new StoreError(
      'denied',
      `PostgreSQL en ${place} no deja entrar así (${why}); revisar el usuario, pg_hba.conf y, si pide cifrado, agregar ?sslmode=verify-full a la dirección de la base`,
      error,
    )
  if (NOT_ENCRYPTED.test(code || why))
    return new StoreError(
      'unreachable',
      `la conexión con PostgreSQL en ${place} no se puede cifrar (${why}); revisar sslmode en la dirección, que su servidor sea el del certificado y, si no lo firma una autoridad pública, agregar sslrootcert= con el archivo de la suya`,
      error,
    )
  if (code === '3D000')
    return new StoreError(
      'no-database',
      `PostgreSQL en ${place} no tiene esa base (${why}); crearla, o corregir la dirección`,
      error,
    )
  if (code === '42501')
    return new StoreError(
      'denied',
      `PostgreSQL en ${place} no da permiso (${why}); el usuario tiene que ser dueño de la base`,
      error,
    )
  if (code === '53100') return diskFull(error)
  if (BUSY.has(code)) return overloaded(error)
  // Its words depend on the language of the server.
  if (code === '57014')
    return new StoreError(
      'timeout',
      `PostgreSQL en ${place} cortó la consulta: pasó su statement_timeout`,
      error,
    )
  if (code === '22003') return tooLarge('A value is too large to be computed', error)
  if (code === '25006') return notARead(error)
  if (isLost(error)) {
    return new StoreError(
      'unreachable',
      `no se llega a PostgreSQL en ${place} (${why || code}); revisar la dirección y que esté en marcha`,
      error,
    )
  }
  return error
}

/** Explains connection errors of the work; `place` as above. */
export async function withPostgresErrors<T>(place: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw postgresError(error, place)
  }
}

/** Host, port and database of a PostgreSQL address, for messages. */
export function placeOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new StoreError(
      'bad-address',
      'la dirección de la base tiene que ser postgres://usuario:clave@servidor:5432/base',
    )
  }
  return `${url.host || url.searchParams.get('host') || 'localhost'}${url.pathname}`
}
