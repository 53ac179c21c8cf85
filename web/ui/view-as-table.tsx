// The figures of a chart, or a handful of rows, as a plain table. Touches React, text and contract's columns.
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import type { Column } from '#contract/columns.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { copyCells } from './table/copy.ts'
import { text } from './text.ts'
import { Tooltip } from './tooltip.tsx'
import css from './view-as-table.module.css'

export interface PlainTable<Row extends object> {
  columns: readonly Column[]
  rows: readonly Row[]
  /** Cells that are more than their text, by column. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** What a column's title means, told on hover and focus, by column. */
  hints?: Readonly<Record<string, string>>
  /** Sums under the rows, by column: values to be written like the column's, or elements. */
  foot?: Readonly<Record<string, string | number | ReactElement>>
}

const valueIn = (row: object, key: string): unknown => (row as Readonly<Record<string, unknown>>)[key]

export function ViewAsTable<Row extends object>({
  caption,
  height,
  columns,
  rows,
  cells = {},
  hints = {},
  foot,
}: PlainTable<Row> & { caption: string; height?: number }) {
  const head = columns.map((column) => (
    <th key={column.key} scope="col" data-numeric={isNumeric(column.format) || undefined}>
      <Title hint={hints[column.key]}>{column.title}</Title>
    </th>
  ))
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
          <tr>{head}</tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: plain rows never move
            <tr key={index}>
              {columns.map((column) => (
                <Cell key={column.key} column={column} value={valueIn(row, column.key)}>
                  {cells[column.key]?.(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
        {foot ? (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <Cell key={column.key} column={column} value={foot[column.key]} />
              ))}
            </tr>
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

function Title({ hint, children }: { hint: string | undefined; children: string }) {
  if (hint === undefined) return children
  return (
    <Tooltip label={hint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the meaning must be reachable by keyboard */}
      <span className={css.hint} tabIndex={0} role="note" aria-label={`${children}: ${hint}`}>
        {children}
      </span>
    </Tooltip>
  )
}

function Cell({ column, value, children }: { column: Column; value: unknown; children?: ReactNode }) {
  const element = isValidElement(value) ? value : undefined
  return (
    <td
      data-numeric={isNumeric(column.format) || undefined}
      data-plain={element ? '' : plainCell(value, column.format)}
    >
      {children ?? element ?? cellText(value, column.format)}
    </td>
  )
}
