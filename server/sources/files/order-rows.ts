// What the assembly of orders works on: rows, how their tables are read, and its results.
import type { DecimalSign } from '#contract/decimal-text.ts'
import type { OrderFacts } from '#server/domain/facts.ts'
import type { WallClock } from '#server/domain/wall-clock.ts'
import type { Notes } from '#server/ingest/notes.ts'
import { type Cell, textOf, wordsOf } from './cell.ts'
import type { DateOrder } from './dates.ts'
import { FIELDS, type Field } from './fields.ts'
import type { Reject, Warning } from './model.ts'
import type { StoredRow } from './row-store.ts'
import type { Scale } from './scale.ts'

/** How the rows of a table are read. */
export interface TableReading {
  readonly name: string
  /** Title of a field's first column, '' if the table lacks it. */
  title(field: Field): string
  has(field: Field): boolean
  readonly sign: DecimalSign
  /** Fields that stand on the first rows of groups, or of some orders: nothing shows which. */
  readonly gaps: readonly Field[]
  /** By the title of the field's column. */
  scale(field: Field): Scale
  readonly dates: DateOrder
  /** Day and month of its dates, but not of its texts, may be exchanged. */
  readonly exchangesDays: boolean
  readonly afterDiscount: boolean
  readonly lessRefund: boolean
  readonly untaxed: boolean
  /** That the title of the amounts names. */
  readonly currency: string | undefined
  /** A currency beside an amount counts: not all amounts of the table bear the same. */
  readonly mixesCurrencies: boolean
  /** Ids of 16 digits and more that Excel may have cut: none can be trusted. */
  readonly cutIds: boolean
}

export interface AssembleContext {
  readonly currency: string
  readonly clock: WallClock
  readonly notes: Notes
  readonly tables: readonly TableReading[]
  /** Undefined for a value that nobody assigned. */
  statusOf(value: string): string | undefined
  /** Orders without products come in with their amount. */
  readonly noProducts: boolean
}

export type Assembled =
  | {
      readonly facts: OrderFacts
      readonly status: string
      readonly net: number
      readonly warnings: Warning[]
    }
  | { readonly rejects: Reject[] }

const AT = new Map<Field, number>(FIELDS.map((field, index) => [field, index]))
export const cellOf = (row: StoredRow, field: Field): Cell => row.cells[AT.get(field)!] ?? ''
export const textIn = (row: StoredRow, field: Field): string => wordsOf(cellOf(row, field))

export function rejectOf(
  row: StoredRow,
  field: Field,
  reason: string,
  { tables }: Pick<AssembleContext, 'tables'>,
): Reject {
  const table = tables[row.table]!
  return {
    file: table.name,
    row: row.line,
    column: table.title(field),
    value: textOf(cellOf(row, field)),
    reason,
  }
}

/** Amounts that stand on the order; what repeats on its rows counts once, what differs adds up. */
export interface OrderNumbers {
  readonly discount: number
  readonly shipping: number
  readonly fees: number
  readonly tax: number
  readonly refund: number
  readonly total: number | undefined
  /** Of all rows: each line may have its own. */
  readonly lineTotals: number
  readonly subtotal: number | undefined
}
