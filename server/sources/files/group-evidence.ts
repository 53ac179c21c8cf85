// Which columns stand once for a group of orders: a value is then left out below its first row.
import { folded } from '#server/domain/folded.ts'
import { type Cell, textOf } from './cell.ts'
import type { Columns } from './columns.ts'
import { dateTimeOf } from './dates.ts'
import type { Field } from './fields.ts'
import { isTotalOf, OF_GROUPS } from './groups.ts'
import type { TableRow } from './table.ts'
import { TOTALS } from './totals.ts'

export interface GroupEvidence {
  see(row: TableRow): void
  /** Columns of groups: a row of totals names the value, it has a row of its own, or dates or numbers start anew where it changes. */
  grouped(): number[]
  /** Columns that stand on first rows alone, of groups or of themselves: nothing shows which. */
  gaps(): number[]
}

/** Without these an order is counted as nobody's. */
const TOLD: readonly Field[] = ['dist_id', 'dist_name', 'customer']

/** How a date or number follows on that of the order before, where the column is left out and where it changes. */
interface Steps {
  readonly inside: Set<number>
  readonly bounds: Set<number>
}

interface Column {
  readonly at: number
  readonly seen: Set<string>
  readonly steps: readonly Steps[]
  value: string
  isLeftOut: boolean
  isTotalled: boolean
  startsBlank: boolean
  repeats: boolean
  filled: number
  leftOut: number
  headings: number
}

const newColumn = (at: number): Column => ({
  ...{ at, seen: new Set(), value: '', filled: 0, leftOut: 0, headings: 0 },
  ...{ isLeftOut: false, isTotalled: false, startsBlank: false, repeats: false },
  steps: [0, 1].map(() => ({ inside: new Set(), bounds: new Set() })),
})

export function groupEvidence(columns: Columns): GroupEvidence {
  const orderAt = columns.get('order')?.at(-1) ?? -1
  const dateAt = columns.get('date')?.[0] ?? -1
  const positions = orderAt < 0 ? [] : OF_GROUPS.flatMap((field) => columns.get(field) ?? [])
  const all = positions.map(newColumn)
  let last: { order: string; keys: readonly (string | number)[] } | undefined
  return {
    see(row) {
      const words = row.cells.map((cell) => folded(textOf(cell)))
      const order = words[orderAt] ?? ''
      if (all.length === 0 || order === last?.order) return
      const isTotal = words.some((text) => TOTALS.test(text))
      const isAlone = words.filter((text) => text !== '').length === 1
      const keys = [dayOf(row.cells[dateAt] ?? ''), Number(/\d{1,15}$/.exec(order)?.[0] ?? Number.NaN)]
      for (const column of all) {
        const { value, at } = column
        if (value !== '' && words.some((text) => isTotalOf(text, value)))
          column.isTotalled ||= column.isLeftOut
        else if (order !== '' && !isTotal) seeOrder(column, valueAt(row, at), stepsTo(keys, last?.keys))
        else if (words[at] && !isTotal) {
          if (isAlone) column.headings++
          ;[column.value, column.isLeftOut] = [words[at], false]
        }
      }
      if (order !== '' && !isTotal) last = { order, keys }
    },
    grouped: () => all.filter(isGrouped).map(({ at }) => at),
    gaps() {
      const told = new Set(TOLD.flatMap((field) => columns.get(field) ?? []))
      return all.filter((one) => told.has(one.at) && isGap(one) && !isGrouped(one)).map(({ at }) => at)
    },
  }
}

const valueAt = ({ cells, merged }: TableRow, at: number): string =>
  folded(textOf(cells[at] ?? '')) || folded(textOf(merged?.get(at) ?? ''))

const dayOf = (cell: Cell): string =>
  dateTimeOf(cell, 'dmy', (utc) => utc) ?? dateTimeOf(cell, 'mdy', (utc) => utc) ?? ''

const stepsTo = (now: Keys, before: Keys | undefined): number[] =>
  now.map((key, at) => (before === undefined || key === before[at] ? 0 : key > before[at]! ? 1 : -1))
type Keys = readonly (string | number)[]

function seeOrder(column: Column, value: string, steps: readonly number[]): void {
  const isBound = value !== '' && column.filled > 0
  for (const [key, step] of steps.entries()) {
    if (isBound) column.steps[key]!.bounds.add(step)
    else if (value === '') column.steps[key]!.inside.add(step)
  }
  column.isLeftOut = value === ''
  if (value === '') {
    column.leftOut++
    column.startsBlank ||= column.filled + column.headings === 0
    return
  }
  column.filled++
  column.value = value
  column.repeats ||= column.seen.has(value)
  // Of a column whose values repeat, the others are not needed.
  if (column.repeats) column.seen.clear()
  else column.seen.add(value)
}

const isGap = ({ filled, leftOut, startsBlank, repeats }: Column): boolean =>
  filled > 0 && leftOut > Math.max(1, filled) && !startsBlank && !repeats

/** Two groups of few rows may fall so by chance. */
const isEnough = ({ filled, leftOut }: Column): boolean => filled > 2 || (filled === 2 && leftOut > 4)

function isGrouped(column: Column): boolean {
  if (column.isTotalled) return true
  if (column.filled === 0) return column.headings > 0 && column.leftOut > 0 && !column.startsBlank
  const startsAnew = ({ inside, bounds }: Steps) =>
    [1, -1].some((up) => inside.has(up) && !inside.has(-up) && bounds.size === 1 && bounds.has(-up))
  return isGap(column) && isEnough(column) && column.steps.some(startsAnew)
}
