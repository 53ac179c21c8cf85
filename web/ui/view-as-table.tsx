// A plain table for the figures of a chart or a few rows.
import { isValidElement, type ReactElement, type ReactNode, useRef } from 'react'
import type { Column } from '#contract/columns.ts'
import { entryOf } from '#contract/entry.ts'
import { cellText, isNumeric, plainCell } from '#web/text/format.ts'
import { copyCells } from './table/copy.ts'
import { ScrollHint } from './table/scroll-hint.tsx'
import { withShownShares } from './table/shares.ts'
import { text } from './text.ts'
import { Tooltip } from './tooltip.tsx'
import css from './view-as-table.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

export interface PlainTable<Row extends object> {
  columns: readonly Column[]
  rows: readonly Row[]
  /** Custom cell content by column. */
  cells?: Readonly<Record<string, (row: Row) => ReactNode>>
  /** Explanations of column titles by column, shown on hover and focus. */
  hints?: Readonly<Record<string, string>>
  /** Footer cells by column: values in the column's format, or elements. */
  foot?: Readonly<Record<string, string | number | ReactElement>>
}

const valueIn = (row: object, key: string): unknown => entryOf(row as Readonly<Record<string, unknown>>, key)

export function ViewAsTable<Row extends object>({
  caption,
  height,
  columns,
  rows,
  cells = {},
  hints = {},
  foot,
}: PlainTable<Row> & { caption: string; height?: number }) {
  const scroller = useRef<HTMLElement>(null)
  const head = columns.map((column) => (
    <th key={column.key} scope="col" data-numeric={isNumeric(column.format) || undefined}>
      <Title hint={entryOf(hints, column.key)}>{column.title}</Title>
    </th>
  ))
  return (
    <div className={css.frame}>
      <section
        ref={scroller}
        className={css.box}
        style={height ? { maxHeight: height } : {}}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be scrollable by keyboard
        tabIndex={0}
        aria-label={text.tableOf(caption)}
      >
        <table className={css.table} onCopy={copyCells}>
          <caption>
            <VisuallyHidden>{caption}</VisuallyHidden>
          </caption>
          <thead>
            <tr>{head}</tr>
          </thead>
          <tbody>
            {withShownShares(columns, rows).map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered
              <tr key={index}>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} value={valueIn(row, column.key)}>
                    {entryOf(cells, column.key)?.(row)}
                  </Cell>
                ))}
              </tr>
            ))}
          </tbody>
          {foot ? (
            <tfoot>
              <tr>
                {columns.map((column) => (
                  <Cell key={column.key} column={column} value={entryOf(foot, column.key)} />
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </section>
      <ScrollHint scroller={scroller} />
    </div>
  )
}

function Title({ hint, children }: { hint: string | undefined; children: string }) {
  if (hint === undefined) return children
  return (
    <Tooltip label={hint}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation must be reachable by keyboard */}
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
      data-plain={element ? '' : plainCell(value, column)}
    >
      {children ?? element ?? cellText(value, column)}
    </td>
  )
}
