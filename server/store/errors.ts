export type StoreErrorCode =
  | 'locked' // another process holds the DuckDB file
  | 'unreachable' // no server at that address
  | 'denied' // wrong user or password, or missing rights
  | 'no-database' // the server has no such database
  | 'bad-address' // the address cannot be parsed
  | 'cluster' // a Citus cluster that is not set up
  | 'pooler' // a pooler in front of the server shares its sessions
  | 'read-only' // the server takes no writes
  | 'too-old' // the engine is older than the product needs
  | 'newer' // a newer version of the product made this database
  | 'older' // this version has not migrated the database yet
  | 'occupied' // the target of a copy holds other data
  | 'incomplete' // a copy into the database has not ended
  | 'differs' // a copy is not equal to its source
  | 'changed' // a migration was edited after it ran
  | 'broken' // the file cannot be opened as a database
  | 'value' // a value that a column or a double cannot hold
  | 'too-large' // a number or sum that cannot be held exactly
  | 'busy' // another process is doing exclusive work
  | 'taken-over' // another process holds the lease of this work
  | 'sealed' // a value is encrypted with a key that this process lacks
  | 'closed' // used after close()
  | 'full' // no space left on the disk
  | 'no-room' // no space for a file beside the database
  | 'timeout' // the server's statement_timeout, or the budget of a call is spent
  | 'overloaded' // no free place or connection in time
  | 'cancelled' // the caller left
  | 'not-a-read' // a write through a method that only reads
  | 'nested' // a write through the store inside a transaction

export class StoreError extends Error {
  override readonly name = 'StoreError'
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

export const tooLarge = (message: string, cause?: unknown): StoreError =>
  new StoreError('too-large', message, cause)

export const notARead = (cause?: unknown): StoreError =>
  new StoreError('not-a-read', 'all(), one() and stream() only read; write with run()', cause)

export const overloaded = (cause?: unknown): StoreError =>
  new StoreError(
    'overloaded',
    'la base no tiene memoria, conexiones o bloqueos libres; volver a intentar en unos minutos',
    cause,
  )

export const cancelled = (cause?: unknown): StoreError =>
  new StoreError('cancelled', 'The caller left before the response', cause)

export const tooMuchWork = (cause?: unknown): StoreError =>
  new StoreError('timeout', 'The budget of the call is spent', cause)

/** People read it in the terminal and on *Crones*. */
export const DISK_FULL = 'no queda lugar en el disco; liberar espacio y volver a intentar'

export const diskFull = (cause?: unknown): StoreError => new StoreError('full', DISK_FULL, cause)

export const noRoom = (cause?: unknown): StoreError =>
  new StoreError('no-room', 'no queda lugar para el archivo; liberar espacio y volver a intentar', cause)
