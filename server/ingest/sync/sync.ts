// Keeping in step with a living shop: what changed there is read, compared and written, a batch at a time.
// Room ingest: may import contract, domain, sources, store and rollups.

import { newNotes } from '#server/ingest/notes.ts'
import type { ShopChanges } from '#server/sources/woocommerce/changes.ts'
import type { Shop } from '#server/sources/woocommerce/shop.ts'
import { type TranslateContext, translateContext } from '#server/sources/woocommerce/translate.ts'
import { acquireLock } from '#server/store/locks.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import { utc } from '#server/store/utc.ts'
import { DATA_SOURCE } from '../data-source.ts'
import { readMapping } from '../import-mapping.ts'
import { createStats, type ImportStats } from '../import-report.ts'
import type { JobsDeps } from '../jobs/job.ts'
import { readSetting } from '../settings.ts'

/** What the steps of one round share. */
export interface Sync {
  readonly store: Store
  readonly shop: Shop
  readonly changes: ShopChanges
  readonly context: TranslateContext
  readonly timeZone: string
  readonly now: () => Date
  readonly tally: ImportStats
}

export type SyncDeps = Pick<JobsDeps, 'store' | 'timeZone' | 'now' | 'mappingFile'>

/** Undefined for a shop that tells nothing of its changes. */
export async function openSync(setting: SyncDeps, shop: Shop): Promise<Sync | undefined> {
  const { changes } = shop
  if (!changes) return undefined
  const { store, timeZone, now, mappingFile } = setting
  const mapping = await readMapping(store, mappingFile ?? '', false)
  const notes = newNotes()
  const currency = await currencyOf(store, shop)
  const context = translateContext({ mapping, currency, timeZone, notes })
  return { store, shop, changes, context, timeZone, now, tally: createStats(notes) }
}

/** As the last whole import learnt it; asked for only where none has. */
async function currencyOf(queries: Queries, shop: Shop): Promise<string> {
  const known = (await readSetting(queries, 'currency')) ?? (await shop.currency())
  return typeof known === 'string' ? known.trim().toUpperCase() : 'ARS'
}

/** What a whole import wrote longer ago was cut off: nobody is at it any more. */
const IMPORT_SILENT_MS = 10 * 60_000

/** The shop never came in whole, which following its changes must not hide; or a whole import is at it right now. */
export async function isImporting({ store, now }: Pick<JobsDeps, 'store' | 'now'>): Promise<boolean> {
  const source = await readSetting(store, DATA_SOURCE)
  const whole =
    typeof source === 'object' && source !== null && 'kind' in source && source.kind === 'woocommerce'
  if (!whole) return true
  const since = utc(new Date(now().getTime() - IMPORT_SILENT_MS))
  const cursor = await store.one(sql`
    select 1 as found from import_cursors
    where strpos(source, 'import:') = 1 and updated_at > ${since} limit 1`)
  return cursor !== undefined
}

const turns = new WeakMap<Store, Promise<unknown>>()

/** One batch at a time in this process, from asking the shop to writing: what was read earlier is never written later. */
export function oneAtATime<T>(store: Store, work: () => Promise<T>): Promise<T> {
  const turn = (turns.get(store) ?? Promise.resolve()).then(work)
  turns.set(
    store,
    turn.catch(() => {}),
  )
  return turn
}

/** The same among processes, for the length of the transaction; an embedded database has one writer anyway. */
export const lockSync = (tx: Queries): Promise<void> => acquireLock(tx, 'sync', 'alone')
