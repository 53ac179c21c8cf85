// Rows of a table; a long page renders only what is in sight. Touches React, the virtualiser and this room.
import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ClipboardEvent, ReactNode } from 'react'
import type { Column } from '#contract/columns.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { copyCells } from './copy.ts'
import css from './data-table.module.css'

export const ROW_HEIGHT = 40
/** Longer pages than this are virtual. */
const VIRTUAL_FROM = 100

interface BodyProps<Row extends object> {
  columns: readonly Column[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Cells that are more than their text: links, badges. */
  cells: Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>
  scroller: HTMLElement | null
}

export function Body<Row extends object>({ columns, rows, rowKey, cells, scroller }: BodyProps<Row>) {
  const virtual = rows.length > VIRTUAL_FROM
  const virtualizer = useVirtualizer({
    count: virtual ? rows.length : 0,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const first = virtual ? (items[0]?.index ?? 0) : 0
  const end = virtual ? (items.at(-1)?.index ?? -1) + 1 : rows.length
  return (
    <tbody onCopy={(event: ClipboardEvent<HTMLElement>) => copyCells(event)}>
      <Spacer rows={first} columns={columns.length} />
      {rows.slice(first, end).map((row, index) => (
        <tr key={rowKey(row)} {...(virtual ? { 'aria-rowindex': first + index + 2 } : {})}>
          {columns.map((column, place) => (
            <Cell key={column.key} column={column} row={row} custom={cells[column.key]} lead={place === 0} />
          ))}
        </tr>
      ))}
      <Spacer rows={virtual ? rows.length - end : 0} columns={columns.length} />
    </tbody>
  )
}

function Cell<Row extends object>({
  column,
  row,
  custom,
  lead,
}: {
  column: Column
  row: Row
  custom: ((row: Row) => ReactNode) | undefined
  /** What the row is about. */
  lead: boolean
}) {
  const value = (row as Record<string, unknown>)[column.key]
  const read = cellText(value, column.format)
  const shown = custom ? custom(row) : read
  return (
    <td
      data-numeric={isNumeric(column.format) || undefined}
      data-plain={plainCell(value, column.format)}
      title={column.format === 'text' && read.length > 24 ? read : undefined}
    >
      {lead ? <span className={css.lead}>{shown}</span> : shown}
    </td>
  )
}

function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows <= 0) return null
  return (
    <tr aria-hidden>
      <td className={css.spacer} colSpan={columns} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  )
}

export function SkeletonBody({ columns, rows }: { columns: readonly Column[]; rows: number }) {
  return (
    <tbody aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey rows have nothing else to tell them apart
        <tr key={row}>
          {columns.map((column, index) => (
            <td key={column.key} data-numeric={isNumeric(column.format) || undefined}>
              <Skeleton
                height={10}
                width={`${45 + ((row * 7 + index * 13) % 40)}%`}
                display="inline-block"
                style={{ verticalAlign: 'middle' }}
              />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
