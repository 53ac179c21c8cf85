// The rows of a month's table in the order of one of its columns, as the table on screen orders them. Pure.
import type { Column } from '#contract/columns.ts'
import type { ExportRow } from './export/cells.ts'

export interface WantedOrder {
  readonly orderBy?: string | undefined
  readonly order?: 'ASC' | 'DESC' | undefined
}

/** Letter case and accents do not tell texts apart; an empty cell is nothing. */
function sortKey(value: unknown): number | string | null {
  if (typeof value === 'number') return value
  if (value === null || value === undefined || value === '') return null
  return String(value)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}

/** Nothing comes last in both directions; equal cells keep the order in which the rows came. */
export function inOrder(
  rows: readonly ExportRow[],
  columns: readonly Column[],
  { orderBy, order }: WantedOrder,
): readonly ExportRow[] {
  const column = columns.find(({ key }) => key === orderBy)
  if (!column) return rows
  const direction = (order ?? (column.format === 'text' ? 'ASC' : 'DESC')) === 'DESC' ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: sortKey(row[column.key]) }))
  keyed.sort((left, right) => {
    if (left.key === right.key) return 0
    if (left.key === null) return 1
    if (right.key === null) return -1
    return left.key < right.key ? -direction : direction
  })
  return keyed.map(({ row }) => row)
}
