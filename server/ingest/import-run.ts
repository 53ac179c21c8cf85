// Where an import stands, kept with every batch it writes, so that it goes on after a stop. Room ingest: may import store.
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'

export interface ImportCursor {
  /** The source's own mark; reading goes on from here. */
  readonly cursor?: string
  /** Last id that was read; what is stored up to here has been compared. */
  readonly lastId: number
  readonly done: boolean
}

export interface ImportRun {
  /** The run before stopped midway, and this one goes on with it. */
  readonly resumed: boolean
  cursor(collection: string): ImportCursor
  /** In the transaction of the batch that it speaks of. */
  save(tx: Queries, collection: string, standing: ImportCursor): Promise<void>
  finish(tx: Queries): Promise<void>
}

/** What stopped longer ago is read again from the start: the shop has changed too much meanwhile. */
const OLDEST = 24 * 3600_000

const START: ImportCursor = { lastId: 0, done: false }

type Kept = ImportCursor & { readonly origin: string; readonly under: string }

/** `under`: by what records become rows; a run that stopped under something else is read again from the start. */
export async function openRun(
  store: Store,
  origin: string,
  under: string,
  now = new Date(),
): Promise<ImportRun> {
  const rows = await store.all<{ source: string; cursor: string; updated_at: string }>(
    sql`select source, cursor, updated_at from import_cursors where strpos(source, 'import:') = 1`,
  )
  const standings = new Map<string, ImportCursor>()
  for (const { source, cursor, updated_at } of rows) {
    const kept: Kept = JSON.parse(cursor)
    const age = now.getTime() - Date.parse(`${updated_at.replace(' ', 'T')}Z`)
    if (kept.origin === origin && kept.under === under && age < OLDEST)
      standings.set(source.slice('import:'.length), kept)
  }
  const forget = (tx: Queries) => tx.run(sql`delete from import_cursors where strpos(source, 'import:') = 1`)
  if (standings.size === 0 && rows.length > 0) await store.transaction(forget)
  return {
    resumed: standings.size > 0,
    cursor: (collection) => standings.get(collection) ?? START,
    async save(tx, collection, standing) {
      const source = `import:${collection}`
      const kept: Kept = { ...standing, origin, under }
      await tx.run(sql`delete from import_cursors where source = ${source}`)
      await tx.run(sql`insert into import_cursors (source, cursor, updated_at)
        values (${source}, ${JSON.stringify(kept)}, ${utc(new Date())})`)
    },
    async finish(tx) {
      await forget(tx)
    },
  }
}
