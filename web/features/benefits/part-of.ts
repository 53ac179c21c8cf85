// What is said when a table on screen holds a part of all rows. Touches text and this feature.
import { integer } from '#web/text/format.ts'
import { text } from './text.ts'

/** Nothing when all rows are there. */
export const partOf = (rows: readonly unknown[] | undefined, total: number): string[] =>
  rows === undefined || rows.length >= total ? [] : [text.someOf(integer(rows.length), integer(total))]
