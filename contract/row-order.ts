// How rows of a table stand by one of their columns, on screen and in its file alike. Pure, imports nothing.

const MARKS = /\p{Mn}/gu
const PLAIN = /^[\x20-\x7e]*$/

/** Letter case and accents do not tell texts apart: 'Córdoba' → 'cordoba'. */
export const fold = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(MARKS, '').toLowerCase()

/** What a cell is ordered by; null for an empty one. */
export type SortKey = number | string | null

/** Nothing comes last in both directions; 0 for equal cells, which keep the order in which the rows came. */
export function compareKeys(left: SortKey, right: SortKey, order: 'ASC' | 'DESC'): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right === (order === 'ASC') ? -1 : 1
}
