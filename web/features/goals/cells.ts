// Turns pasted text and files into cells of the table, or into messages about what is wrong.

import type { GoalCell, GoalRow } from '#contract/goals/calls.ts'
import { decimalsOf, MAX_GOAL } from '#contract/goals/scopes.ts'
import type { MeasureKey } from '#contract/questions/measures.ts'
import { fold } from '#contract/row-order.ts'
import { shortMonth } from '#web/text/format.ts'
import { readMonth } from '#web/text/months.ts'
import { type NumberStyle, numberStyleOf } from '#web/text/read-number.ts'
import { groupBy } from '#web/ui/group-by.ts'
import { readAmount } from './amount.ts'
import { text } from './text.ts'

export interface GoalTable {
  readonly measure: MeasureKey
  readonly year: number
  readonly rows: readonly GoalRow[]
}

export interface Cells {
  readonly cells: readonly GoalCell[]
  /** One sentence per wrong cell. */
  readonly problems: readonly string[]
  /** An amount has two readings: nothing of its block is taken. */
  readonly isUnclear?: true
}

export const monthOf = (year: number, index: number): string =>
  `${year}-${String(index + 1).padStart(2, '0')}`

/** Rows of cells from tab-separated text, which spreadsheets copy. */
export const blockOf = (pasted: string): string[][] =>
  pasted
    .replace(/\r\n?/g, '\n')
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/s, '$1').trim()))

export function cellOf(
  { measure, year }: GoalTable,
  row: GoalRow,
  month: number,
  typed: string,
  style?: NumberStyle,
): Cells {
  const amount = readAmount(typed, style)
  const at = `${row.label}, ${shortMonth(monthOf(year, month))}`
  const decimals = decimalsOf(measure)
  const refused = (problem: string): Cells => ({ cells: [], problems: [problem] })
  if (amount === undefined) return refused(text.noAmount(at, typed))
  if (amount === 'unclear') return { ...refused(text.unclear(at, typed)), isUnclear: true }
  if (amount !== null && amount > MAX_GOAL) return refused(text.tooLarge(at, typed))
  if (amount !== null && Number(amount.toFixed(decimals)) !== amount)
    return refused(text.tooExact(at, typed, decimals))
  return { cells: [{ key: row.key, month: monthOf(year, month), amount }], problems: [] }
}

function joined(parts: readonly Cells[]): Cells {
  const unclear = parts.filter(({ isUnclear }) => isUnclear)
  const taken = unclear.length > 0 ? unclear : parts
  return {
    cells: taken.flatMap(({ cells }) => cells),
    problems: [...new Set(taken.flatMap(({ problems }) => problems))],
  }
}

const isNumber = (cell: string): boolean => (readAmount(cell) ?? undefined) !== undefined

const folded = (name: string) => fold(name).replace(/\s+/g, ' ').trim()

/** Finds the rows of a code or a name: a code has one, a name may have several. */
function finder(rows: readonly GoalRow[]) {
  const byName = new Map<string, readonly GoalRow[]>([
    ...groupBy(rows, ({ label }) => folded(label)),
    ...rows.map((row) => [folded(row.key), [row]] as const),
  ])
  return (name: string): readonly GoalRow[] => (name === '' ? [] : (byName.get(folded(name)) ?? []))
}

/**
 * The row of each line, or a message. Several rows with one name are assigned to the lines with that name in order; none is
 * taken twice.
 */
function rowsOfLines(lines: readonly { name: string; found: readonly GoalRow[] }[]): (GoalRow | string)[] {
  const counts = new Map<unknown, number>()
  // A code and a name of one row are the same.
  const counted = (found: readonly GoalRow[]) => (found.length === 1 ? found[0] : found)
  const turns = lines.map(({ found }) => {
    const turn = counts.get(counted(found)) ?? 0
    counts.set(counted(found), turn + 1)
    return turn
  })
  return lines.map(({ name, found }, at) => {
    const [first = text.unknown(name), ...others] = found
    if (others.length === 0) return (counts.get(first) ?? 0) > 1 ? text.repeated(name) : first
    return (counts.get(found) === found.length && found[turns[at] ?? 0]) || text.ambiguous(name, found.length)
  })
}

/** Whether a block begins with month titles; a row's name may look like a month, but has amounts beside it. */
const hasHead = (table: GoalTable, [head = [], ...lines]: readonly string[][]): boolean =>
  lines.length > 0 &&
  head.some((title) => monthOfTitle(title, table.year) !== undefined) &&
  !head.some(isNumber)

/**
 * The column that names rows by code or name, and the first column of amounts after it. A name may be unknown; a column of
 * amounts that are no codes names nothing.
 */
