// Filters of a table whose rows are all on screen: in the address of the screen, and in the call of the table as a mail.
import { cellWords, type Formatted, isNumeric, monthName, plainWords, type WriteTime } from './cell-words.ts'
import type { Column } from './columns.ts'
import { entryOf } from './entry.ts'
import { isMonth } from './month.ts'
import { fold } from './row-order.ts'

/** Prefix of their parameters, which keeps them apart from others. */
export const CELL_FILTER = 'f_'

export const LONGEST_CELL_FILTER = 255

/** Texts by the key of their column, from parameters by name; empty ones are no filters. */
export function cellFiltersIn(
  parameters: Readonly<Record<string, unknown>>,
  columns: readonly Pick<Column, 'key'>[],
): Readonly<Record<string, string>> {
  const typed = columns.flatMap(({ key }) => {
    const text = entryOf(parameters, CELL_FILTER + key)
    return typeof text === 'string' && text !== '' ? [[key, text.slice(0, LONGEST_CELL_FILTER)]] : []
  })
  return Object.fromEntries(typed)
}

/** Separates the spellings of a value; no value contains it. */
const OR = '\0'

const SPACES = /\u00a0/g

/** The folded cell text; for numbers and months followed by the spellings that a user may type. */
export function spellings(value: unknown, column: Formatted, writeTime: WriteTime): string {
  const read = fold(cellWords(value, column, writeTime).replace(SPACES, ' '))
  if (isMonth(read)) return [read, monthName(read)].join(OR)
  if (!isNumeric(column.format)) return read
  return [read, read.replace(/^(-?)\$ /, '$1'), plainWords(value, column, writeTime)].join(OR)
}

/** Ignores case, accents and spaces around what was typed. */
export const foldedFilter = (typed: string): string => fold(typed.trim())

/** Whether a cell begins with a folded filter. */
export const beginsWith = (spelled: string, typed: string): boolean =>
  spelled.startsWith(typed) || spelled.includes(OR + typed)
