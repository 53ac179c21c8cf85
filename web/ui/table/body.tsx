// Rows of a table; a long page renders only what is in sight. Touches React, the virtualiser and this room.
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useCallback, useState } from 'react'
import type { Column } from '#contract/columns.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { usePainted } from '../use-painted.ts'
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
  below: boolean
}

/** Its own component only where it is needed: the virtualiser measures the box as soon as it is there. */
export function Body<Row extends object>(props: BodyProps<Row>) {
  return props.rows.length > VIRTUAL_FROM ? <VirtualBody {...props} /> : <PlainBody {...props} />
}

/** Of the window, what is around the rows of a table at least, px; and how high it is where windows are low. */
const AROUND = 288
const LEAST = 312

/** The others follow the first paint. */
const rowsInSight = () => Math.ceil(Math.max(LEAST, innerHeight - AROUND) / ROW_HEIGHT)

function PlainBody<Row extends object>({ rows, below, ...props }: BodyProps<Row>) {
  const painted = usePainted()
  const drawn = painted ? rows : rows.slice(0, below ? 0 : rowsInSight())
  const left = rows.length - drawn.length
  return (
    <tbody onCopy={copyCells} data-drawing={left > 0 || undefined}>
      <Rows {...props} rows={drawn} />
      {left > 0 ? <Widest {...props} rows={rows.slice(drawn.length)} /> : null}
      <Spacer rows={left} columns={props.columns.length} />
    </tbody>
  )
}

/** A row without height, of the widest cell of each column: rows that follow move no column. */
function Widest<Row extends object>({ columns, rows, cells }: Omit<BodyProps<Row>, 'below' | 'rowKey'>) {
  return (
    <tr className={css.widest} aria-hidden>
      {columns.map((column, place) =>
        cellOf(column, widestRow(rows, column.key), cells[column.key], place === 0),
      )}
    </tr>
  )
}

function widestRow<Row extends object>(rows: readonly Row[], key: string): Row {
  const widthOf = (row: Row) => {
    const value = (row as Record<string, unknown>)[key]
    return typeof value === 'number' ? Math.abs(value) : String(value ?? '').length
  }
  return rows.reduce((widest, row) => (widthOf(row) > widthOf(widest) ? row : widest))
}

function VirtualBody<Row extends object>({ rows, ...props }: BodyProps<Row>) {
  // In state and not in a ref: the virtualiser needs to know it as soon as it is there.
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
      <Spacer rows={first} columns={props.columns.length} />
      <Rows {...props} rows={rows.slice(first, end)} first={first} />
      <Spacer rows={rows.length - end} columns={props.columns.length} />
    </tbody>
  )
}

interface RowsProps<Row extends object> extends Omit<BodyProps<Row>, 'below'> {
  /** Place of the first of them among all rows, where not all are drawn. */
  first?: number
}

function Rows<Row extends object>({ columns, rows, rowKey, cells, first }: RowsProps<Row>) {
  // Rows of words alone hold nothing that is somebody's: other ones are written into the same cells.
  const words = columns.every(({ key }) => !cells[key])
  return rows.map((row, index) => (
    <tr
      key={words ? (first ?? 0) + index : rowKey(row)}
      aria-rowindex={first === undefined ? undefined : first + index + 2}
    >
      {columns.map((column, place) => cellOf(column, row, cells[column.key], place === 0))}
    </tr>
  ))
}

/** Longer texts may be cut, and are told in full under the pointer. */
const LONG = 24

/** Not a component: a page has hundreds, and each would be one to React. */
function cellOf<Row extends object>(
  column: Column,
  row: Row,
  custom: ((row: Row) => ReactNode) | undefined,
  /** What the row is about. */
  lead: boolean,
) {
  const value = (row as Record<string, unknown>)[column.key]
  const read = cellText(value, column.format)
  const shown = custom ? custom(row) : read
  const long = column.format === 'text' && read.length > LONG
  return (
    <td
      key={column.key}
      data-numeric={isNumeric(column.format) || undefined}
      data-plain={plainCell(value, column.format)}
      data-long={long || (custom && (read === '' || read.length > LONG)) || undefined}
      title={long ? read : undefined}
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

export function SkeletonBody({ columns, rows }: { columns: number; rows: number }) {
  return (
    <tbody aria-hidden>
      <tr>
        <td className={css.waiting} colSpan={columns} style={{ height: rows * ROW_HEIGHT }}>
          <div className={css.bars} style={{ '--columns': columns } as CSSProperties} />
        </td>
      </tr>
    </tbody>
  )
}
