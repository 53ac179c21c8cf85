// The answer as rows × columns. Long and wide pivots render only their visible part.

import { useMergedRef, useResizeObserver } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type ReactNode, useMemo, useRef } from 'react'
import { type Column, column } from '#contract/columns.ts'
import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import { measureOf } from '#contract/questions/measures.ts'
import { mayUser, useUser } from '#web/api/session.ts'
import type { Answered } from '#web/shared/questions/answers.ts'
import type { Pivot, PivotColumn, PivotLine } from '#web/shared/questions/pivot.ts'
import { numberIn, type Row, whyOf } from '#web/shared/why/why-of.ts'
import { cellText, plainCell } from '#web/text/format.ts'
import { PageLink } from '#web/ui/links.tsx'
import sticky from '#web/ui/sticky-table.module.css'
import { copyCells } from '#web/ui/table/copy.ts'
import type { TableFile } from '#web/ui/table/save.ts'
import { useOnPaper } from '#web/ui/use-on-paper.ts'
import { CellMenu } from './cell-menu.tsx'
import css from './pivot-view.module.css'
import { ordersBehind } from './rows-behind.ts'
import { MeasureChange } from './table-foot.tsx'
import { text } from './text.ts'
import type { Figure } from './value-select.tsx'

const ROW = 34
const LEAST_COLUMN = 140
/** Total columns are bold, and differences have an arrow and a button. */
const CHARACTER = 8.5
const PADDING = 28
const OF_CHANGE = 70
/** Of row titles; in a wide window a fifth of it, for whole names. */
const HEAD = 190
const MOST_HEAD = 280
/** Smaller pivots are rendered completely. */
const WHOLE_ROWS = 60
const WHOLE_COLUMNS = 30

interface PivotViewProps {
  pivot: Pivot
  figure: Figure
}

/** Width of a column that shows its largest figure whole. */
function widthOf({ lines, columns, total }: Pivot, figure: Figure): number {
  const rows = [
    total,
    ...columns.map((each) => each.total),
    ...lines.flatMap((each) => [each.total, ...each.cells.values()]),
  ]
  const largest = rows.reduce((most, row) => Math.max(most, Math.abs(numberIn(row, figure.key) ?? 0)), 0)
  const digits = cellText(-largest, formatOf(figure)).length
  const beside = figure.key === figure.measure ? 0 : OF_CHANGE
  return Math.max(LEAST_COLUMN, Math.ceil(CHARACTER * digits) + PADDING + beside)
}

/** The width from which a whole number of columns fits between the row titles and the total, which stay in place. */
function fittedTo(room: number, titles: number, least: number, count: number): number {
  const free = room - titles - least
  const fit = Math.floor(free / least)
  return fit >= 1 && count > fit ? Math.floor(free / fit) : least
}

/** The visible part of a list; all of a short one, and on paper. */
function useInSight(
  scroller: React.RefObject<HTMLElement | null>,
  count: number,
  size: number,
  horizontal = false,
): { first: number; end: number } {
  const isPaper = useOnPaper()
  const isWhole = isPaper || count <= (horizontal ? WHOLE_COLUMNS : WHOLE_ROWS)
  const virtualizer = useVirtualizer({
    count,
    horizontal,
    enabled: !isWhole,
    getScrollElement: () => scroller.current,
    estimateSize: () => size,
    overscan: horizontal ? 4 : 10,
  })
  const items = virtualizer.getVirtualItems()
  if (isWhole) return { first: 0, end: count }
  return { first: items[0]?.index ?? 0, end: (items.at(-1)?.index ?? -1) + 1 }
}

