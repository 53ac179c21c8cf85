// What is known of dropped files once they were read.
import type { FileKind } from '#contract/import-states.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import type { Notes } from '#server/ingest/notes.ts'
import type { Catalogue } from './catalogue.ts'
import type { Question, ReadFile, Recipe, Reject } from './model.ts'
import type { Assembled } from './order-rows.ts'
import type { Understood } from './read-table.ts'
import type { SavedRecipe } from './saved-recipe.ts'

export interface ReadDropOptions {
  readonly recipe: Recipe
  /** Where rows are kept until `close`. */
  readonly folder: string
  /** Of the stored orders, if there are any. */
  readonly currency: string | undefined
  /** Newest first. */
  readonly saved?: readonly SavedRecipe[]
  readonly onProgress?: (progress: { rows: number; bytes: number; of_bytes: number }) => void
  readonly signal?: AbortSignal
}

export interface AssembledOrder {
  readonly id: number
  /** As the files name it. */
  readonly order: string
  /** Undefined for rows without facts. */
  readonly result: Assembled | undefined
  readonly lines: readonly { readonly file: string; readonly line: number }[]
}

export interface Drop {
  readonly kind: FileKind
  /** Complete, as it would be saved. */
  readonly recipe: Recipe
  /** What people answered, in this import or in the one whose recipe was found again. */
  readonly answers: Recipe
  readonly files: readonly ReadFile[]
  readonly questions: readonly Question[]
  readonly currency: string | undefined
  /** Rows that name no order. */
  readonly orphans: readonly Reject[]
  /** Samples of each column, by file. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
  /** Every order, ascending by id; call it as often as needed. */
  orders(options: AssembleOptions): AsyncIterable<AssembledOrder>
  /** Ids of all orders, also of rejected ones. */
  orderIds(): Iterable<number>
  /** Absent where only orders come. */
  readonly catalogue?: Catalogue
  /** No file holds orders: those stored stay as they are. */
  readonly isCatalogue?: boolean
  /** The tables, to read rejected rows again. */
  readonly tables: readonly Understood[]
  close(): Promise<void>
}

export interface AssembleOptions {
  readonly clock: WallClock
  readonly notes: Notes
  readonly currency: string
  readonly cursor?: number | undefined
}
