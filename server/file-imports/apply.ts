import { createHash } from 'node:crypto'
import type { Change } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { DATA_SOURCE, DEMO_USERS, TIME_ZONE } from '#server/ingest/data-source.ts'
import {
  absentOrders,
  absentRecords,
  type KeptCollection,
  keepOrders,
  keepRecords,
} from '#server/ingest/file-import-rows.ts'
import { importShop } from '#server/ingest/import.ts'
import { importVerdict } from '#server/ingest/import-report.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { silentProgress } from '#server/ingest/progress.ts'
import { type Page, type Pages, type Source, SourceError } from '#server/ingest/source.ts'
import { StoreError } from '#server/store/errors.ts'
import { readSetting } from '#server/store/settings.ts'
import { sql } from '#server/store/sql.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { Note } from '../features/imports/routes.ts'
import { filesSource } from '../sources/files/source.ts'
import type { ImportDeps } from './deps.ts'
import { deleteFiles, read } from './file-import.ts'
import { type FileImport, namesOf } from './model.ts'
import { saveRecipe } from './recipes.ts'
import { type Applied, appliedOf, saveImport } from './stored.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** Writes what the preview shows. Ends in the state done, warning or failed, and back in ready if another import runs. */
export async function applyImport(one: FileImport, deps: ImportDeps, note: Note): Promise<void> {
  const { store, timeZone, now } = deps
  // Of a server that was stopped meanwhile.
  if (!one.drop) await readAgain(one, deps)
  const { id } = one.preview
  one.preview = { ...one.preview, state: 'importing', message: '' }
  const former = (await appliedOf(deps, id)).applied
  await saveImport(deps, one, { content: former ?? (await beforeOf(store)), at: undefined })
  try {
    const identity = createHash('sha256')
      .update(JSON.stringify([id, one.recipe]))
      .digest('hex')
    const source = keeping(filesSource(one.drop!, identity), store, id)
    if (one.recipe.complete) await keepAbsent(one, store)
    const report = await importShop({ store, source, timeZone, now, progress: progressOf(one) })
    const verdict = importVerdict(report)
    const ended = { ...one.preview, state: verdict === 'success' ? ('done' as const) : verdict }
    await store.transaction(async (tx) => {
      await note(tx, importNote(one))
      await saveRecipe(tx, one, one.drop!, now())
    })
    const content = former ?? (await appliedOf(deps, id)).applied!
    await saveImport(deps, { ...one, preview: ended }, { content, at: now() })
    await deleteFiles(one)
    // Callers see the end once an undo can follow.
    one.preview = ended
  } catch (error) {
    const isBusy = error instanceof StoreError && error.code === 'busy'
    const message =
      error instanceof SourceError ? error.message : isBusy ? IMPORT_TEXT.already : FILE_IMPORT_TEXT.cut
    one.preview = { ...one.preview, state: isBusy ? 'ready' : 'failed', message }
    await saveImport(deps, one)
    if (!isBusy) await deleteFiles(one)
    if (error instanceof SourceError) throw new HttpError('import-stopped', { message, data: one.preview })
    throw error
  }
}

/** What was confirmed stays, also where a part of it is written by now. */
async function readAgain(one: FileImport, deps: ImportDeps): Promise<void> {
  const { version, changes, months, removed } = one.preview
  await read(one, deps)
  one.preview = { ...one.preview, version, changes, months, removed }
}

const importNote = ({ files, preview: { id, changes, rejects } }: FileImport): Change => ({
  action: 'files.import',
  subject: namesOf(files),
  after: { import: id, ...changes, rejected: rejects.count },
})

/** Settings that an import changes and an undo brings back. */
const SETTINGS = [DATA_SOURCE, TIME_ZONE, DEMO_USERS, 'currency', 'show_max_month', 'import_report']

async function beforeOf(store: Store): Promise<Applied> {
  const rows = await store.all<{ dist_id: string }>(sql`select dist_id from distributors`)
  const settings: [string, unknown][] = []
  for (const name of SETTINGS) settings.push([name, await readSetting(store, name)])
  return { distributors: rows.map(({ dist_id }) => dist_id), settings: Object.fromEntries(settings) }
}

/** What a complete list lacks may be removed. */
async function keepAbsent({ drop, preview: { id } }: FileImport, store: Store): Promise<void> {
  const listed = new Set(drop!.orderIds())
  for await (const page of drop!.isCatalogue ? [] : absentOrders(store, listed)) {
    const ids = page.map(({ order_id }) => Number(order_id))
    await store.transaction((tx) => keepOrders(tx, id, ids))
  }
  const { catalogue } = drop!
  for (const collection of catalogue ? (['products', 'customers'] as const) : []) {
    const absent = await absentRecords(store, collection, new Set(catalogue![collection].ids()))
    await store.transaction((tx) => keepRecords(tx, id, collection, absent))
  }
}

/** Keeps the stored records of each page before it is written. */
function keeping(source: Source, store: Store, id: string): Source {
  async function* kept<Fact>(
    pages: Pages<Fact>,
    keep: (tx: Queries, page: Page<Fact>) => Promise<void>,
  ): Pages<Fact> {
    for await (const page of pages) {
      await store.transaction((tx) => keep(tx, page))
      yield page
    }
  }
  const record =
    (collection: KeptCollection) =>
    (tx: Queries, { ids }: { ids: readonly number[] }) =>
      keepRecords(tx, id, collection, ids)
  return {
    ...source,
    async rules() {
      const rules = await source.rules()
      return {
        ...rules,
        openReader(context) {
          const reader = rules.openReader(context)
          const { list } = reader
          const orders: typeof list.orders = async (options) => {
            const pages = await list.orders(options)
            return (
              pages &&
              kept(pages, (tx, { facts }) =>
                keepOrders(
                  tx,
                  id,
                  facts.map(({ order }) => order.order_id),
                ),
              )
            )
          }
          const products: typeof list.products = async (options) => {
            const pages = await list.products(options)
            return pages && kept(pages, record('products'))
          }
          const customers: typeof list.customers = async (options) => {
            const pages = await list.customers(options)
            return pages && kept(pages, record('customers'))
          }
          return { ...reader, list: { ...list, orders, products, customers } }
        },
      }
    },
  }
}

function progressOf(one: FileImport) {
  const set = (rows: number) => {
    one.preview = { ...one.preview, progress: { ...one.preview.progress, rows } }
  }
  let rows = 0
  return {
    ...silentProgress,
    start: () => {},
    advance(count: number) {
      rows += count
      set(rows)
    },
  }
}