export function PivotView({ pivot, figure }: PivotViewProps) {
  const { axes, columns, lines } = pivot
  const scroller = useRef<HTMLElement>(null)
  const [watched, { width: room }] = useResizeObserver<HTMLElement>()
  const frame = useMergedRef(scroller, watched)
  const least = useMemo(() => widthOf(pivot, figure), [pivot, figure])
  const head = Math.min(MOST_HEAD, Math.max(HEAD, room / 5))
  const cell = fittedTo(room, head * axes.rows.length, least, columns.length)
  const rows = useInSight(scroller, lines.length, ROW)
  const across = useInSight(scroller, columns.length, cell, true)
  const shown = columns.slice(across.first, across.end)
  const before = across.first * cell
  const after = (columns.length - across.end) * cell
  const width = head * axes.rows.length + cell * columns.length + least
  const fields = { pivot, figure, columns: shown, before, after, cell, least }
  const span = shown.length + axes.rows.length + 1 + (before > 0 ? 1 : 0) + (after > 0 ? 1 : 0)
  return (
    <section
      ref={frame}
      className={sticky.scroller}
      style={
        {
          maxHeight: 'max(22rem, calc(100dvh - 17rem))',
          '--titles': axes.rows.length,
          '--title': `min(${head}px, 32vw)`,
        } as CSSProperties
      }
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be scrollable by keyboard
      tabIndex={0}
      aria-label={text.pivotOf(figure.title)}
      data-wide
    >
      <table
        className={`${sticky.table} ${css.pivot}`}
        style={{ width: `max(100%, ${width}px)` }}
        aria-rowcount={lines.length + 2}
        aria-colcount={columns.length + axes.rows.length + 1}
        onCopy={copyCells}
      >
        <Head {...fields} />
        <tbody>
          <Gap height={rows.first * ROW} span={span} />
          {lines.slice(rows.first, rows.end).map((line) => (
            <Line key={line.id + String(line.isGroup)} {...fields} line={line} />
          ))}
          <Gap height={(lines.length - rows.end) * ROW} span={span} />
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={sticky.stuck}>
              {text.total}
            </th>
            {axes.rows.length > 1 ? <td className={css.second} /> : null}
            <Pad width={before} />
            {shown.map(({ id, total }) => (
              <Value key={id} pivot={pivot} row={total} figure={figure} />
            ))}
            <Pad width={after} />
            <Value pivot={pivot} row={pivot.total} figure={figure} isTotal />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

/** The titles stay in sight; on a phone the first ones alone. */
const titleAt = (at: number) => (at === 0 ? sticky.stuck : css.second)

const Gap = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td className={css.gap} colSpan={span} style={{ height }} />
    </tr>
  ) : null

const Pad = ({ width }: { width: number }) => (width > 0 ? <td aria-hidden style={{ width }} /> : null)

interface LineProps extends PivotViewProps {
  columns: readonly PivotColumn[]
  before: number
  after: number
  /** Width of a column, and of the total. */
  cell: number
  least: number
}

function Head({ pivot, columns, before, after, cell, least }: LineProps) {
  const { axes, columnTotals } = pivot
  return (
    <thead>
      <tr>
        {axes.rows.map((dimension, at) => (
          <th key={dimension} scope="col" className={titleAt(at)} style={{ width: 'var(--title)' }}>
            {dimensionOf(dimension).title}
          </th>
        ))}
        <Pad width={before} />
        {columns.map(({ id, label, total }) => (
          <th key={id} scope="col" data-numeric style={{ width: cell }} title={label}>
            <Named answered={columnTotals} row={total} dimension={axes.column} question={pivot}>
              {label}
            </Named>
          </th>
        ))}
        <Pad width={after} />
        <th scope="col" data-numeric className={css.total} style={{ width: least }}>
          {text.total}
        </th>
      </tr>
    </thead>
  )
}

interface NamedProps {
  answered: Answered
  row: Row
  /** Null for a step of time. */
  dimension: DimensionKey | null
  question: Pivot
  children: ReactNode
}

/** A value with its menu, which changes the whole question. */
const Named = ({ answered, row, dimension, question, children }: NamedProps) =>
  dimension === null ? (
    children
  ) : (
    <CellMenu answered={{ ...answered, question: question.question }} row={row} dimension={dimension} />
  )

function Line({ pivot, figure, line, columns, before, after }: LineProps & { line: PivotLine }) {
  const { axes, columnTotals } = pivot
  return (
    <tr data-group={line.isGroup || undefined}>
      {axes.rows.map((dimension, at) => (
        <th key={dimension} scope="row" className={titleAt(at)} title={line.labels[at]}>
          {at < line.labels.length ? (
            <Named answered={columnTotals} row={line.total} dimension={dimension} question={pivot}>
              {line.labels[at]}
            </Named>
          ) : (
            text.groupTotal
          )}
        </th>
      ))}
      <Pad width={before} />
      {columns.map(({ id }) => (
        <CellValue key={id} pivot={pivot} row={line.cells.get(id)} figure={figure} />
      ))}
      <Pad width={after} />
      <Value pivot={pivot} row={line.total} figure={figure} isTotal />
    </tr>
  )
}

/** A cell that opens its orders, if a screen lists them. */
function CellValue({ pivot, row, figure }: { pivot: Pivot; row: Row | undefined; figure: Figure }) {
  const mayOpen = mayUser(useUser(), 'view:orders')
  const question = { ...pivot.question, measures: [figure.measure] }
  const href = row && mayOpen ? ordersBehind({ ...pivot.columnTotals, question }, row) : null
  const isPlain = figure.key === figure.measure
  return (
    <Value pivot={pivot} row={row ?? {}} figure={figure}>
      {href && row && isPlain ? (
        <PageLink href={href} label={text.seeOrders}>
          {textOf(row, figure)}
        </PageLink>
      ) : undefined}
    </Value>
  )
}

const formatOf = ({ measure, key }: Figure) => ({
  format: key === measure ? measureOf(measure).format : ('percent' as const),
})

const textOf = (row: Row, figure: Figure) => cellText(numberIn(row, figure.key), formatOf(figure))

interface ValueProps {
  pivot: Pivot
  row: Row
  figure: Figure
  isTotal?: boolean
  children?: ReactNode
}

const Value = ({ pivot, row, figure, isTotal, children }: ValueProps) => (
  <td
    data-numeric
    data-plain={plainCell(numberIn(row, figure.key), formatOf(figure))}
    className={isTotal ? css.total : undefined}
  >
    {children ??
      (figure.key === figure.measure ? (
        textOf(row, figure)
      ) : (
        <MeasureChange
          measure={figure.measure}
          values={row}
          why={whyOf(pivot.question, pivot.columnTotals.meta, row, figure.measure)}
        />
      ))}
  </td>
)

export function pivotTable(pivot: Pivot, figure: Figure): TableFile {
  const { format } = formatOf(figure)
  const { axes, columns, lines, total } = pivot
  const names = axes.rows.map((dimension): Column => column(dimension, dimensionOf(dimension).title))
  const figures = columns.map(({ label }, at) => column(`column_${at}`, label, format))
  const rowOf = (labels: readonly string[], cells: readonly (Row | undefined)[], end: Row) => ({
    ...Object.fromEntries(axes.rows.map((dimension, at) => [dimension, labels[at] ?? text.groupTotal])),
    ...Object.fromEntries(
      cells.map((cell, at) => [`column_${at}`, cell ? numberIn(cell, figure.key) : null]),
    ),
    total: numberIn(end, figure.key),
  })
  return {
    columns: [...names, ...figures, column('total', text.total, format)],
    rows: [
      ...lines.map((line) =>
        rowOf(
          line.labels,
          columns.map(({ id }) => line.cells.get(id)),
          line.total,
        ),
      ),
      rowOf(
        [text.total, ''],
        columns.map((one) => one.total),
        total,
      ),
    ],
  }
}
