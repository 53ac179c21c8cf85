// What stands once for several rows: in a merged cell, on the first row of a group, or in a heading above it.
import { folded } from '#server/domain/folded.ts'
import { type Cell, textOf } from './cell.ts'
import type { Columns } from './columns.ts'
import { FIELDS, type Field, SYNONYMS } from './fields.ts'
import type { TableRow } from './table.ts'

/** What an order has of the group it stands in; amounts and goods are those of a row. */
export const OF_GROUPS: readonly Field[] = [
  ...(['dist_id', 'dist_name', 'customer', 'company', 'date', 'status'] as const),
  ...(['city', 'province', 'country', 'payment', 'currency'] as const),
]

export const isTotalOf = (text: string, value: string): boolean =>
  [`total ${value}`, `subtotal ${value}`, `total de ${value}`, `${value} total`].includes(text)

/** Of which headings such as «Distribuidor: Norte» are. */
const HEADED: readonly Field[] = ['dist_id', 'dist_name', 'customer']
/** A filter of the report that chose nothing. */
const EVERYONE = /^(?:tod[oa]s?|all|vari[oa]s|general)\b/i

function headingOf({ cells }: TableRow): readonly [Field, string] | undefined {
  const texts = cells.map(textOf).filter((text) => text !== '')
  const [, name = '', value = ''] = /^([^:]+?)\s*:\s*(\S.*)$/.exec(texts.join(' ')) ?? []
  const field = HEADED.find((one) => SYNONYMS.get(one)!.includes(folded(name)))
  return field === undefined || texts.length > 2 || EVERYONE.test(value) ? undefined : [field, value]
}

export interface Groups {
  /** The cells of the row with what stands above them, for its fields of a group. */
  filled(row: TableRow): readonly Cell[]
  /** Fields of an order with what a heading above it names. */
  headed(cells: readonly Cell[]): readonly Cell[]
  /** Of a row that is no order: a heading, or the value of a column of groups in a row of its own. */
  heading(row: TableRow): void
  /** Of a line above the titles, where reports name the one distributor that they are of. */
  above(row: TableRow): void
  /** Of a row of totals, which ends the group that it names: others may hold several of those. */
  end(row: TableRow): void
}

export function groupsOf(columns: Columns, grouped: readonly number[]): Groups {
  const positions = new Set(OF_GROUPS.flatMap((field) => columns.get(field) ?? []))
  const above = new Map<number, Cell>()
  const headings = new Map<Field, Cell>()
  const note = ({ cells }: TableRow) => {
    for (const at of grouped) if (textOf(cells[at] ?? '') !== '') above.set(at, cells[at]!)
  }
  return {
    filled(row) {
      const { cells, merged } = row
      note(row)
      if (above.size === 0 && !merged?.size) return cells
      const copy = [...cells]
      for (const at of positions)
        if (textOf(copy[at] ?? '') === '') copy[at] = merged?.get(at) ?? above.get(at) ?? ''
      return copy
    },
    headed(cells) {
      if (headings.size === 0) return cells
      return cells.map((cell, at) => (textOf(cell) === '' ? (headings.get(FIELDS[at]!) ?? cell) : cell))
    },
    heading(row) {
      const told = headingOf(row)
      if (told) headings.set(...told)
      else note(row)
    },
    above(row) {
      const told = headingOf(row)
      if (told?.[0] === 'dist_id') headings.set(...told)
    },
    end({ cells }) {
      const words = cells.map((cell) => folded(textOf(cell)))
      const isEnd = (cell: Cell) => words.some((text) => isTotalOf(text, folded(textOf(cell))))
      for (const [at, cell] of above) if (isEnd(cell)) above.delete(at)
      for (const [field, cell] of headings) if (isEnd(cell)) headings.delete(field)
    },
  }
}
