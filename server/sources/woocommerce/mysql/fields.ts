// Rows in one piece, as the database sent them: taking them apart is work for another thread.
import type { Database } from './database.ts'

/** One row after another, each a packet of cells with their lengths; a null reads as an empty text. */
export type Fields = Uint8Array

/** `rest` begins with `from`. Rows come in the order in which the database reads them. */
export const fields = (db: Database, columns: readonly string[], rest: string): Promise<Fields> =>
  db.piece(`select ${columns.join(', ')} ${rest}`)
