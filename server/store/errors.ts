// What can go wrong between the product and its database, in words for the person who runs it.

export type StoreErrorCode =
  | 'locked' // another process holds the DuckDB file
  | 'unreachable' // no server at that address
  | 'denied' // wrong user or password, or missing rights
  | 'no-database' // the server has no such database
  | 'bad-address' // the address itself cannot be read
  | 'too-old' // the engine is older than the product needs
  | 'newer' // a newer version of the product made this database
  | 'changed' // a migration that already ran reads differently now
  | 'broken' // the file cannot be opened as a database
  | 'value' // a value no engine can keep, or no double can hold
  | 'busy' // somebody else is at work that one alone may do
  | 'closed' // asked after it was closed
  | 'nested' // a write through the store inside a transaction

export class StoreError extends Error {
  readonly code: StoreErrorCode

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StoreError'
    this.code = code
  }
}
