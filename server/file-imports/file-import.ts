import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { entryOf } from '#contract/entry.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { centsText } from '#server/domain/cents.ts'
import { dataKind } from '#server/ingest/data-source.ts'
import { readSetting } from '#server/store/settings.ts'
import { columnNames } from '../sources/files/columns.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import { FilesError } from '../sources/files/failure.ts'
import { readDrop } from '../sources/files/read-drop.ts'
import type { ImportDeps } from './deps.ts'
import type { FileImport } from './model.ts'
import { type Counted, countDrop } from './preview.ts'
import { savedRecipes } from './recipes.ts'
import { saveImport } from './stored.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

/** Reads the files and compares them with what is stored. Throws FilesError for files that hold no orders. */
export async function read(one: FileImport, deps: ImportDeps): Promise<void> {
  one.preview = { ...one.preview, state: 'reading', message: '' }
  one.abort = new AbortController()
  try {
    await understand(one, deps)
  } catch (error) {
    const message = error instanceof FilesError ? error.message : FILE_IMPORT_TEXT.failed
    one.preview = { ...one.preview, state: one.abort.signal.aborted ? 'cancelled' : 'failed', message }
    await deleteFiles(one)
    throw error
  }
  await saveImport(deps, one)
}

/** Uploaded files hold data of people: none stay once the import has ended. */
export async function deleteFiles(one: FileImport): Promise<void> {
  await closeDrop(one)
  await rm(one.folder, { recursive: true, force: true })
}

export async function closeDrop(one: FileImport): Promise<void> {
  await one.drop?.close()
  one.drop = undefined
}

async function understand(
  one: FileImport,
  { store, timeZone, dataVersion, leavesAdmin }: ImportDeps,
): Promise<void> {
  await closeDrop(one)
  const data = await dataVersion()
  const stored = await readSetting(store, 'currency')
  const known = (await dataKind(store)) === 'demo' || typeof stored !== 'string' ? undefined : stored
  const drop = await readDrop(one.files, {
    recipe: one.recipe,
    folder: join(one.folder, 'rows'),
    currency: known,
    saved: await savedRecipes(store),
    signal: one.abort.signal,
    onProgress: (progress) => {
      one.preview = { ...one.preview, progress: { ...progress } }
    },
  })
  one.drop = drop
  const counted = await countDrop({ store, drop, timeZone, signal: one.abort.signal })
  const isMapped = !drop.questions.some(({ key }) => key === 'columns')
  if (isMapped && usableOf(drop, counted) === 0 && counted.rejects.count === 0)
    throw new FilesError(422, FILE_IMPORT_TEXT.noOrders)
  one.data = data
  one.leftOut = counted.leftOut
  const found = described(drop, counted, one.answered)
  // Known before a person answers everything, of which nothing could be imported.
  const refused = (await leavesAdmin()) ? '' : FILE_IMPORT_TEXT.shutsOut
  const version = one.preview.version + 1
  one.preview = { ...one.preview, ...found, message: found.message || refused, version }
}

/** Orders that can be imported; of a catalogue alone its products and accounts. */
const usableOf = ({ isCatalogue }: Drop, { orders, records }: Counted): number =>
  isCatalogue ? records : orders

function described(drop: Drop, counted: Counted, answered: ReadonlySet<string>) {
  const isOpen = drop.questions.length > 0 || counted.statuses.some(({ status }) => status === null)
  const isUseless = usableOf(drop, counted) === 0
  const isUnmapped = drop.questions.some(({ key, column }) => key === 'columns' && column !== null)
  const { months, changes, removed, by_status, rejects, warnings, warning_count, unknown_provinces } = counted
  return {
    state: isOpen || isUseless ? ('asking' as const) : ('ready' as const),
    message: isUseless && !isUnmapped ? FILE_IMPORT_TEXT.allRejected : '',
    kind: drop.kind,
    recipe: {
      ...drop.recipe,
      statuses: Object.fromEntries(
        counted.statuses.flatMap(({ value, status }) => (status === null ? [] : [[value, status]])),
      ),
    } as ImportPreview['recipe'],
    files: drop.files.map(({ titles, place: _, ...file }) => ({
      ...file,
      sheets: [...file.sheets],
      unread: [...file.unread],
      titles: columnNames(titles).flatMap((title) =>
        title === ''
          ? []
          : [{ title, samples: [...(entryOf(entryOf(drop.samples, file.name), title) ?? [])] }],
      ),
    })),
    questions: drop.questions.map((question) => ({
      ...question,
      options: [...question.options],
      samples: [...question.samples],
    })),
    statuses: counted.statuses.map(({ net, ...status }) => ({
      ...status,
      net: Number(centsText(net)),
      ...(answered.has(status.value.toLowerCase()) && { by: 'answer' as const }),
    })),
    ...{ months, changes, removed, by_status, warnings: [...warnings], warning_count, unknown_provinces },
    rejects: { count: rejects.count, rows: [...rejects.rows] },
  }
}
