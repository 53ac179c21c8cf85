// Cells of text files are text. Workbooks also know numbers, dates and formulas without a value: a mark before the text keeps them
// apart, so that a row stays an array of strings wherever it is kept.

import { harmless } from '#contract/spreadsheet.ts'

export type Cell = string

const NUMBER = '\u0001'
const DATE = '\u0002'
const BROKEN = '\u0003'

/** `text`: plain decimal text such as '-1234.5'. */
export const numberCell = (text: string): Cell => NUMBER + text
/** `text`: 'YYYY-MM-DD HH:MM:SS'. */
export const dateCell = (text: string): Cell => DATE + text
/** An error of a formula, or one whose value is missing. */
export const brokenCell = (text: string): Cell => BROKEN + text

export const isNumberCell = (cell: Cell): boolean => cell.startsWith(NUMBER)
export const isDateCell = (cell: Cell): boolean => cell.startsWith(DATE)
export const isBrokenCell = (cell: Cell): boolean => cell.startsWith(BROKEN)

/** The cell as a person reads it, trimmed; an apostrophe before a sign or a number is a guard, and `="007"` is 007. */
export function textOf(cell: Cell): string {
  const bare = cell.charCodeAt(0) < 4 ? cell.slice(1) : cell
  const text = bare.trim()
  const first = text.charCodeAt(0)
  if (first === 39) return isGuard(text.slice(1)) ? text.slice(1).trim() : text
  if (first === 61) return /^="(.*)"$/s.exec(text)?.[1]?.trim() ?? text
  return text
}

const isGuard = (text: string): boolean => /^\d+$/.test(text) || harmless(text) !== text

const NOTHING: ReadonlySet<string> = new Set(['-', '--', '—', '–', 'none', 'null', 'nan', 'unknown_product'])

/** Like `textOf`, with '' for the words that platforms write where there is no value. */
export function wordsOf(cell: Cell): string {
  const text = textOf(cell)
  return text.length <= 15 && NOTHING.has(text.toLowerCase()) ? '' : text
}
