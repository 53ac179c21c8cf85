// An answer as rows × columns. Totals are separate answers, never sums, so that they are right for every measure. Pure.

import { type DimensionKey, dimensionOf } from '#contract/questions/dimensions.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import type { Question } from '#contract/questions/question.ts'
import { groupBy } from '#web/ui/group-by.ts'
import { keyIn, numberIn, type Row } from '../why/why-of.ts'
import type { Answered } from './answers.ts'
import { stepText } from './question-steps.ts'

/** Number of columns shown; totals include all of them. */
export const MOST_COLUMNS = 300

export interface Axes {
  /** One or two dimensions; none for a question with only a step of time. */
  readonly rows: readonly DimensionKey[]
  /** A dimension, or null for the step of time. */
  readonly column: DimensionKey | null
}

/** Columns are the step of time, else the second dimension; null: the question has a single axis. */
export function axesOf({ by, grain }: Pick<Question, 'by' | 'grain'>): Axes | null {
  if (grain) return { rows: by, column: null }
  const [first, second] = by
  return first && second ? { rows: [first], column: second } : null
}

/** The axes of a pivot; null for lines over time, which are none. */
export const tableAxesOf = (question: Pick<Question, 'by' | 'grain'>): Axes | null => {
  const axes = axesOf(question)
  return axes && axes.rows.length > 0 ? axes : null
}

export type PartName = 'cells' | 'lineTotals' | 'columnTotals' | 'groupCells' | 'groupTotals'
export type Parts<T> = Readonly<Partial<Record<PartName, T>>>

/** The questions whose answers make up the pivot of one measure. */
export function pivotQuestions(asked: Question, measure: MeasureKey): Parts<Question> {
  const axes = axesOf(asked)
  if (!axes) return {}
  const question: Question = { ...asked, measures: [measure], order: null, limit: null }
  const [group] = axes.rows
  return {
    columnTotals: { ...question, by: axes.column ? [axes.column] : [] },
    ...(group && { cells: question, lineTotals: { ...question, by: axes.rows, grain: null } }),
    ...(axes.rows.length === 2 &&
      group && {
        groupCells: { ...question, by: [group] },
        groupTotals: { ...question, by: [group], grain: null },
      }),
  }
}

export interface PivotColumn {
  readonly id: string
  readonly label: string
  readonly total: Row
}

export interface PivotLine {
  readonly id: string
  readonly labels: readonly string[]
  /** Whether it is the total of the lines below it. */
  readonly isGroup: boolean
  readonly cells: ReadonlyMap<string, Row>
  readonly total: Row
}

export interface Pivot {
  readonly question: Question
  readonly measure: MeasureKey
  readonly axes: Axes
  readonly columns: readonly PivotColumn[]
  readonly lines: readonly PivotLine[]
  readonly total: Row
  /** Number of columns that are not shown. */
  readonly hiddenColumns: number
  readonly columnTotals: Answered
}

const keysIn = (row: Row, dimensions: readonly DimensionKey[]): string =>
  JSON.stringify(dimensions.map((dimension) => keyIn(row, dimension).key))

/** In the order of the dimension if it has one, else the largest first. */
function inOrder(rows: readonly Row[], dimension: DimensionKey, measure: MeasureKey): Row[] {
  if (dimensionOf(dimension).isOrdered)
    return [...rows].sort((a, b) => Number(keyIn(a, dimension).key) - Number(keyIn(b, dimension).key))
  return [...rows].sort((a, b) => (numberIn(b, measure) ?? 0) - (numberIn(a, measure) ?? 0))
}

function columnsOf({ data, meta }: Answered, { column }: Axes, question: Question, measure: MeasureKey) {
  if (column)
    return inOrder(data, column, measure).map((total) => {
      const { key, label } = keyIn(total, column)
      return { id: key, label, total }
    })
  const { grain } = question
  return data.map((total) => {
    const id = String(grain ? total[grain] : '')
    return { id, label: grain ? stepText(grain, id, meta) : id, total }
  })
}

function cellsByLine(data: readonly Row[], rows: readonly DimensionKey[], columnId: (row: Row) => string) {
  const lines = new Map<string, Map<string, Row>>()
  for (const row of data) {
    const id = keysIn(row, rows)
    const cells = lines.get(id) ?? new Map<string, Row>()
    cells.set(columnId(row), row)
    lines.set(id, cells)
  }
  return lines
}

const NONE: ReadonlyMap<string, Row> = new Map()

export function pivotOf(question: Question, measure: MeasureKey, parts: Parts<Answered>): Pivot | null {
  const axes = axesOf(question)
  const { columnTotals, cells, lineTotals, groupCells, groupTotals } = parts
  if (!axes || !columnTotals) return null
  const columnId = (row: Row) =>
    axes.column ? keyIn(row, axes.column).key : String(question.grain ? row[question.grain] : '')
  const linesOf = (
    answer: Answered | undefined,
    totals: Answered | undefined,
    by: readonly DimensionKey[],
  ) => {
    const found = cellsByLine(answer?.data ?? [], by, columnId)
    const [first] = by
    const ordered = first && totals ? inOrder(totals.data, by.at(-1) ?? first, measure) : []
    return ordered.map(
      (total): PivotLine => ({
        id: keysIn(total, by),
        labels: by.map((dimension) => keyIn(total, dimension).label),
        isGroup: by.length < axes.rows.length,
        cells: found.get(keysIn(total, by)) ?? NONE,
        total,
      }),
    )
  }
  const lines = linesOf(cells, lineTotals, axes.rows)
  const [group] = axes.rows
  const groups = group && groupTotals ? linesOf(groupCells, groupTotals, [group]) : []
  const columns = columnsOf(columnTotals, axes, question, measure)
  return {
    question,
    measure,
    axes,
    columns: columns.slice(0, MOST_COLUMNS),
    lines: groups.length > 0 && group ? grouped(groups, lines, group) : lines,
    total: columnTotals.meta.totals,
    hiddenColumns: Math.max(0, columns.length - MOST_COLUMNS),
    columnTotals,
  }
}

/** Lines without subtotals. */
export const singleLines = ({ lines }: Pivot): PivotLine[] => lines.filter(({ isGroup }) => !isGroup)

/** The largest of them, in their order. */
export function largestLines(pivot: Pivot, most: number): PivotLine[] {
  const { measure } = pivot
  const single = singleLines(pivot)
  const sizeOf = ({ total }: PivotLine) => numberIn(total, measure) ?? 0
  const largest = new Set(single.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most))
  return single.filter((line) => largest.has(line))
}

/** Each group comes before its lines. */
function grouped(
  groups: readonly PivotLine[],
  lines: readonly PivotLine[],
  group: DimensionKey,
): PivotLine[] {
  const members = groupBy(lines, ({ total }) => keysIn(total, [group]))
  return groups.flatMap((one) => [one, ...(members.get(one.id) ?? [])])
}
