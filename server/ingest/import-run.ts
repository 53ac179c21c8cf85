// The progress of an import, saved with every batch so that a stopped import resumes.
import { sql, utc } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { SavedStats } from './import-report.ts'

export interface ImportCursor {
  /** The source's own cursor, from which reading continues. */
  readonly cursor?: string
  /** The last id read; stored rows up to it have been compared. */
  readonly lastId: number
  readonly done: boolean
}

export interface ImportRun {
  /** An import of the whole shop. */
  readonly isWhole: boolean
  /** Continues an import that was stopped. */
  readonly resumed: boolean
  cursor(collection: string): ImportCursor
  /** Counts before the stop, by collection. */
  readonly stats: ReadonlyMap<string, SavedStats>
  /** In the transaction of the batch; `stats` include it. */
  save(tx: Queries, collection: string, cursor: ImportCursor, stats: SavedStats): Promise<void>
  finish(tx: Queries): Promise<void>
}

/** An import that stopped longer ago starts again: the shop has changed too much. */
const MAX_AGE_MS = 24 * 3600_000

const START: ImportCursor = { lastId: 0, done: false }

/** For listings that always start at the beginning. */
export const NO_RUN: ImportRun = {
  isWhole: false,
  resumed: false,
  cursor: () => START,
  stats: new Map(),
  save: async () => {},
  finish: async () => {},
}

type SavedCursor = ImportCursor & {
  readonly origin: string
  readonly fingerprint: string
  readonly stats?: SavedStats
}

/** `fingerprint`: of everything that decides how records become rows; a run under another one starts again. */
export async function openRun(
  store: Store,
  origin: string,
  fingerprint: string,
  now = new Date(),
): Promise<ImportRun> {
  const rows = await store.all<{ source: string; cursor: string; updated_at: string }>(
    sql`select source, cursor, updated_at from import_cursors where strpos(source, 'import:') = 1`,
  )
  const cursors = new Map<string, ImportCursor>()
  const former = new Map<string, SavedStats>()
  for (const { source, cursor, updated_at } of rows) {
    const saved: SavedCursor = JSON.parse(cursor)
    const age = now.getTime() - Date.parse(`${updated_at.replace(' ', 'T')}Z`)
    if (saved.origin !== origin || saved.fingerprint !== fingerprint || age >= MAX_AGE_MS) continue
    const collection = source.slice('import:'.length)
    cursors.set(collection, saved)
    if (saved.stats) former.set(collection, saved.stats)
  }
  const clear = async (tx: Queries) => {
    await tx.run(sql`delete from import_cursors where strpos(source, 'import:') = 1`)
  }
  if (cursors.size === 0 && rows.length > 0) await store.transaction(clear)
  return {
    isWhole: true,
    resumed: cursors.size > 0,
    cursor: (collection) => cursors.get(collection) ?? START,
    stats: former,
    async save(tx, collection, cursor, stats) {
      const source = `import:${collection}`
      const saved: SavedCursor = { ...cursor, origin, fingerprint, stats }
      await tx.run(sql`delete from import_cursors where source = ${source}`)
      await tx.run(sql`insert into import_cursors (source, cursor, updated_at)
        values (${source}, ${JSON.stringify(saved)}, ${utc(new Date())})`)
    },
    finish: clear,
  }
}
