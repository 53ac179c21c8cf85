// What stands once for several rows: in a merged cell, or on the first row of a group that a row of totals ends.
import { folded } from '#server/domain/folded.ts'
import { type Cell, textOf } from './cell.ts'
import type { Columns } from './columns.ts'
import type { Field } from './fields.ts'
import type { TableRow } from './table.ts'

/** What an order has of the group it stands in; amounts and goods are those of a row. */
const OF_GROUPS: readonly Field[] = [
  ...(['dist_id', 'dist_name', 'customer', 'company', 'date', 'status'] as const),
  ...(['city', 'province', 'country', 'payment', 'currency'] as const),
]

/** Columns whose value stands on the first row of a group and in its row of totals, «Total Norte», and is left out between them. */
export function groupColumns(columns: Columns, sample: readonly (readonly Cell[])[]): number[] {
  const orderAt = columns.get('order')?.[0]
  if (orderAt === undefined) return []
  return OF_GROUPS.flatMap((field) => columns.get(field) ?? []).filter((at) => {
    let [value, isLeftOut] = ['', false]
    return sample.some((row) => {
      const words = row.map((cell) => folded(textOf(cell)))
      if (value !== '' && words.some((text) => isTotalOf(text, value))) return isLeftOut
      if (words[at]) [value, isLeftOut] = [words[at], false]
      else if (words[orderAt]) isLeftOut = true
      return false
    })
  })
}

const isTotalOf = (text: string, value: string): boolean =>
  [`total ${value}`, `subtotal ${value}`, `total de ${value}`, `${value} total`].includes(text)

export interface Groups {
  /** The cells of the row with what stands above them, for its fields of a group. */
  filled(row: TableRow): readonly Cell[]
  /** Of a row of totals, which ends the group that it names: others may hold several of those. */
  end(row: TableRow): void
}

export function groupsOf(columns: Columns, grouped: readonly number[]): Groups {
  const positions = new Set(OF_GROUPS.flatMap((field) => columns.get(field) ?? []))
  const above = new Map<number, Cell>()
  return {
    filled({ cells, merged }) {
      for (const at of grouped) if (textOf(cells[at] ?? '') !== '') above.set(at, cells[at]!)
      if (above.size === 0 && !merged?.size) return cells
      const copy = [...cells]
      for (const at of positions)
        if (textOf(copy[at] ?? '') === '') copy[at] = merged?.get(at) ?? above.get(at) ?? ''
      return copy
    },
    end({ cells }) {
      const words = cells.map((cell) => folded(textOf(cell)))
      for (const [at, cell] of above)
        if (words.some((text) => isTotalOf(text, folded(textOf(cell))))) above.delete(at)
    },
  }
}
