// Filters, sorts and pages client-side rows, fast enough for 100,000 of them.
import { beginsWith, foldedFilter, spellings } from '#contract/cell-filter.ts'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import { cellText, dateTime } from '#web/text/format.ts'
import type { Order, TableView } from './view.ts'

type Row = object

const cellOf = (row: Row, key: string): unknown => entryOf(row as Record<string, unknown>, key)

/** Work that can pause at every `yield`, so that 100,000 rows do not block typing. */
export type Steps<T> = Generator<void, T>

/** Rows processed between two yields. */
const STEP = 500

function* mapInSteps<In, Out>(items: readonly In[], make: (item: In) => Out): Steps<Out[]> {
  const made: Out[] = []
  for (const item of items) {
    made.push(make(item))
    if (made.length % STEP === 0) yield
  }
  return made
}

function* filterInSteps(indexes: readonly number[], keeps: (index: number) => boolean): Steps<number[]> {
  const kept: number[] = []
  for (let from = 0; from < indexes.length; from += STEP * 8) {
    kept.push(...indexes.slice(from, from + STEP * 8).filter(keeps))
    yield
  }
  return kept
}

/** Search texts and orders of a set of rows, computed when a column is first filtered or sorted. */
const cache = new WeakMap<readonly Row[], Map<string, unknown>>()

function* cached<T>(rows: readonly Row[], name: string, make: () => Steps<T[]>): Steps<T[]> {
  const known = (cache.get(rows) ?? new Map()) as Map<string, T[]>
  cache.set(rows, known)
  const before = known.get(name)
  if (before) return before
  const made = yield* make()
  known.set(name, made)
  return made
}

const searchTexts = (rows: readonly Row[], column: Column): Steps<string[]> =>
  cached(rows, `text ${column.key}`, () =>
    mapInSteps(rows, (row) => spellings(cellOf(row, column.key), column, dateTime)),
  )

function sortKey(value: unknown, column: Column): SortKey {
  const { format } = column
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return value
  return format === 'date' || format === 'datetime' ? String(value) : fold(cellText(value, column))
}

/** Indexes of all rows in the order of a column, so that filtered rows are sorted already. */
function* ordered(rows: readonly Row[], sorted: Column | undefined, order: Order): Steps<readonly number[]> {
  const indexes = rows.map((_, index) => index)
  if (!sorted) return indexes
  const { key } = sorted
  return yield* cached(rows, `order ${key} ${order}`, function* () {
    const keys = yield* mapInSteps(rows, (row) => sortKey(cellOf(row, key), sorted))
    return indexes.sort((a, b) => compareKeys(keys[a] ?? null, keys[b] ?? null, order))
  })
}

export interface RowsShown<T> {
  readonly rows: readonly T[]
  /** Number of rows that pass the filters. */
  readonly total: number
}

/** The page of `rows` for a view. Filters match the beginning of a cell, ignoring case and accents. */
export function* rowsInSteps<T extends Row>(
  rows: readonly T[],
  columns: readonly Column[],
  view: TableView,
): Steps<RowsShown<T>> {
  const sorted = columns.find((item) => item.key === view.orderBy)
  let indexes = yield* ordered(rows, sorted, view.order)
  for (const column of columns) {
    const typed = foldedFilter(entryOf(view.filters, column.key) ?? '')
    if (typed === '') continue
    const texts = yield* searchTexts(rows, column)
    indexes = yield* filterInSteps(indexes, (index) => beginsWith(texts[index] ?? '', typed))
  }
  const from = (view.page - 1) * view.perPage
  const page = indexes.slice(from, from + view.perPage)
  return { rows: page.flatMap((index) => rows[index] ?? []), total: indexes.length }
}

/** Like `rowsInSteps`, synchronously. */
export function rowsOf<T extends Row>(
  rows: readonly T[],
  columns: readonly Column[],
  view: TableView,
): RowsShown<T> {
  const work = rowsInSteps(rows, columns, view)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}
