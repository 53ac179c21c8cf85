// Rows of a table; long pages are virtualised.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { useOnPaper } from '#web/ui/use-on-paper.ts'
import { copyCells } from './copy.ts'
import css from './data-table.module.css'
import skeleton from './skeleton.module.css'

export const ROW_HEIGHT = 40
/** Pages with more rows than this are virtualised. */
const VIRTUAL_FROM = 100

interface BodyProps<Row extends object> {
  columns: readonly Column[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Custom cell content (links, badges) by column. */
  cells: Readonly<Record<string, ((row: Row) => ReactNode) | undefined>>
}

export function Body<Row extends object>(props: BodyProps<Row>) {
  const isPaper = useOnPaper()
  if (props.rows.length > VIRTUAL_FROM && !isPaper) return <VirtualBody {...props} />
  return (
    <tbody onCopy={copyCells}>
      <Rows {...props} />
    </tbody>
  )
}

function VirtualBody<Row extends object>({ rows, ...props }: BodyProps<Row>) {
  // State instead of a ref: the virtualiser must render again when the element exists.
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const inside = useCallback((body: HTMLElement | null) => setScroller(body?.closest('section') ?? null), [])
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? 0
  const end = (items.at(-1)?.index ?? -1) + 1
  return (
    <tbody ref={inside} onCopy={copyCells}>
      <Spacer height={items[0]?.start ?? 0} columns={props.columns.length} />
      <Rows {...props} rows={rows.slice(first, end)} first={first} measure={virtualizer.measureElement} />
      <Spacer height={virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)} columns={props.columns.length} />
    </tbody>
  )
}

interface RowsProps<Row extends object> extends BodyProps<Row> {
  /** Index of the first row among all rows of a virtualised page. */
  first?: number
  /** Receives the element of each row of a virtualised page, since long names make rows higher. */
  measure?: (row: HTMLElement | null) => void
}

function Rows<Row extends object>({ columns, rows, rowKey, cells, first, measure }: RowsProps<Row>) {
  // Rows without custom cells have no state, so their elements can be reused for other rows.
  const plain = columns.every(({ key }) => !entryOf(cells, key))
  return rows.map((row, index) => (
    <tr
      key={plain ? (first ?? 0) + index : rowKey(row)}
      ref={measure}
      data-index={first === undefined ? undefined : first + index}
      aria-rowindex={first === undefined ? undefined : first + index + 2}
    >
      {columns.map((column, place) => cellOf(column, row, entryOf(cells, column.key), place === 0))}
    </tr>
  ))
}

/** Texts longer than this may be truncated and get a title attribute. */
const LONG = 20

/** What a cell of its own shows; buttons are never truncated. */
const mayBeLong = ({ hasValues }: Column, read: string) =>
  hasValues !== false && (read === '' || read.length > LONG)

/** A function instead of a component, because a page has hundreds of cells. */
function cellOf<Row extends object>(
  column: Column,
  row: Row,
  custom: ((row: Row) => ReactNode) | undefined,
  /** The first cell, which names the row. */
  lead: boolean,
) {
  const value = entryOf(row as Record<string, unknown>, column.key)
  const read = cellText(value, column)
  const shown = custom ? custom(row) : read
  const long = column.format === 'text' && read.length > LONG
  return (
    <td
      key={column.key}
      data-numeric={isNumeric(column.format) || undefined}
      data-plain={plainCell(value, column)}
      data-long={long || (custom && mayBeLong(column, read)) || undefined}
      data-no-print={column.hasValues === false || undefined}
      title={long ? read : undefined}
    >
      {lead ? <span className={css.lead}>{shown}</span> : shown}
    </td>
  )
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr aria-hidden>
      <td className={css.spacer} colSpan={columns} style={{ height }} />
    </tr>
  )
}

export const SkeletonBody = ({ columns, rows }: { columns: number; rows: number }) => (
  <tbody aria-hidden>
    <tr>
      <td className={skeleton.skeleton} colSpan={columns} style={{ height: rows * ROW_HEIGHT }}>
        <div className={skeleton.bars} style={{ '--columns': columns } as CSSProperties} />
      </td>
    </tr>
  </tbody>
)
