// A table whose rows are all here: filter, sort and page, fast enough for 100,000 of them. Pure; touches text and contract's columns.
import type { Column, ColumnFormat } from '#contract/columns.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import type { Order, TableView } from './view.ts'

type Row = object

const cellOf = (row: Row, key: string): unknown => (row as Record<string, unknown>)[key]

const SPACES = /\u00a0/g

/** Between the ways to write a number; nobody types it. */
const OR = '\n'

/** What a filter is compared with: the cell as read, and a number also as it would be typed. One text: rows are many. */
const searchText = (value: unknown, format: ColumnFormat): string => {
  const read = fold(cellText(value, format).replace(SPACES, ' '))
  if (!isNumeric(format)) return read
  return [read, read.replace(/^(-?)\$ /, '$1'), plainCell(value, format)].join(OR)
}

/** Work that gives the thread back at every `yield`, so that 100,000 rows never hold it for long. */
export type Steps<T> = Generator<void, T>

/** Rows handled between two yields. */
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
  let seen = 0
  for (const index of indexes) {
    if (keeps(index)) kept.push(index)
    seen += 1
    if (seen % (STEP * 8) === 0) yield
  }
  return kept
}

/** Folded columns and orders of a set of rows are made once, when first filtered or sorted by. */
const memory = new WeakMap<readonly Row[], Map<string, unknown>>()

function* remembered<T>(rows: readonly Row[], name: string, make: () => Steps<T[]>): Steps<T[]> {
  const known = (memory.get(rows) ?? new Map()) as Map<string, T[]>
  memory.set(rows, known)
  const before = known.get(name)
  if (before) return before
  const made = yield* make()
  known.set(name, made)
  return made
}

const foldedColumn = (rows: readonly Row[], { key, format }: Column): Steps<string[]> =>
  remembered(rows, `text ${key}`, () => mapInSteps(rows, (row) => searchText(cellOf(row, key), format)))

function sortKey(value: unknown, format: ColumnFormat): SortKey {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return value
  return format === 'date' || format === 'datetime' ? String(value) : fold(cellText(value, format))
}

const comparison = (keys: readonly SortKey[], order: Order) => (a: number, b: number) =>
  compareKeys(keys[a] ?? null, keys[b] ?? null, order) || a - b

type Compare = (a: number, b: number) => number

function* merged(left: readonly number[], right: readonly number[], compare: Compare): Steps<number[]> {
  const all: number[] = []
  let [l, r] = [0, 0]
  while (l < left.length || r < right.length) {
    const [a, b] = [left[l], right[r]]
    const takeLeft = b === undefined || (a !== undefined && compare(a, b) <= 0)
    all.push((takeLeft ? a : b) ?? 0)
    if (takeLeft) l += 1
    else r += 1
    if (all.length % (STEP * 4) === 0) yield
  }
  return all
}

/** Merge sort, because the built-in one cannot be left midway. */
function* sortInSteps(indexes: readonly number[], compare: Compare): Steps<number[]> {
  let runs: number[][] = []
  for (let from = 0; from < indexes.length; from += STEP) {
    runs.push(indexes.slice(from, from + STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const longer: number[][] = []
    for (let place = 0; place < runs.length; place += 2) {
      longer.push(yield* merged(runs[place] ?? [], runs[place + 1] ?? [], compare))
      yield
    }
    runs = longer
  }
  return runs[0] ?? []
}

const placesOf = (rows: readonly Row[]): number[] => rows.map((_, index) => index)

/** Places of all rows, in the order of a column: what is filtered afterwards is in order already. */
function* ordered(rows: readonly Row[], sorted: Column | undefined, order: Order): Steps<readonly number[]> {
  if (!sorted) return placesOf(rows)
  const { key, format } = sorted
  return yield* remembered(rows, `order ${key} ${order}`, function* () {
    const keys = yield* mapInSteps(rows, (row) => sortKey(cellOf(row, key), format))
    return yield* sortInSteps(placesOf(rows), comparison(keys, order))
  })
}

export interface RowsShown<T> {
  readonly rows: readonly T[]
  /** Rows that pass the filters. */
  readonly total: number
}

/** The page of `rows` that `view` asks for; filters match the beginning of a cell, case and accents folded. */
export function* rowsInSteps<T extends Row>(
  rows: readonly T[],
  columns: readonly Column[],
  view: TableView,
): Steps<RowsShown<T>> {
  const sorted = columns.find((item) => item.key === view.orderBy)
  let indexes = yield* ordered(rows, sorted, view.order)
  for (const column of columns) {
    const typed = fold((view.filters[column.key] ?? '').trim())
    if (typed === '') continue
    const texts = yield* foldedColumn(rows, column)
    const ways = isNumeric(column.format)
    indexes = yield* filterInSteps(indexes, (index) => {
      const text = texts[index] ?? ''
      return text.startsWith(typed) || (ways && text.includes(OR + typed))
    })
  }
  const from = (view.page - 1) * view.perPage
  const page = indexes.slice(from, from + view.perPage)
  return { rows: page.flatMap((index) => rows[index] ?? []), total: indexes.length }
}

/** As `rowsInSteps`, at once. */
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
