import type { ImportPreview } from '#contract/imports.ts'
import type { Queries } from '#server/store/store.ts'
import type { DroppedFile } from '../sources/files/drop.ts'
import type { Drop } from '../sources/files/drop-model.ts'
import type { Recipe } from '../sources/files/model.ts'
import type { Counted } from './preview.ts'

export interface FileImport {
  readonly folder: string
  readonly files: readonly DroppedFile[]
  /** Who brought them: an account, or 0 for the watched folder. */
  readonly by: number
  /** What people answered so far. */
  recipe: Recipe
  /** Statuses of the files, folded, that a person assigned to the preview. */
  readonly answered: Set<string>
  preview: ImportPreview
  /** Of the stored orders when the preview was made. */
  data: string
  drop: Drop | undefined
  /** A part of it was written before the server was stopped: that is no change from outside. */
  readonly isBegun: boolean
  /** In the transaction that begins to take back what was written. */
  readonly whenCancelled: ((tx: Queries) => Promise<void>) | undefined
  leftOut: Counted['leftOut']
  /** What runs now; rejects with its failure. */
  work: Promise<void>
  abort: AbortController
}

export function newImport(
  id: string,
  given: Pick<FileImport, 'folder' | 'files' | 'recipe' | 'by'> &
    Partial<Pick<FileImport, 'isBegun' | 'whenCancelled'>>,
): FileImport {
  const { folder, files, recipe, by, isBegun = false, whenCancelled } = given
  return {
    ...{
      folder,
      files,
      recipe,
      by,
      isBegun,
      whenCancelled,
      data: '',
      drop: undefined,
      leftOut: new Map(),
      answered: new Set(),
    },
    work: Promise.resolve(),
    abort: new AbortController(),
    preview: {
      ...{
        id,
        version: 0,
        state: 'reading',
        cancelling: false,
        undoing: false,
        message: '',
        kind: recipe.kind ?? 'other',
        recipe,
      },
      progress: { rows: 0, bytes: 0, of_bytes: 0 },
      ...{ files: [], questions: [], statuses: [], months: [], by_status: {}, warnings: [], removed: [] },
      ...{ warning_count: 0, unknown_provinces: [] },
      changes: { added: 0, changed: 0, unchanged: 0, removed: 0 },
      rejects: { count: 0, rows: [] },
    },
  }
}

/** For the audit. */
export const namesOf = (files: readonly DroppedFile[]): string =>
  files
    .map(({ name }) => name)
    .join(', ')
    .slice(0, 200)
