import { createHash } from 'node:crypto'
import type { Change } from '#server/http/audit.ts'
import { HttpError } from '#server/http/errors.ts'
import { keepRejects } from '#server/ingest/file-import-rejects.ts'
import {
  absentOrders,
  absentRecords,
  type KeptCollection,
  keepOrders,
  keepRecords,
} from '#server/ingest/file-import-rows.ts'
import { importWhileHeld } from '#server/ingest/import.ts'
import { importVerdict } from '#server/ingest/import-report.ts'
import { IMPORT_TEXT } from '#server/ingest/import-text.ts'
import { claimImport, holdImport } from '#server/ingest/jobs/hold-import.ts'
import { importedShop } from '#server/ingest/jobs/source-jobs.ts'
import { type Progress, silentProgress } from '#server/ingest/progress.ts'
import { type Page, type Pages, type Source, SourceError } from '#server/ingest/source.ts'
import { StoreError } from '#server/store/errors.ts'
import type { Queries, Store } from '#server/store/store.ts'
import type { Note } from '../features/imports/routes.ts'
import { FilesError } from '../sources/files/failure.ts'
import { filesSource } from '../sources/files/source.ts'
import { aroundAfter, aroundBefore } from './around.ts'
import { isCancelled } from './cancel.ts'
import type { ImportDeps } from './deps.ts'
import { deleteFiles, read } from './file-import.ts'
import { type FileImport, namesOf } from './model.ts'
import { saveRecipe } from './recipes.ts'
import { type Applied, appliedOf, loadImport, saveImport, saveImportIn } from './stored.ts'
import { endOf, finishTakingBack, settleTakenBack } from './take-back.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/**
 * Writes what the preview shows. Ends in the state done, warning or failed, back in ready if another import runs, and cancelled where
 * a person cancels it meanwhile.
 */
export async function applyImport(
  one: FileImport,
  deps: ImportDeps,
  note: Note,
  { isSeen }: { readonly isSeen: boolean },
): Promise<void> {
  const { store, now } = deps
  // Of a server that was stopped meanwhile.
  if (!one.drop) await readAgain(one, deps)
  one.abort.signal.throwIfAborted()
  one.preview = { ...one.preview, state: 'importing', message: '' }
  try {
    const runId = await claimImport(store, { now: now() })
    if (runId === undefined) throw new StoreError('busy', IMPORT_TEXT.already)
    const progress = progressOf(one)
    const ended = await holdImport(store, runId, { progress, now }, async (held) => {
      if (!isSeen && !(await compareAgain(one, deps)))
        return { result: one.preview, ending: endOf(FILE_IMPORT_TEXT.asked) }
      return writeHeld(one, deps, note, held)
    })
    // Callers see the end once an undo or another import can follow.
    one.preview = ended
  } catch (error) {
    const isBusy = error instanceof StoreError && error.code === 'busy'
    const message =
      error instanceof SourceError || error instanceof FilesError
        ? error.message
        : isBusy
          ? IMPORT_TEXT.already
          : FILE_IMPORT_TEXT.cut
    const failed = { ...one.preview, state: isBusy ? ('ready' as const) : ('failed' as const), message }
    if (!(await saveImport(deps, { ...one, preview: failed }))) return finishTakingBack(one, deps)
    one.preview = failed
    if (!isBusy) await deleteFiles(one)
    if (error instanceof SourceError) throw new HttpError('import-stopped', { message, data: one.preview })
    throw error
  }
}

/** For the process that holds the job `import`. */
async function writeHeld(one: FileImport, deps: ImportDeps, note: Note, progress: Progress) {
  const { store, now, timeZone } = deps
  // Left by a server that was stopped.
  await settleTakenBack(deps)
  const written = await write(one, deps, note, progress)
  await deleteFiles(one)
  if (written)
    return { result: written.preview, ending: await importedShop({ store, now, timeZone }, written.report) }
  await settleTakenBack(deps)
  return {
    result: (await loadImport(deps, one.preview.id))!.preview,
    ending: endOf(FILE_IMPORT_TEXT.cancelled),
  }
}

/** Undefined if it was cancelled meanwhile. */
async function write(one: FileImport, deps: ImportDeps, note: Note, progress: Progress) {
  const { store, timeZone, now } = deps
  const { id } = one.preview
  const content = await begin(one, deps)
  if (content === undefined) return undefined
  const goesOn = async () => {
    if (await isCancelled(deps, id)) throw new Error('cancelled')
  }
  try {
    const identity = createHash('sha256')
      .update(JSON.stringify([id, one.recipe]))
      .digest('hex')
    const source = keeping(filesSource(one.drop!, identity), { store, id, goesOn })
    if (one.recipe.complete) await keepAbsent(one, store, goesOn)
    const report = await importWhileHeld({ store, source, timeZone, now, progress })
    const verdict = importVerdict(report)
    const preview = { ...one.preview, state: verdict === 'success' ? ('done' as const) : verdict }
    const isEnded = await store.transaction(async (tx) => {
      const applied = { content: await aroundAfter(tx, content), at: now() }
      if (!(await saveImportIn(tx, { ...one, preview }, now(), { applied }))) return false
      await note(tx, importNote(one))
      await saveRecipe(tx, one, one.drop!, now())
      return true
    })
    return isEnded ? { preview, report } : undefined
  } catch (error) {
    if (await isCancelled(deps, id)) return undefined
    throw error
  }
}

/** What an undo needs, as the import found it; undefined if it was cancelled. */
async function begin(one: FileImport, deps: ImportDeps): Promise<Applied | undefined> {
  const { store, now } = deps
  const { id } = one.preview
  const { applied } = await appliedOf(deps, id)
  const content = applied ?? (await aroundBefore(store))
  const isBegun = await store.transaction(async (tx) => {
    if (!(await saveImportIn(tx, one, now(), { applied: { content, at: undefined } }))) return false
    if (!applied) await keepRejects(tx, id)
    return true
  })
  return isBegun ? content : undefined
}

/** Another import has written since the files were read: false if there is something to ask now. */
async function compareAgain(one: FileImport, deps: ImportDeps): Promise<boolean> {
  if (one.data === (await deps.dataVersion())) return true
  await read(one, deps)
  if (one.preview.state !== 'ready') return false
  one.preview = { ...one.preview, state: 'importing' }
  return true
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

/** What a complete list lacks may be removed. */
async function keepAbsent(
  { drop, preview: { id } }: FileImport,
  store: Store,
  goesOn: () => Promise<void>,
): Promise<void> {
  const listed = new Set(drop!.orderIds())
  for await (const page of drop!.isCatalogue ? [] : absentOrders(store, listed)) {
    await goesOn()
    const ids = page.map(({ order_id }) => Number(order_id))
    await store.transaction((tx) => keepOrders(tx, id, ids))
  }
  const { catalogue } = drop!
  for (const collection of catalogue ? (['products', 'customers'] as const) : []) {
    const absent = await absentRecords(store, collection, new Set(catalogue![collection].ids()))
    await store.transaction((tx) => keepRecords(tx, id, collection, absent))
  }
}

interface Keeping {
  readonly store: Store
  readonly id: string
  /** Throws when no further page shall be written. */
  goesOn(): Promise<void>
}

/** Keeps the stored records of each page before it is written. */
function keeping(source: Source, { store, id, goesOn }: Keeping): Source {
  async function* kept<Fact>(
    pages: Pages<Fact>,
    keep: (tx: Queries, page: Page<Fact>) => Promise<void>,
  ): Pages<Fact> {
    for await (const page of pages) {
      await store.transaction((tx) => keep(tx, page))
      await goesOn()
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
