// The figures of a chart, or a handful of rows, as a plain table. Touches React, text and contract's columns.
import type { ReactNode } from 'react'
import type { Column } from '#contract/columns.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { copyCells } from './table/copy.ts'
import { text } from './text.ts'
import css from './view-as-table.module.css'

type PlainRow = Readonly<Record<string, unknown>>

export interface PlainTable {
  columns: readonly Column[]
  rows: readonly PlainRow[]
  /** Cells that are more than their text, by column. */
  cells?: Readonly<Record<string, (row: PlainRow) => ReactNode>>
  /** Sums under the rows, by column. */
  foot?: PlainRow
}

export function ViewAsTable({
  caption,
  height,
  columns,
  rows,
  cells = {},
  foot,
}: PlainTable & { caption: string; height?: number }) {
  const cell = (row: PlainRow, column: Column) => {
    const custom = cells[column.key]
    return (
      <td
        key={column.key}
        data-numeric={isNumeric(column.format) || undefined}
        data-plain={plainCell(row[column.key], column.format)}
      >
        {custom ? custom(row) : cellText(row[column.key], column.format)}
      </td>
    )
  }
  return (
    <section
      className={css.box}
      style={height ? { maxHeight: height } : {}}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be scrollable by keyboard
      tabIndex={0}
      aria-label={text.tableOf(caption)}
    >
      <table className={css.table} onCopy={copyCells}>
        <caption className={css.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" data-numeric={isNumeric(column.format) || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plain rows never move
            <tr key={index}>{columns.map((column) => cell(row, column))}</tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>{columns.map((column) => cell(foot, column))}</tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}
