// Finds the row of titles below the lines that reports print above it.
import { type Cell, isDateCell, isNumberCell, textOf } from './cell.ts'
import { SYNONYMS } from './fields.ts'
import { KINDS, titleKey } from './kinds.ts'
import type { TableRow } from './table.ts'

const known = new Set<string>([...SYNONYMS.values()].flat())
for (const { columns } of KINDS)
  for (const wanted of Object.values(columns).flat())
    for (const title of (typeof wanted === 'string' ? wanted : wanted.titles).split('|'))
      known.add(titleKey(title))

const LOST = '\ufffd'

/** «N�mero de orden», as a program saved it that read accents wrongly, is the one known title that it can be. */
export function withLostLetters(title: string): string {
  if (!title.includes(LOST)) return title
  const parts = title
    .split(/\ufffd+/)
    .map((part) => part.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const form = new RegExp(`^${parts.join('[^ ]')}$`)
  const found = [...known].filter((one) => form.test(one))
  return found.length === 1 ? found[0]! : title
}

/** Rows in which titles are looked for. */
export const TITLE_ROWS = 60

const filled = (cells: readonly Cell[]): string[] => cells.map(textOf).filter((text) => text !== '')

/** The row with the most known titles; else the first wide row of texts only. Undefined if there is none. */
export function titleRowOf(rows: readonly TableRow[]): TableRow | undefined {
  let best: TableRow | undefined
  let most = 1
  for (const row of rows) {
    const hits = new Set(
      row.cells.map((cell) => titleKey(withLostLetters(textOf(cell)))).filter((key) => known.has(key)),
    ).size
    if (hits > most) {
      best = row
      most = hits
    }
  }
  if (best) return best
  const widest = Math.max(0, ...rows.map(({ cells }) => filled(cells).length))
  if (widest < 2) return undefined
  return rows.find(
    ({ cells }) =>
      filled(cells).length >= Math.max(2, widest * 0.6) &&
      !cells.some(
        (cell) => isNumberCell(cell) || isDateCell(cell) || /^[-$\d.,/\s]*\d[-\d.,/:\s]*$/.test(textOf(cell)),
      ),
  )
}
