// Filters typed into a table whose rows are all on screen, for the mail of that table.
import { beginsWith, foldedFilter, spellings } from '#contract/cell-filter.ts'
import { clockOf, timeWords } from '#contract/cell-words.ts'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import type { NamedFilter } from '#contract/questions/filter.ts'
import type { ExportRow } from './export/cell-text.ts'

/** Texts by the key of their column. */
export type TypedFilters = Readonly<Record<string, string>>

interface TypedFilter {
  readonly column: Column
  readonly text: string
}

const filtersOf = (columns: readonly Column[], typed: TypedFilters): TypedFilter[] =>
  columns.flatMap((column) => {
    const text = entryOf(typed, column.key)?.trim() ?? ''
    return text === '' ? [] : [{ column, text }]
  })

/** 'Distribuidor: empieza con «nor»'. */
export const typedFilterWords = (columns: readonly Column[], typed: TypedFilters): NamedFilter[] =>
  filtersOf(columns, typed).map(({ column, text }) => ({
    title: column.title,
    values: [`empieza con «${text}»`],
  }))

/** Returns a function that keeps the rows that the screen shows. */
export function rowsTyped(
  columns: readonly Column[],
  typed: TypedFilters,
  timeZone: string,
): <Row extends object>(rows: readonly Row[]) => readonly Row[] {
  const filters = filtersOf(columns, typed).map(({ column, text }) => ({ column, text: foldedFilter(text) }))
  if (filters.length === 0) return (rows) => rows
  const clock = clockOf(timeZone)
  const writeTime = (time: string) => timeWords(time, () => clock)
  const isKept = (row: ExportRow) =>
    filters.every(({ column, text }) =>
      beginsWith(spellings(entryOf(row, column.key), column, writeTime), text),
    )
  return (rows) => rows.filter((row) => isKept(row as ExportRow))
}
