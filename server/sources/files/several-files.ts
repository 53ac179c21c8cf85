// An order whose rows stand in several files: each may hold a part of it, or all of it once more.
import { assembleOrder } from './assemble.ts'
import { FIELDS, type Field, LINE_FIELDS } from './fields.ts'
import type { Warning } from './model.ts'
import { type AssembleContext, type Assembled, type TableReading, textIn } from './order-rows.ts'
import type { StoredRow } from './row-store.ts'
import { FILES_TEXT } from './text.ts'

/** Numbers of the tables by what they hold of one order; other tables add to it, such as refunds. */
interface Parts {
  /** When it was and what became of it. */
  readonly heads: readonly number[]
  /** What was sold. */
  readonly details: readonly number[]
}

/** A table and a later one that stands in its place. */
type Replaced = readonly [former: number, later: number]

/** What stands in several files is taken from the last of them, and told where they differ. */
export function orderFromFiles(
  id: number,
  rows: readonly StoredRow[],
  context: AssembleContext,
): Assembled | undefined {
  if (rows.every(({ table }) => table === rows[0]!.table)) return assembleOrder(id, rows, context)
  const { tables } = context
  const parts = partsOf(rows, tables)
  const replaced = replacedIn(parts, rows, tables)
  const without = (left: readonly number[]) => rows.filter(({ table }) => !left.includes(table))
  const assembled = (kept: readonly StoredRow[]) =>
    assembleOrder(id, headsFirst(kept, parts, tables), context)
  const formers = replaced.map(([former]) => former)
  const last = assembled(without(formers))
  if (!last || 'rejects' in last) return last
  const differing = replaced.find(([former, later]) => {
    const others = without([...formers, later])
    const withOnly = (one: number, beside: number) =>
      assembled([
        ...others,
        ...rows.filter(({ table }) => table === one).map((row) => onlyFieldsOf(row, tables[beside]!)),
      ])
    const [one, other] = [withOnly(former, later), withOnly(later, former)]
    if (!one || !other || !('facts' in other)) return false
    return !('facts' in one) || JSON.stringify(one.facts) !== JSON.stringify(other.facts)
  })
  if (!differing) return last
  const row = rows.find(({ table }) => table === differing[1])!
  const { name } = tables[row.table]!
  const warning: Warning = {
    ...{ code: 'duplicate_order', order: row.order, file: name, row: row.line },
    message: FILES_TEXT.warnings.duplicate(name),
  }
  return { ...last, warnings: [...last.warnings, warning] }
}

const hasAny = ({ has }: TableReading, fields: readonly Field[]): boolean =>
  fields.some((field) => has(field))

function partsOf(rows: readonly StoredRow[], tables: readonly TableReading[]): Parts {
  const sold = [...new Set(rows.filter(({ role }) => role !== 'refund').map(({ table }) => table))]
  const priced = sold.filter((one) => hasAny(tables[one]!, ['line_total', 'line_net', 'unit_price']))
  // Beside a table of goods, units and amounts without any are those of the whole order.
  const named = priced.filter((one) => hasAny(tables[one]!, ['product', 'sku']))
  const details = named.length > 0 ? named : priced
  const isHead = (table: TableReading) =>
    table.has('date') && (hasAny(table, ['status', 'total']) || !hasAny(table, ['refund', 'refund_of']))
  return { heads: sold.filter((one) => !details.includes(one) && isHead(tables[one]!)), details }
}

function replacedIn(
  { heads, details }: Parts,
  rows: readonly StoredRow[],
  tables: readonly TableReading[],
): Replaced[] {
  const both = (one: number, other: number, field: Field) =>
    tables[one]!.has(field) && tables[other]!.has(field)
  const fieldsOf = (one: number) => FIELDS.filter((field) => tables[one]!.has(field)).join()
  const goodsOf = (one: number) =>
    new Set(rows.flatMap((row) => (row.table === one ? [textIn(row, 'sku') || textIn(row, 'product')] : [])))
  const isSameHead = (one: number, other: number) =>
    both(one, other, 'total') || fieldsOf(one) === fieldsOf(other)
  // Lines of one order may go on in the next file, where they name other goods.
  const areSameGoods = (one: number, other: number) =>
    both(one, other, 'date') || [...goodsOf(one)].some((goods) => goodsOf(other).has(goods))
  const dated = details.filter((one) => tables[one]!.has('date'))
  return [
    ...earlier(heads, isSameHead),
    ...earlier([...details.filter((one) => !dated.includes(one)), ...dated], areSameGoods),
  ]
}

function earlier(ones: readonly number[], isSame: (one: number, last: number) => boolean): Replaced[] {
  const last = ones.at(-1)
  return last === undefined
    ? []
    : ones.slice(0, -1).flatMap((one): Replaced[] => (isSame(one, last) ? [[one, last]] : []))
}

/** The date and status of the order are those of its head, in whatever order the files come. */
function headsFirst(
  rows: readonly StoredRow[],
  { heads, details }: Parts,
  tables: readonly TableReading[],
): StoredRow[] {
  const rank = ({ table }: StoredRow) => (heads.includes(table) ? 0 : details.includes(table) ? 1 : 2)
  return rows
    .map((row) =>
      rank(row) === 0 && details.length > 0 && hasAny(tables[row.table]!, [...LINE_FIELDS])
        ? withoutFields(row, (field) => LINE_FIELDS.has(field))
        : row,
    )
    .sort((one, other) => rank(one) - rank(other))
}

/** A column that one of two exports lacks makes no difference between them. */
const onlyFieldsOf = (row: StoredRow, { has }: TableReading): StoredRow =>
  withoutFields(row, (field) => !has(field))

const withoutFields = (row: StoredRow, isLeft: (field: Field) => boolean): StoredRow => ({
  ...row,
  cells: row.cells.map((cell, at) => (isLeft(FIELDS[at]!) ? '' : cell)),
})
