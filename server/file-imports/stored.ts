// Imports as the database keeps them: without samples and values of rows, which may be personal.
import { join } from 'node:path'
import type { ImportPreview } from '#contract/imports.ts'
import { sql, utc } from '#server/store/sql.ts'
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

/** What an undo needs beside the orders. */
export interface Applied {
  readonly distributors: readonly string[]
  readonly settings: Readonly<Record<string, unknown>>
}

export async function saveImport(
  { store, now }: Pick<ImportDeps, 'store' | 'now'>,
  one: FileImport,
  applied?: { readonly content: Applied; readonly at: Date | undefined },
): Promise<void> {
  const { preview, recipe, files, data, by } = one
  const kept: ImportPreview = {
    ...preview,
    files: preview.files.map((file) => ({ ...file, titles: [] })),
    questions: preview.questions.map((question) => ({ ...question, samples: [] })),
    rejects: { ...preview.rejects, rows: preview.rejects.rows.map((row) => ({ ...row, value: '' })) },
  }
  await store.transaction(async (tx) => {
    const before = await tx.one<{
      content: string
      started_at: string
      applied_at: string | null
      place: number | null
    }>(sql`select content, started_at, applied_at, place from file_imports where import_id = ${preview.id}`)
    const former = before && contentOf(before.content)
    const content: Content = {
      ...{ recipe, files, data, by, preview: kept },
      ...((applied?.content ?? former?.applied) && { applied: applied?.content ?? former!.applied! }),
    }
    const place = before?.place ?? null
    await tx.run(sql`delete from file_imports where import_id = ${preview.id}`)
    const at = applied?.at ? utc(applied.at) : (before?.applied_at ?? null)
    await tx.run(sql`
      insert into file_imports (import_id, state, started_at, applied_at, place, content)
      values (${preview.id}, ${preview.state}, ${before ? sql`cast(${before.started_at} as timestamp)` : utc(now())},
        ${at === null ? sql`null` : typeof at === 'string' ? sql`cast(${at} as timestamp)` : at},
        ${applied?.at ? sql`(select coalesce(max(place), 0) + 1 from file_imports)` : place === null ? sql`null` : sql`${place}`}, ${JSON.stringify(content)})`)
  })
}

export async function loadImport({ store, folder }: ImportDeps, id: string): Promise<FileImport | undefined> {
  const row = await store.one<{ content: string }>(
    sql`select content from file_imports where import_id = ${id}`,
  )
  if (!row) return undefined
  const { recipe, files, preview, data, by = 0 } = contentOf(row.content)
  const isBegun = preview.state === 'importing'
  const one = newImport(id, { folder: join(folder, id), files, recipe, by, isBegun })
  one.data = data
  one.preview = isBegun ? { ...preview, state: 'ready', message: FILE_IMPORT_TEXT.interrupted } : preview
  return one
}

export async function appliedOf({ store }: Pick<ImportDeps, 'store'>, id: string) {
  const row = await store.one<{ content: string; applied_at: string | null }>(
    sql`select content, applied_at from file_imports where import_id = ${id}`,
  )
  const content = row && contentOf(row.content)
  return { applied: content?.applied, at: row?.applied_at ?? undefined }
}
