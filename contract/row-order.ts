// The order of rows, the same on screen and in exported files.

const MARKS = /\p{Mn}/gu
const PLAIN = /^[\x20-\x7e]*$/

/** Removes case and accents: 'Córdoba' → 'cordoba'. */
export const fold = (text: string): string =>
  PLAIN.test(text) ? text.toLowerCase() : text.normalize('NFD').replace(MARKS, '').toLowerCase()

/** Sort key of a cell; null if it is empty. */
export type SortKey = number | string | null

/** Empty cells come last in both directions; 0 for equal cells. */
export function compareKeys(left: SortKey, right: SortKey, order: 'ASC' | 'DESC'): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right === (order === 'ASC') ? -1 : 1
}
