// Rows in one piece: a text whose cells a sign divides. A row of its own costs the database and the driver more than what
// is in it, and text can be taken apart on another thread.
import { textOf } from './cells.ts'
import type { Database } from './database.ts'

/** The text as the database sent it, or cell after cell where that could not be told apart. */
export type Fields = Uint8Array | readonly string[]

/** Stands in no text that people write; where it does after all, rows come one by one. */
const SIGN = '\x1f'
export const SIGN_CODE = 0x1f

/** A column that may be null: a null in a row takes it out of the piece, and the rows come one by one. */
export const known = (column: string): string => `coalesce(${column}, '')`

/** `rest` begins with `from`. Rows come in the order in which the database reads them. */
export async function fields(db: Database, columns: readonly string[], rest: string): Promise<Fields> {
  const cells = columns.map((column) => `${column}, '${SIGN}'`).join(', ')
  const { count, bytes } = await db.piece(`select count(*), group_concat(${cells} separator '') ${rest}`)
  if (count === 0) return []
  if (isWhole(bytes, count * columns.length)) return bytes
  const rows = await db.rows(`select ${columns.join(', ')} ${rest}`)
  return rows.flatMap((row) => row.map(textOf))
}

/** A piece beyond what the server sends at a time is cut off, without a word. */
function isWhole(bytes: Uint8Array, signs: number): boolean {
  let found = 0
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === SIGN_CODE) found++
  return found === signs && bytes[bytes.length - 1] === SIGN_CODE
}

/** The driver puts an answer that came in several of these together in memory of its own. */
const RECEIVED = 65_536

/** Moved to memory that other threads read without a copy; the driver's is given back without waiting for the collector. */
export function shared(piece: Fields): Fields {
  if (!(piece instanceof Uint8Array)) return piece
  const bytes = new Uint8Array(new SharedArrayBuffer(piece.length))
  bytes.set(piece)
  const { buffer } = piece
  if (buffer instanceof ArrayBuffer && buffer.byteLength > RECEIVED) buffer.transfer(0)
  return bytes
}
