// The rows of a month's table in the order of one of its columns, as the table on screen orders them. Pure.
import type { Column } from '#contract/columns.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import type { ExportRow } from './export/cells.ts'

export interface WantedOrder {
  readonly orderBy?: string | undefined
  readonly order?: 'ASC' | 'DESC' | undefined
}

function sortKey(value: unknown): SortKey {
  if (typeof value === 'number') return value
  return value === null || value === undefined || value === '' ? null : fold(String(value))
}

export function inOrder(
  rows: readonly ExportRow[],
  columns: readonly Column[],
  { orderBy, order }: WantedOrder,
): readonly ExportRow[] {
  const column = columns.find(({ key }) => key === orderBy)
  if (!column) return rows
  const direction = order ?? (column.format === 'text' ? 'ASC' : 'DESC')
  return rows
    .map((row) => ({ row, key: sortKey(row[column.key]) }))
    .sort((left, right) => compareKeys(left.key, right.key, direction))
    .map(({ row }) => row)
}
