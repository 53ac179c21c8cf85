// Rows of a table, in the same order as on screen.
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import type { Table } from '#contract/list.ts'
import { compareKeys, fold, type SortKey } from '#contract/row-order.ts'
import { cellText, type ExportRow } from './export/cell-text.ts'

interface TableOrder {
  readonly orderBy?: string | undefined
  readonly order?: 'ASC' | 'DESC' | undefined
}

const record = (value: unknown): Readonly<Record<string, unknown>> => Object(value)

export function tableRows({ field }: Table, data: unknown): readonly ExportRow[] {
  const rows = field === undefined ? data : entryOf(record(data), field)
  return Array.isArray(rows) ? rows : []
}

/** The data of the view with ordered rows. */
export function withOrderedRows(table: Table, data: unknown, order: TableOrder): unknown {
  const rows = orderRows(tableRows(table, data), table.columns, order)
  return table.field === undefined ? rows : { ...record(data), [table.field]: rows }
}

function sortKey(column: Column, value: unknown): SortKey {
  if (typeof value === 'number') return value
  return value === null || value === undefined || value === '' ? null : fold(cellText(column, value))
}

function orderRows(
  rows: readonly ExportRow[],
  columns: readonly Column[],
  { orderBy, order }: TableOrder,
): readonly ExportRow[] {
  const column = columns.find(({ key }) => key === orderBy)
  if (!column) return rows
  const direction = order ?? (column.format === 'text' ? 'ASC' : 'DESC')
  return rows
    .map((row) => ({ row, key: sortKey(column, entryOf(row, column.key)) }))
    .sort((left, right) => compareKeys(left.key, right.key, direction))
    .map(({ row }) => row)
}
