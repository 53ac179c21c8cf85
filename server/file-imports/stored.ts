// Imports as the database keeps them: without samples and values of rows, which may be personal.
import { join } from 'node:path'
import { IMPORT_STATES, type ImportState } from '#contract/import-states.ts'
import type { ImportPreview } from '#contract/imports.ts'
import { sql, utc } from '#server/store/sql.ts'
import type { Queries } from '#server/store/store.ts'
import type { DroppedFile } from '../sources/files/drop.ts'
import type { Recipe } from '../sources/files/model.ts'
import type { ImportDeps } from './deps.ts'
import { type FileImport, newImport } from './model.ts'
import { FILE_IMPORT_TEXT } from './text.ts'

interface Content {
  readonly recipe: Recipe
  readonly files: readonly DroppedFile[]
  readonly preview: ImportPreview
  readonly data: string
  /** Absent in imports of former versions. */
  readonly by?: number
  readonly applied?: Applied
}

export const contentOf = (text: string): Content => JSON.parse(text)

interface StoredImport {
  readonly state: StoredState
  readonly content: string
}

/** A cancellation or an undo changes the state alone. */
export function previewOf({ state, content }: StoredImport): ImportPreview {
  const stored = contentOf(content).preview
  // Former versions kept less.
  const { warnings, warning_count = warnings.length, unknown_provinces = [] } = stored
  const files = stored.files.map((file) => ({ ...file, unread: file.unread ?? [] }))
  const preview = { ...stored, files, warning_count, unknown_provinces }
  const said = { cancelling: state === 'cancelling', undoing: state === 'undoing' }
  return said.cancelling || said.undoing
    ? { ...preview, ...said, state: 'importing', message: '' }
    : { ...preview, ...said }
}

/** What an undo needs beside the orders. */
export interface Applied {
  /** Those that were there before. */
  readonly distributors: readonly string[]
  /** Names before; once it has ended, only those that it changed. */
  readonly names?: Names
  readonly settings: Readonly<Record<string, unknown>>
  /** When it began to write, UTC; absent in imports of former versions. */
  readonly since?: string
  /** Once it has ended: the changed names and the settings as it left them, and when, UTC. */
  readonly left?: {
    readonly names: Names
    readonly settings: Readonly<Record<string, unknown>>
    readonly until: string
  }
}

/** Of distributors, with the time of the order that gave the name. */
export type Names = readonly (readonly [distId: string, name: string, namedAt: string])[]

interface Saved {
  readonly applied?: { readonly content: Applied; readonly at: Date | undefined }
  /** States that it replaces; by default all but those of an import that is cancelled or being undone. */
  readonly over?: readonly StoredState[]
}

/** An import that is taken back has a state of its own here, which callers see as `importing` with `cancelling` or `undoing`. */
type StoredState = ImportState | 'cancelling' | 'undoing'

/** What is written goes away again, here or by the next server. */
export const TAKEN_BACK: readonly StoredState[] = ['cancelling', 'undoing']

const STARTABLE = IMPORT_STATES.filter((state) => state !== 'cancelled')

/** False, and nothing is saved, where another call or server has brought the import into a state that this one does not replace. */
export const saveImport = (
  deps: Pick<ImportDeps, 'store' | 'now'>,
  one: FileImport,
  saved: Saved = {},
): Promise<boolean> => deps.store.transaction((tx) => saveImportIn(tx, one, deps.now(), saved))

export async function saveImportIn(
  tx: Queries,
  one: FileImport,
  now: Date,
  { applied, over = STARTABLE }: Saved,
): Promise<boolean> {
  const { preview, recipe, files, data, by } = one
  const kept: ImportPreview = {
    ...preview,
    files: preview.files.map((file) => ({ ...file, titles: [] })),
    questions: preview.questions.map((question) => ({ ...question, samples: [] })),
    rejects: { ...preview.rejects, rows: preview.rejects.rows.map((row) => ({ ...row, value: '' })) },
  }
  const id = preview.id
  const before = await tx.one<{ content: string; place: number | null }>(
    sql`select content, place from file_imports where import_id = ${id}`,
  )
  const of = applied?.content ?? (before && contentOf(before.content).applied)
  const content: Content = { ...{ recipe, files, data, by, preview: kept }, ...(of && { applied: of }) }
  const text = JSON.stringify(content)
  if (!before) {
    await tx.run(sql`
      insert into file_imports (import_id, state, started_at, applied_at, place, content)
      values (${id}, ${preview.state}, ${utc(now)}, null, null, ${text})`)
    return true
  }
  // It takes its place where it begins to write, and again where it ends.
  const isPlaced = applied && (applied.at !== undefined || before.place === null)
  const next = isPlaced && (await nextPlace(tx))
  const saved = await tx.run(sql`
    update file_imports set state = ${preview.state}, content = ${text}
      ${applied?.at ? sql`, applied_at = ${utc(applied.at)}` : sql.empty}
      ${next ? sql`, place = ${next}` : sql.empty}
    where import_id = ${id} and state in (${over})`)
  return saved > 0
}

async function nextPlace(tx: Queries): Promise<number> {
  const row = await tx.one<{ place: number }>(
    sql`select coalesce(max(place), 0) + 1 as place from file_imports`,
  )
  return Number(row!.place)
}

export async function loadImport({ store, folder }: ImportDeps, id: string): Promise<FileImport | undefined> {
  const row = await store.one<StoredImport & { applied_at: string | null }>(
    sql`select state, content, applied_at from file_imports where import_id = ${id}`,
  )
  if (!row) return undefined
  const { recipe, files, data, by = 0, applied } = contentOf(row.content)
  const preview = previewOf(row)
  const isOpen = ['asking', 'ready', 'importing'].includes(row.state)
  const isBegun = isOpen && applied !== undefined && row.applied_at === null
  const one = newImport(id, { folder: join(folder, id), files, recipe, by, isBegun })
  one.data = data
  one.preview = isBegun ? { ...preview, state: 'ready', message: FILE_IMPORT_TEXT.interrupted } : preview
  return one
}

export async function appliedOf({ store }: Pick<ImportDeps, 'store'>, id: string) {
  const row = await store.one<StoredImport & { applied_at: string | null }>(
    sql`select state, content, applied_at from file_imports where import_id = ${id}`,
  )
  const content = row && contentOf(row.content)
  return { applied: content?.applied, at: row?.applied_at ?? undefined, state: row?.state }
}
