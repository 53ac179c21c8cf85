// A table whose rows are all here: filter, sort and page, fast enough for 100,000 of them. Pure; touches text and contract's columns.
import type { Column, ColumnFormat } from '#contract/columns.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import type { TableView } from './view.ts'

type Row = object

const cellOf = (row: Row, key: string): unknown => (row as Record<string, unknown>)[key]

const MARKS = /\p{Mn}/gu
const PLAIN = /^[\x20-\x7e]*$/

/** Letter case and accents do not tell texts apart: 'Córdoba' → 'cordoba'. */
export const fold = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(MARKS, '').toLowerCase()

const SPACES = /\u00a0/g

/** What a filter is compared with: the cell as read, and a number also as it would be typed. */
const searchTexts = (value: unknown, format: ColumnFormat): string[] => {
  const read = fold(cellText(value, format).replace(SPACES, ' '))
  if (!isNumeric(format)) return [read]
  return [read, read.replace(/^(-?)\$ /, '$1'), plainCell(value, format)]
}

/** Folded columns of a set of rows are made once, when first filtered or sorted by. */
const memory = new WeakMap<readonly Row[], Map<string, unknown>>()

function remembered<T>(rows: readonly Row[], name: string, make: () => T): T {
  const known = memory.get(rows) ?? new Map<string, unknown>()
  memory.set(rows, known)
  if (!known.has(name)) known.set(name, make())
  return known.get(name) as T
}

const foldedColumn = (rows: readonly Row[], { key, format }: Column): string[][] =>
  remembered(rows, `text ${key}`, () => rows.map((row) => searchTexts(cellOf(row, key), format)))

const sortKeys = (rows: readonly Row[], { key, format }: Column): (number | string | null)[] =>
  remembered(rows, `sort ${key}`, () =>
    rows.map((row) => {
      const value = cellOf(row, key)
      if (value === null || value === undefined || value === '') return null
      if (typeof value === 'number') return value
      return format === 'date' || format === 'datetime' ? String(value) : fold(cellText(value, format))
    }),
  )

/** Nothing comes last in both directions; equal cells keep the order in which the rows came. */
function sortIndexes(indexes: number[], keys: (number | string | null)[], descending: boolean): number[] {
  const direction = descending ? -1 : 1
  return indexes.sort((a, b) => {
    const [left, right] = [keys[a] ?? null, keys[b] ?? null]
    if (left === right) return a - b
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -direction : direction
  })
}

export interface RowsShown<T> {
  readonly rows: readonly T[]
  /** Rows that pass the filters. */
  readonly total: number
}

/** The page of `rows` that `view` asks for; filters match the beginning of a cell, case and accents folded. */
export function rowsOf<T extends Row>(
  rows: readonly T[],
  columns: readonly Column[],
  view: TableView,
): RowsShown<T> {
  const active = columns.flatMap((item) => {
    const typed = fold((view.filters[item.key] ?? '').trim())
    return typed === '' ? [] : [{ typed, texts: foldedColumn(rows, item) }]
  })
  let indexes = rows.map((_, index) => index)
  for (const { typed, texts } of active)
    indexes = indexes.filter((index) => texts[index]?.some((text) => text.startsWith(typed)))
  const sorted = columns.find((item) => item.key === view.orderBy)
  if (sorted) sortIndexes(indexes, sortKeys(rows, sorted), view.order === 'DESC')
  const from = (view.page - 1) * view.perPage
  return {
    rows: indexes.slice(from, from + view.perPage).flatMap((index) => rows[index] ?? []),
    total: indexes.length,
  }
}