function namesIn(block: readonly string[][], find: (name: string) => readonly GoalRow[]) {
  const isFound = (name = '') => find(name).length > 0
  const at = [0, 1].find(
    (column) =>
      block.some((line) => isFound(line[column])) &&
      block.every((line) => isFound(line[column]) || readAmount(line[column] ?? '') === undefined),
  )
  if (at === undefined) return undefined
  let first = at + 1
  while (block.every((line) => readAmount(line[first] ?? '') === undefined)) first++
  return block.every(({ length }) => length > first) ? { at, first } : undefined
}

/** A block pasted at a cell; if it names its rows, it is assigned to those. */
export function pastedCells(
  table: GoalTable,
  pasted: readonly string[][],
  from: { row: number; month: number },
): Cells {
  if (hasHead(table, pasted)) return importedCells(table, pasted)
  const find = finder(table.rows)
  const block = withoutTotal(pasted)
  const names = namesIn(block, find)
  const named = names?.at ?? 0
  const style = numberStyleOf(block.flatMap((line) => line.slice(names?.first)))
  const rows = names
    ? rowsOfLines(block.map(({ [named]: name = '' }) => ({ name, found: find(name) })))
    : block.map((_, down) => table.rows[from.row + down])
  return joined(
    block.flatMap((line, down) => {
      const row = rows[down]
      if (typeof row === 'string') return [{ cells: [], problems: [row] }]
      return line.slice(names?.first).map((typed, right): Cells => {
        const month = from.month + right
        if (row && month < 12) return cellOf(table, row, month, typed, style)
        return readAmount(typed, style) === null
          ? { cells: [], problems: [] }
          : { cells: [], problems: [text.outside(typed)] }
      })
    }),
  )
}

/** Spreadsheets end with a total, which is no goal. */
const withoutTotal = (block: readonly string[][]): readonly string[][] =>
  block.length > 1 && block.at(-1)?.some((cell) => folded(cell) === 'total') ? block.slice(0, -1) : block

/** The month of a column in a file: 'Ene 2026', 'set-26', 'enero ($)', '2026-01-01'. */
function monthOfTitle(title: string, year: number): number | undefined {
  const plain = title.replace(/\(.*\)|\$/g, '').replace(/^(\d{4}-\d{2})-\d{2}$/, '$1')
  const month = readMonth(plain, String(year))
  return month?.startsWith(`${year}-`) ? Number(month.slice(5)) - 1 : undefined
}

/** A file in the exported form: a header with months, and rows with a code or a name before the amounts. */
export function importedCells(table: GoalTable, [head = [], ...lines]: readonly string[][]): Cells {
  const find = finder(table.rows)
  const months = head.map((title) => monthOfTitle(title, table.year))
  const first = months.findIndex((month) => month !== undefined)
  if (first < 0) return { cells: [], problems: [text.noMonths(table.year)] }
  const filled = withoutTotal(lines.filter((line) => line.some((cell) => cell.trim() !== '')))
  if (filled.length === 0) return { cells: [], problems: [text.noLines] }
  const style = numberStyleOf(filled.flatMap((line) => line.filter((_, at) => months[at] !== undefined)))
  const rows = rowsOfLines(
    filled.map((line) => {
      const names = line.slice(0, first).filter((name) => name !== '')
      const found = names.map(find).filter(({ length }) => length > 0)
      const only = table.rows.length === 1 && filled.length === 1 ? table.rows : []
      return { name: names.join(' '), found: found.find(({ length }) => length === 1) ?? found[0] ?? only }
    }),
  )
  return joined(
    filled.flatMap((line, down) => {
      const row = rows[down] ?? ''
      if (typeof row === 'string') return [{ cells: [], problems: [row] }]
      return months.flatMap((month, at) =>
        month === undefined ? [] : [cellOf(table, row, month, line[at] ?? '', style)],
      )
    }),
  )
}

/** Last year's amounts by `key month`, increased by a percentage and rounded to the decimals of the measure. */
export function copiedCells(
  { measure, year, rows }: GoalTable,
  amounts: ReadonlyMap<string, number>,
  percent: number,
): GoalCell[] {
  const factor = 10 ** decimalsOf(measure)
  return rows.flatMap(({ key }) =>
    Array.from({ length: 12 }, (_, index) => index).flatMap((index) => {
      const amount = amounts.get(`${key} ${monthOf(year - 1, index)}`)
      if (amount === undefined) return []
      const thousandths = Math.round(amount * 1000) * (100 + percent)
      const raised = Math.round((thousandths / 100_000) * factor) / factor
      return [{ key, month: monthOf(year, index), amount: Math.max(0, raised) }]
    }),
  )
}
